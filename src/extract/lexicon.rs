//! What the rules know of English words: the lists of `lexicon.toml` and `verbs.txt`, made ready to
//! be asked. Tables only: a word is judged alone here, never in its sentence.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

const LISTS: &str = include_str!("lexicon.toml");
const VERBS: &str = include_str!("verbs.txt");

/// The lists, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Class(u32);

impl Class {
    pub(super) const DETERMINER: Self = Self(1);
    pub(super) const PREPOSITION: Self = Self(1 << 1);
    pub(super) const CONJUNCTION: Self = Self(1 << 2);
    pub(super) const PRONOUN: Self = Self(1 << 3);
    pub(super) const AUXILIARY: Self = Self(1 << 4);
    pub(super) const ADVERB: Self = Self(1 << 5);
    pub(super) const INTERJECTION: Self = Self(1 << 6);
    pub(super) const ADJECTIVE: Self = Self(1 << 7);
    pub(super) const WEAK_NOUN: Self = Self(1 << 8);
    pub(super) const PARTITIVE: Self = Self(1 << 9);
    pub(super) const PET: Self = Self(1 << 10);
    pub(super) const ANIMAL: Self = Self(1 << 11);
    pub(super) const ORGANIZATION: Self = Self(1 << 12);
    pub(super) const EVENT: Self = Self(1 << 13);
    pub(super) const ACTIVITY: Self = Self(1 << 14);
    pub(super) const IDEA: Self = Self(1 << 15);
    pub(super) const OCCUPATION: Self = Self(1 << 16);
    pub(super) const GIVEN_NAME: Self = Self(1 << 17);
    pub(super) const PLACE: Self = Self(1 << 18);
    pub(super) const NOUN: Self = Self(1 << 19);
    pub(super) const FILLER: Self = Self(1 << 20);
    pub(super) const PURE_VERB: Self = Self(1 << 21);
    /// Any list of words of grammar.
    pub(super) const FUNCTION: Self = Self(0b111_1111);

