//! The names of the sets of words and lists of phrases that the rules ask for. Their words are data,
//! in `[sets]` and `[phrases]` of `english.toml`; none stands here.

use serde::Deserialize;

/// An enum whose names are keys of a table, with the list of them all.
macro_rules! named {
    ($(#[$of:meta])* $kind:ident { $($(#[$doc:meta])* $name:ident,)* }) => {
        $(#[$of])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(in crate::time) enum $kind { $($(#[$doc])* $name,)* }

        impl $kind {
            pub(super) const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its bit of those of all.
            pub(super) fn bit(self) -> u64 {
                1 << self as u32
            }
        }

        const _: () = assert!($kind::ALL.len() <= 64, "each has a bit of a u64");
    };
}

named! {
    /// A set of words.
    Set {
        /// The night of the day of speaking, as people type it.
        Tonight,
        /// Marks that a number joined to them is no hour behind: "$8", "3.14".
        NoHourBehind,
        /// Before "8.30" where it is a time of day.
        LeadsDottedHour,
        /// Before "seven thirty" where it is a time of day.
        LeadsWordedHour,
        /// Behind a number that counts, and is no hour.
        Counted,
        /// Words that may stand behind a bare hour; before any other word it counts.
        FollowsHour,
        /// What a tagger calls a noun, and an hour may stand before.
        NounsBehindHour,
        /// At the beginning of a part of the day that stands without a date.
        BeginsPart,
        /// Between the two ends of a range.
        RangeSigns,
        /// Before "the 18th" where it is a day.
        LeadsDay,
        /// Behind "the 18th" where it is a day, and nothing is the 18th of its kind.
        FollowsDay,
        /// Behind a number that names a place or a thing: 3号楼, 15号线.
        FollowsNumberedPlace,
        /// Before a month that stands alone.
        LeadsMonth,
        /// Behind "April", "June" and "August" where they are people.
        FollowsName,
        /// Before "may" and "march" where they are verbs.
        Pronouns,
        /// Between or before numbers that are no date together.
        JoinsNumbers,
        /// Before "5/7" and "1/2" where they are a month and a day.
        LeadsNumbers,
        /// Before "sat", "sun", "wed" and "fri" where they are days.
        LeadsWeekday,
        /// Behind a number that is of a clock or a range, and no day of the month.
        FollowsClock,
        /// Marks that a number joined to them is no year before.
        NoYearBefore,
        /// Marks that a number joined to them is no year behind.
        NoYearBehind,
        /// Before "nineteen eighty" where it is a year.
        LeadsWordedYear,
        /// Before digits that are a year, whatever follows.
        LeadsYear,
        /// Before "the last month" that reaches up to now.
        LeadsSpan,
        /// Before "in two weeks" where it tells how long a thing did not happen, or took.
        HowLongIn,
        /// Before "a day" where it is a length.
        LeadsLength,
        /// Adjectives between a count and its unit.
        BetweenCountAndUnit,
        /// Before "20s" where they are an age.
        Owners,
        /// Before a holiday that is a day, and tells no kind of thing.
        LeadsHoliday,
        /// In a clause that tells a habit, whose holiday has no one day.
        Habits,
        /// Before "summer" where it is a time.
        LeadsSeason,
        /// Before "the summer" where it is a time.
        LeadsTheSeason,
        /// Behind "summer" and "fall" where they are no time: "summer camp", "fall apart".
        FollowsNoSeason,
        /// Before "the weekend" where it is a time.
        LeadsWeekend,
        /// Behind "the week" where what follows tells which.
        Specifies,
        /// Behind a number that is no day at the end of a range.
        FollowsNoDay,
        /// Before "last", "next" and "this".
        Determiners,
        /// Before "last" where it is a verb: "it will last two weeks".
        LastIsVerb,
        /// Before "last minute" and "last second", which are no times.
        LeadsNoMoment,
        /// Before "meeting" of a plan: "we're meeting".
        FormsOfBe,
        /// Words that carry no count and no kind: a number before them is not counting.
        FunctionWords,
        /// Words that may begin an expression, beside those of the tables above.
        Starters,
        /// Words that the future is spoken of with.
        FutureCues,
        /// Before a date that is to come, where nothing tells the tense.
        LeadsToCome,
        /// Words of the present that tell what is to come beside a date.
        PresentCues,
        /// Between two clauses.
        BreaksClause,
        /// Verbs of coming and going that tell in the present what is to come.
        Comes,
        /// What is arranged for a time to come, whenever that was done.
        Arranged,
        /// Behind 15年 that is a length.
        CountsYears,
        /// Who tells of 三天后, and words beside it, that are no event: 我们三天后.
        ChineseTeller,
        /// Chinese signs of what is over.
        ChinesePast,
        /// Chinese words of what is to come, beside a date of which nothing tells that it is over.
        ChineseToCome,
        /// Words that end as the past does, and are none.
        SeemsPast,
        /// Before a noun.
        LeadsNoun,
        /// What is told of in the present, and shows the past.
        Keepsakes,
        /// Behind these a number tells which one.
        Numbered,
        /// Words that the past is spoken of with, where no parse tells the tense.
        PastCues,
        /// Before an expression, as a part of its phrase.
        LeadsPhrase,
        /// Behind "the" that belongs to the sentence, not to the time.
        DropsArticle,
        /// Behind "'s" where it is "has".
        Participles,
        /// Before a name: "a cat called Tuesday".
        Naming,
        /// Before what is read, seen or sung: "we watched Groundhog Day".
        Reading,
        /// Before "for four years" of what goes on.
        GoesOn,
        /// Before "for four years" of what is over or to come.
        WentOn,
    }
}

named! {
    /// A list of phrases, in the order of their trial.
    Phrases {
        /// Behind what a time begins with.
        OrLater,
        /// Behind what a time ends with at the latest.
        OrEarlier,
        /// Behind a count of days or seasons that are over.
        Ago,
        /// Behind a count of units to come.
        FromNow,
        /// Before a count that is not exact, or said to be.
        Roughly,
        /// Between "within" and its count.
        NextSoMany,
        /// Between a length and the day that it begins with.
        Starting,
        /// Between "the week" and a day of it.
        WeekWith,
        /// The moment of speaking.
        Now,
        /// A time that was spoken of before.
        SpokenOf,
        /// A time to come that nobody knows.
        SomeDay,
        /// Words that together speak of the future.
        SpeaksOfFuture,
        /// Up to what is named, and it too.
        ByIt,
        /// From what is named on.
        SinceIt,
        /// Up to what is named, without it.
        BeforeIt,
        /// After what is named, without it.
        AfterIt,
        /// Up to the end of what is named.
        UntilIt,
    }
}
