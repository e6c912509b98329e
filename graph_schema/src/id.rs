//! Ids of the things a store holds. Each is a number given out in order of arrival within its
//! namespace, so that the same input gives the same ids. An id never carries a name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A text that is no id of the wanted kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an id of {wanted}; write it as `{prefix}12` or `12`")]
pub struct ParseIdError {
    text: String,
    wanted: &'static str,
    prefix: &'static str,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty), $prefix:literal, $wanted:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name($int);

        impl $name {
            /// The id with this number.
            pub const fn new(number: $int) -> Self {
                Self(number)
            }

            /// The number of this id.
            pub const fn get(self) -> $int {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                text.strip_prefix($prefix)
                    .unwrap_or(text)
                    .parse()
                    .map(Self)
                    .map_err(|_| ParseIdError {
                        text: text.to_owned(),
                        wanted: $wanted,
                        prefix: $prefix,
                    })
            }
        }
    };
}

id!(
    /// One isolated memory. Number 0 is the store itself and never a user's namespace.
    NamespaceId(u32), "ns", "a namespace"
);
id!(
    /// One conversation.
    SessionId(u64), "se", "a session"
);
id!(
    /// One turn of a session, or one passage of a document.
    EpisodeId(u64), "ep", "an episode"
);
id!(
    /// A person, place, thing, event or idea.
    EntityId(u64), "en", "an entity"
);
id!(
    /// A dated edge.
    FactId(u64), "fa", "a fact"
);

impl NamespaceId {
    /// The store itself: what is kept once for all namespaces lives under it.
    pub const STORE: Self = Self(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_with_or_without_its_prefix() {
        assert_eq!("fa12".parse(), Ok(FactId::new(12)));
        assert_eq!("12".parse(), Ok(FactId::new(12)));
        assert_eq!(FactId::new(12).to_string(), "fa12");
        assert!("en12".parse::<FactId>().is_err());
        assert!("".parse::<FactId>().is_err());
        assert!("-1".parse::<EntityId>().is_err());
    }
}