    /// Either list.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether it is in any of the lists of `other`.
    pub(super) fn is(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The forms of a verb that a word can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Forms {
    pub(super) base: bool,
    pub(super) third: bool,
    pub(super) past: bool,
    pub(super) participle: bool,
    pub(super) gerund: bool,
}

/// A verb's place in the lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verb {
    lemma: usize,
    pub(super) forms: Forms,
}

/// An enum whose names are keys of the lists, with all of them.
macro_rules! sets {
    ($(#[$outer:meta])* $kind:ident { $($(#[$doc:meta])* $name:ident,)* }) => {
        $(#[$outer])*
        pub(super) enum $kind { $($(#[$doc])* $name,)* }

        impl $kind {
            const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

sets! {
    /// Sets of lemmas and small words that rules ask for by name. They give a word no class, so that
    /// what it does in a sentence is guessed without them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
    #[serde(rename_all = "snake_case")]
    Set {
        /// Verbs whose object alone tells nothing.
        Light,
        /// Verbs of which not even a preposition makes a fact.
        Mute,
        /// Verbs after which nothing is told as so.
        Unreal,
        /// Verbs that, told to somebody, ask to suppose something: "say", "let's assume".
        Posed,
        /// Verbs whose "not" denies the clause that follows: "I don't think I'll go".
        Opinion,
        /// Verbs that end the doing named after them: "stopped working".
        Ending,
        /// Words that put what is planned under a condition.
        Condition,
        /// Auxiliaries that do so by standing before their subject: "had I known".
        Inverted,
        /// Words that date a clause by another one: "when I was ten".
        DatesByClause,
        /// Verbs whose clause is not told as so, whoever says it: "I dreamt I flew".
        Claim,
        /// Verbs that deny their clause, unless they are denied themselves.
        Denial,
        /// Verbs of saying: what was never said is not told.
        Speech,
        /// Verbs whose clause is another's belief, or one given up: "Sara thinks", "I thought".
        Belief,
        /// The same of what one is: "was sure".
        Sure,
        /// What is said not to be true: "it is a rumour that".
        Untrue,
        /// What is so when it is not denied: "it's not true that".
        True,
        /// In which nothing happens to those who tell it: "in my dream".
        Fiction,
        /// Words before "to" that name whose words they are.
        Attributed,
        /// Words that leave out the doing after them: "instead of moving".
        Without,
        /// Words that deny each of several.
        Neither,
        /// Words at which a sentence goes back to what is so.
        Turn,
        /// Adverbs of what did not come about: "nearly moved".
        Failed,
        /// Adverbs that do so before "ever".
        Seldom,
        /// Adverbs of now, where a time named before is over.
        Now,
        /// Verbs of a plan or wish that is over when told of the past: "was planning to".
        PastPlan,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    determiner: String,
    preposition: String,
    conjunction: String,
    pronoun: String,
    auxiliary: String,
    adverb: String,
    interjection: String,
    adjective: String,
    filler: String,
    weak_noun: String,
    pure_verb: String,
    partitive: String,
    kin: String,
    pet: String,
    animal: String,
    organization: String,
    event: String,
    activity: String,
    idea: String,
    occupation: String,
    given_name: String,
    place: String,
    noun: String,
    sets: HashMap<Set, String>,
}

/// All lists.
#[derive(Debug)]
pub(super) struct Lexicon {
    classes: HashMap<String, Class>,
    kin: HashMap<String, String>,
    verbs: HashMap<String, Verb>,
    lemmas: Vec<String>,
    sets: HashMap<Set, HashSet<String>>,
}

impl Lexicon {
    /// The lists that are compiled in.
    pub(super) fn built_in() -> Self {
        let lists: Lists =
            toml::from_str(LISTS).expect("the file is compiled in, and every test reads it");
        let mut lexicon = Self {
            classes: HashMap::new(),
            kin: HashMap::new(),
            verbs: HashMap::new(),
            lemmas: Vec::new(),
            sets: HashMap::new(),
        };
        for set in Set::ALL {
            let words = lists.sets.get(set).expect("every test reads it, and it has every set");
            lexicon.sets.insert(*set, words.split_whitespace().map(str::to_owned).collect());
        }
        for (words, class) in [
            (&lists.determiner, Class::DETERMINER),
            (&lists.preposition, Class::PREPOSITION),
            (&lists.conjunction, Class::CONJUNCTION),
            (&lists.pronoun, Class::PRONOUN),
            (&lists.auxiliary, Class::AUXILIARY),
            (&lists.adverb, Class::ADVERB),
            (&lists.interjection, Class::INTERJECTION),
            (&lists.adjective, Class::ADJECTIVE),
            (&lists.weak_noun, Class::WEAK_NOUN),
            (&lists.filler, Class::FILLER),
            (&lists.pure_verb, Class::PURE_VERB),
            (&lists.partitive, Class::PARTITIVE),
            (&lists.pet, Class::PET),
            (&lists.animal, Class::ANIMAL),
            (&lists.organization, Class::ORGANIZATION),
            (&lists.event, Class::EVENT),
            (&lists.activity, Class::ACTIVITY),
            (&lists.idea, Class::IDEA),
            (&lists.occupation, Class::OCCUPATION),
            (&lists.given_name, Class::GIVEN_NAME),
            (&lists.place, Class::PLACE),
            (&lists.noun, Class::NOUN),
        ] {
            for word in words.split_whitespace() {
                lexicon.classes.entry(word.to_owned()).or_default().0 |= class.0;
            }
        }
        for (word, predicate) in lists.kin.split_whitespace().filter_map(|k| k.split_once(':')) {
            lexicon.kin.insert(word.to_owned(), predicate.to_owned());
        }
        let entries =
            || VERBS.lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace);
        // Irregular forms come first: "felt" is of "feel", whatever else it could be.
        for irregular in [true, false] {
            for entry in entries().filter(|e| e.contains(':') == irregular) {
                lexicon.add_verb(entry);
            }
        }
        lexicon
    }

    fn add_verb(&mut self, entry: &str) {
        let mut parts = entry.split(':');
        let lemma = parts.next().unwrap_or_default();
        let index = self.lemmas.len();
        self.lemmas.push(lemma.to_owned());
        let regular = past(lemma);
        let past = parts.next().unwrap_or(&regular).to_owned();
        let participle = parts.next().unwrap_or(&past).to_owned();
        let mut add = |word: &str, set: fn(&mut Forms)| {
            let verb = self
                .verbs
                .entry(word.to_owned())
                .or_insert(Verb { lemma: index, forms: Forms::default() });
            if verb.lemma == index {
                set(&mut verb.forms);
            }
        };
        add(lemma, |f| f.base = true);
        add(&third(lemma), |f| f.third = true);
        add(&past, |f| f.past = true);
        add(&participle, |f| f.participle = true);
        add(&gerund(lemma), |f| f.gerund = true);
    }

    /// The lists that a word, in lower case, is in.
    pub(super) fn class(&self, lower: &str) -> Class {
        self.classes.get(lower).copied().unwrap_or_default()
    }

    /// The same of a noun, or of its singular.
    pub(super) fn noun_class(&self, lower: &str) -> Class {
        let own = self.class(lower);
        Class(own.0 | self.class(&singular(lower)).0)
    }

    pub(super) fn verb(&self, lower: &str) -> Option<Verb> {
        self.verbs.get(lower).copied()
    }

    /// A form that the lists lack of a verb that they have, by its lemma and its tag of the Penn
    /// Treebank: "dreamt".
    pub(super) fn inflected(&self, lemma: &str, tag: &str) -> Option<Verb> {
        let forms = match tag {
            "VBD" => Forms { past: true, ..Forms::default() },
            "VBN" => Forms { participle: true, ..Forms::default() },
            "VBG" => Forms { gerund: true, ..Forms::default() },
            "VBZ" => Forms { third: true, ..Forms::default() },
            _ => return None,
        };
        self.verb(lemma).map(|verb| Verb { forms, ..verb })
    }

    /// Whether a verb's forms are hardly ever nouns.
    pub(super) fn is_pure(&self, verb: Verb) -> bool {
        self.class(self.lemma(verb)).is(Class::PURE_VERB)
    }

    pub(super) fn lemma(&self, verb: Verb) -> &str {
        self.lemmas.get(verb.lemma).map_or("", String::as_str)
    }

    /// Whether a set holds a word: a lemma where the set is one of verbs, else in lower case.
    pub(super) fn among(&self, set: Set, word: &str) -> bool {
        self.sets.get(&set).is_some_and(|words| words.contains(word))
    }

    /// What "my brother" says of me: the predicate from the speaker to that person.
    pub(super) fn kin(&self, lower: &str) -> Option<&str> {
        self.kin.get(lower).map(String::as_str)
    }
}

fn vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Whether the last consonant is doubled: one vowel before it, and a word of one syllable.
fn doubles(lemma: &str) -> bool {
    if matches!(lemma, "admit" | "begin" | "commit" | "forget" | "regret" | "unwind" | "refer") {
        return lemma != "unwind";
    }
    let mut back = lemma.chars().rev();
    let (Some(last), Some(middle), Some(before)) = (back.next(), back.next(), back.next()) else {
        return false;
    };
    let syllables = lemma.chars().filter(|c| vowel(*c)).count();
    !vowel(last)
        && !matches!(last, 'w' | 'x' | 'y')
        && vowel(middle)
        && !vowel(before)
        && syllables == 1
}

/// The form for he, she and it.
pub(super) fn third(lemma: &str) -> String {
    match lemma {
        "have" => return "has".into(),
        "be" => return "is".into(),
        _ => {}
    }
    if let Some(stem) = lemma.strip_suffix('y')
        && !stem.ends_with(vowel)
    {
        return format!("{stem}ies");
    }
    if ["s", "x", "z", "ch", "sh", "o"].iter().any(|e| lemma.ends_with(e)) {
        return format!("{lemma}es");
    }
    format!("{lemma}s")
}

/// The form on "-ing".
pub(super) fn gerund(lemma: &str) -> String {
    if let Some(stem) = lemma.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    if doubles(lemma) {
        let last = lemma.chars().next_back().map(String::from).unwrap_or_default();
        return format!("{lemma}{last}ing");
    }
    match lemma.strip_suffix('e') {
        Some(stem) if !lemma.ends_with("ee") && !lemma.ends_with("ye") && lemma != "be" => {
            format!("{stem}ing")
        }
        _ => format!("{lemma}ing"),
    }
}

fn past(lemma: &str) -> String {
    if lemma.ends_with('e') {
        return format!("{lemma}d");
    }
    if let Some(stem) = lemma.strip_suffix('y')
        && !stem.ends_with(vowel)
    {
        return format!("{stem}ied");
    }
    if doubles(lemma) {
        let last = lemma.chars().next_back().map(String::from).unwrap_or_default();
        return format!("{lemma}{last}ed");
    }
    format!("{lemma}ed")
}

/// The singular of a noun in lower case, by its ending.
pub(super) fn singular(noun: &str) -> String {
    let irregular = match noun {
        "children" => "child",
        "men" => "man",
        "women" => "woman",
        "people" => "person",
        "feet" => "foot",
        "teeth" => "tooth",
        "mice" => "mouse",
        "geese" => "goose",
        "lives" => "life",
        "wives" => "wife",
        "knives" => "knife",
        "leaves" => "leaf",
        "wolves" => "wolf",
        "shelves" => "shelf",
        "movies" => "movie",
        "cookies" => "cookie",
        "brownies" => "brownie",
        "smoothies" => "smoothie",
        "selfies" => "selfie",
        "hoodies" => "hoodie",
        "shoes" => "shoe",
        "series" | "species" | "news" | "gas" | "bus" | "yes" | "lens" | "christmas" | "canvas"
        | "chess" | "tennis" | "politics" | "mathematics" | "physics" | "economics" | "ethics"
        | "gymnastics" | "ceramics" | "pilates" | "clothes" | "glasses" | "pants" | "jeans"
        | "shorts" | "always" => noun,
        _ => "",
    };
    if !irregular.is_empty() {
        return irregular.to_owned();
    }
    if !noun.is_ascii() || noun.len() < 4 {
        return noun.to_owned();
    }
    if let Some(stem) = noun.strip_suffix("ies") {
        return if stem.len() > 2 { format!("{stem}y") } else { format!("{stem}ie") };
    }
    for ending in ["sses", "shes", "ches", "xes", "zzes", "toes"] {
        if noun.ends_with(ending) {
            return noun.strip_suffix("es").unwrap_or(noun).to_owned();
        }
    }
    if ["ss", "us", "is", "as", "os"].iter().any(|e| noun.ends_with(e)) {
        return match noun.strip_suffix('s') {
            Some(stem)
                if noun.ends_with("eas")
                    || noun.ends_with("eos")
                    || noun.ends_with("tos")
                    || noun.ends_with("zzas")
                    || noun.ends_with("mas") =>
            {
                stem.to_owned()
            }
            _ => noun.to_owned(),
        };
    }
    noun.strip_suffix('s').unwrap_or(noun).to_owned()
}
