//! What the rules make of turns, told as small dialogues: a line `2024-01-05 Ann: text`, and the facts
//! that its last turn must give.

use std::sync::OnceLock;

use hippograph::dialogue::Turn;
use hippograph::extract::rules::{MOST_FACTS, MOST_MENTIONS, Rules};
use hippograph::extract::{Context, Extraction, Extractor, ProposedFact, ProposedObject};
use hippograph::models::{self, Fetch, Silent};
use hippograph::parse::{Doc, English};
use hippograph::schema::record::{Modality, Role};
use proptest::prelude::*;

fn turn(line: &str) -> Turn {
    let (time, rest) = line.split_once(' ').expect("a time and a space");
    let (speaker, text) = rest.split_once(": ").expect("a name and a colon");
    let (text, image) = match text.split_once(" [image: ") {
        Some((text, image)) => (text, Some(image.trim_end_matches(']').to_owned())),
        None => (text, None),
    };
    Turn {
        session: "s1".into(),
        session_started: None,
        id: None,
        speaker: Some(speaker.into()),
        role: Role::Person,
        said_at: (time != "-").then(|| time.parse().expect("a time of this test")),
        text: text.into(),
        image_caption: image,
    }
}

/// The last turn of a dialogue, read after the others. Ann and Ben take part, whoever speaks.
fn read(dialogue: &str) -> Extraction {
    let mut turns: Vec<Turn> = dialogue.lines().map(|l| turn(l.trim())).collect();
    let last = turns.pop().expect("a turn");
    extract(&last, &turns, &["Ann", "Benjamin"])
}

fn extract(turn: &Turn, before: &[Turn], names: &[&str]) -> Extraction {
    extract_with(None, turn, before, names)
}

fn extract_with(doc: Option<&Doc>, turn: &Turn, before: &[Turn], names: &[&str]) -> Extraction {
    let participants: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
    Rules::default()
        .extract(turn, &Context { participants: &participants, before, doc })
        .expect("the rules read any turn")
}

/// The facts of the last turn of a dialogue, read with its parse.
fn parsed_notes(dialogue: &str) -> Vec<String> {
    static ENGLISH: OnceLock<English> = OnceLock::new();
    let english = ENGLISH.get_or_init(|| {
        let folder = models::english(&Fetch::from_env(), &mut Silent).expect("the model is here");
        English::load(folder).expect("the model can be read")
    });
    let mut turns: Vec<Turn> = dialogue.lines().map(|l| turn(l.trim())).collect();
    let last = turns.pop().expect("a turn");
    let doc = english.parse(&[&last.text]).pop();
    let found = extract_with(doc.as_ref(), &last, &turns, &["Ann", "Benjamin"]);
    found.facts.iter().map(note).collect()
}

/// A fact as a person would note it: `Ann works_at Acme [<=2024-01-05, ..)`.
fn note(fact: &ProposedFact) -> String {
    let object = match &fact.object {
        ProposedObject::Thing(thing) => thing.name.clone(),
        ProposedObject::Literal(text) => format!("\"{text}\""),
    };
    let not = if fact.negated { "not " } else { "" };
    let how = match fact.modality {
        Modality::Asserted => "",
        Modality::Plan => " plan",
        Modality::Wish => " wish",
    };
    format!("{} {not}{} {object} {}{how}", fact.subject.name, fact.predicate, fact.valid)
}

fn notes(dialogue: &str) -> Vec<String> {
    read(dialogue).facts.iter().map(note).collect()
}

/// The dialogue, and a fact that its last turn gives.
const TOLD: &[(&str, &str)] = &[
    // Work.
    ("2024-01-05 Ann: I work at Acme.", "Ann works_at Acme [<=2024-01-05, ..)"),
    ("2024-06-01 Ann: I joined Globex today.", "Ann works_at Globex [2024-06-01, ..)"),
    ("2024-06-01 Ann: I'm working for Initech now.", "Ann works_at Initech [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I got a new job at Hooli last month!", "Ann works_at Hooli [2024-05-01, ..)"),
    ("2024-06-01 Ann: I worked at Acme in 2019.", "Ann works_at Acme [2019-01-01, 2020-01-01)"),
    ("2024-06-01 Ann: I worked at Acme.", "Ann works_at Acme [.., 2024-06-01)"),
    ("2024-06-01 Ann: I used to work at Acme.", "Ann works_at Acme [.., 2024-06-01)"),
    ("2024-06-01 Ann: I quit my job at Acme yesterday.", "Ann works_at Acme [.., 2024-05-31)"),
    ("2024-06-01 Ann: I don't work at Acme.", "Ann not works_at Acme [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I no longer work at Acme.", "Ann works_at Acme [.., 2024-06-01)"),
    ("2024-06-01 Ann: I've worked at Acme since 2019.", "Ann works_at Acme [2019-01-01, ..)"),
    ("2024-06-01 Ann: I'm a nurse.", "Ann works_as nurse [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: Tomás got a job at Meridian.", "Tomás works_at Meridian [<=2024-06-01, ..)"),
    // Places.
    ("2024-06-01 Ann: We live in Lisbon.", "Ann lives_in Lisbon [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I've lived in Oslo for four years.", "Ann lives_in Oslo [2020-01-01, ..)"),
    ("2024-06-01 Ann: I moved to Porto last year.", "Ann moved_to Porto [2023-01-01, 2024-01-01)"),
    ("2024-06-01 Ann: I moved to Porto last year.", "Ann lives_in Porto [2023-01-01, ..)"),
    ("2024-06-01 Ann: I'm from Chile.", "Ann from Chile [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I visited Rome in May 2023.", "Ann visited Rome [2023-05-01, 2023-06-01)"),
    ("2024-06-01 Ann: Went to the beach yesterday!", "Ann visited beach [2024-05-31, 2024-06-01)"),
    // Kin, company and pets.
    ("2024-06-01 Ann: My sister Clara lives in Lisbon.", "Ann sibling_of Clara [<=2024-06-01, ..)"),
    (
        "2024-06-01 Ann: My sister Clara lives in Lisbon.",
        "Clara lives_in Lisbon [<=2024-06-01, ..)",
    ),
    ("2024-06-01 Ann: My brother plays the cello.", "Ann's brother plays cello [<=2024-06-01, ..)"),
    (
        "2024-06-01 Ann: My brother plays the cello.",
        "Ann sibling_of Ann's brother [<=2024-06-01, ..)",
    ),
    ("2024-06-01 Ann: Your son loves chess.", "Benjamin's son likes chess [<=2024-06-01, ..)"),
    (
        "2024-06-01 Ann: My sister Clara is here. She works at Initech.",
        "Clara works_at Initech [<=2024-06-01, ..)",
    ),
    ("2024-06-01 Ann: I adopted a dog named Rex yesterday.", "Ann has_pet Rex [2024-05-31, ..)"),
    ("2024-06-01 Ann: My cat Luna is asleep.", "Ann has_pet Luna [<=2024-06-01, ..)"),
    // Likes, wishes, plans.
    ("2024-06-01 Ann: I love pottery and hiking.", "Ann likes pottery [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I love pottery and hiking.", "Ann likes hiking [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I'm really into jazz.", "Ann likes jazz [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I hate broccoli.", "Ann dislikes broccoli [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I don't like tennis.", "Ann not likes tennis [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: My favorite dish is ramen.", "Ann likes ramen [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I want to visit Japan.", "Ann visited Japan [<=2024-06-01, ..) wish"),
    ("2024-06-01 Ann: I'd love to visit Japan.", "Ann visited Japan [<=2024-06-01, ..) wish"),
    (
        "2024-06-01 Ann: We're going to visit Japan next month.",
        "Ann visited Japan [2024-07-01, 2024-08-01) plan",
    ),
    (
        "2024-06-01 Ann: I'll attend the conference tomorrow.",
        "Ann attended conference [2024-06-02, 2024-06-03) plan",
    ),
    // What lasts, what is over, what is to come.
    (
        "2024-06-01 Ann: I've been learning chess for the past two years.",
        "Ann learns chess [2022-06-01, ..)",
    ),
    (
        "2024-06-01 Ann: I'm working at Hooli until August.",
        "Ann works_at Hooli [<=2024-06-01, 2024-09-01)",
    ),
    ("2024-06-01 Ann: I worked at Hooli until May.", "Ann works_at Hooli [.., 2024-06-01)"),
    (
        "2024-06-01 Ann: I lived in Lima from 2010 to 2014.",
        "Ann lives_in Lima [2010-01-01, 2015-01-01)",
    ),
    ("2024-06-01 Ann: We don't live in Rome any more.", "Ann lives_in Rome [.., 2024-06-01)"),
    ("2024-06-01 Ann: I don't work at Acme anymore.", "Ann works_at Acme [.., 2024-06-01)"),
    ("2024-06-01 Ann: Since March I no longer work at Acme.", "Ann works_at Acme [.., 2024-03-01)"),
    ("2024-06-01 Ann: I used to repair bridges.", "Ann repair bridge [.., 2024-06-01)"),
    ("2024-06-01 Ann: I repair bridges.", "Ann repair bridge [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I go swimming every Tuesday.", "Ann did swimming [<=2024-06-01, ..)"),
    (
        "2024-06-01 Ann: I'm flying to Madrid on Friday.",
        "Ann visited Madrid [2024-06-07, 2024-06-08) plan",
    ),
    (
        "2024-06-01 Ann: I ran a marathon last Sunday.",
        "Ann attended marathon [2024-05-26, 2024-05-27)",
    ),
    ("2024-06-01 Ann: I move to Pisa in August.", "Ann lives_in Pisa [2024-08-01, ..) plan"),
    ("2024-06-01 Ann: I had a boat.", "Ann has boat [.., 2024-06-01)"),
    ("2024-06-01 Ann: I have visited Quito twice.", "Ann visited Quito [.., 2024-06-02)"),
    // A time that is named and cannot be told: no later than the telling.
    (
        "2024-06-01 Ann: I moved to Rome two days after my birthday.",
        "Ann moved_to Rome [.., 2024-06-02)",
    ),
    (
        "2024-06-01 Ann: Two days after my birthday, I moved to Rome.",
        "Ann moved_to Rome [.., 2024-06-02)",
    ),
    ("2024-06-01 Ann: I bought a boat on 30 February.", "Ann bought boat [.., 2024-06-02)"),
    ("2024-06-01 Ann: On 30 February I bought a boat.", "Ann bought boat [.., 2024-06-02)"),
    ("2024-06-01 Ann: I broke my arm when I was ten.", "Ann break arm [.., 2024-06-02)"),
    ("2024-06-01 Ann: When I was ten, I broke my arm.", "Ann break arm [.., 2024-06-02)"),
    (
        "2024-06-01 Ann: I bought a boat and I sold it on 30 February.",
        "Ann bought boat [2024-06-01, 2024-06-02)",
    ),
    (
        "2024-06-01 Ann: We'll visit Rome two days after my birthday.",
        "Ann visited Rome [2024-06-01, ..) plan",
    ),
    // Lengths: of what is over, and of what lasts.
    ("2024-06-01 Ann: I was in hospital for two weeks.", "Ann be_in hospital [.., 2024-06-01)"),
    ("2024-06-01 Ann: I lived in Rome for six years.", "Ann lives_in Rome [.., 2024-06-01)"),
    ("2024-06-01 Ann: I played the cello for ten years.", "Ann plays cello [.., 2024-06-01)"),
    ("2024-06-01 Ann: I had a dog for three years.", "Ann has_pet dog [.., 2024-06-01)"),
    ("2024-06-01 Ann: I've had a dog for three years.", "Ann has_pet dog [2021-01-01, ..)"),
    (
        "2024-06-01 Ann: My brother has had a dog for three years.",
        "Ann's brother has_pet dog [2021-01-01, ..)",
    ),
    ("2024-06-01 Ann: I have had a car for two years.", "Ann has car [2022-01-01, ..)"),
    (
        "2024-06-01 Ann: I've been repairing bridges for two years.",
        "Ann repair bridge [2022-01-01, ..)",
    ),
    ("2024-06-01 Ann: I painted for three hours.", "Ann did painting [2024-06-01, 2024-06-02)"),
    (
        "2024-06-01 Ann: I visited Rome for two weeks in 2019.",
        "Ann visited Rome [2019-01-01, 2020-01-01)",
    ),
    // Words that end a state.
    ("2024-06-01 Ann: I stopped working at Acme in March.", "Ann works_at Acme [.., 2024-03-01)"),
    ("2024-06-01 Ann: I quit working at Acme.", "Ann works_at Acme [.., 2024-06-01)"),
    ("2024-06-01 Ann: I gave up playing the cello.", "Ann plays cello [.., 2024-06-01)"),
    ("2024-06-01 Ann: I gave up playing the cello.", "Ann stopped cello [2024-06-01, 2024-06-02)"),
    ("2024-06-01 Ann: I've stopped playing tennis.", "Ann plays tennis [.., 2024-06-01)"),
    ("2024-06-01 Ann: I stopped repairing bridges.", "Ann repair bridge [.., 2024-06-01)"),
    ("2024-06-01 Ann: I was fired from Acme in March.", "Ann works_at Acme [.., 2024-03-01)"),
    ("2024-06-01 Ann: I got fired from Acme last week.", "Ann works_at Acme [.., 2024-05-20)"),
    ("2024-06-01 Ann: I was let go from Acme yesterday.", "Ann works_at Acme [.., 2024-05-31)"),
    ("2024-06-01 Ann: I quit Acme.", "Ann works_at Acme [.., 2024-06-01)"),
    ("2024-06-01 Ann: I left the band last year.", "Ann member_of band [.., 2023-01-01)"),
    ("2024-06-01 Ann: I broke up with Marco last week.", "Ann partner_of Marco [.., 2024-05-20)"),
    ("2024-06-01 Ann: I broke up with Kaveh last week.", "Ann partner_of Kaveh [.., 2024-05-20)"),
    (
        "2024-06-01 Ann: I broke up with my boyfriend last week.",
        "Ann partner_of Ann's boyfriend [.., 2024-05-20)",
    ),
    ("2024-06-01 Ann: I divorced Marco in 2020.", "Ann married_to Marco [.., 2020-01-01)"),
    ("2024-06-01 Ann: I was married to Marco.", "Ann married_to Marco [.., 2024-06-01)"),
    // Denied, and under no condition.
    (
        "2024-06-01 Ann: I don't think I'll move to Rome.",
        "Ann not moved_to Rome [2024-06-01, ..) plan",
    ),
    (
        "2024-06-01 Ann: I don't think I'll pack and buy a boat.",
        "Ann not bought boat [2024-06-01, ..) plan",
    ),
    (
        "2024-06-01 Ann: I don't think I'll go, but I'll buy a boat.",
        "Ann bought boat [2024-06-01, ..) plan",
    ),
    ("2024-06-01 Ann: I don't think I like tennis.", "Ann not likes tennis [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I don't think I work at Acme anymore.", "Ann works_at Acme [.., 2024-06-01)"),
    ("2024-06-01 Ann: Even if it rains, I'll buy a boat.", "Ann bought boat [2024-06-01, ..) plan"),
    (
        "2024-06-01 Ann: I'll stay if it rains, but I'm flying to Madrid on Friday.",
        "Ann visited Madrid [2024-06-07, 2024-06-08) plan",
    ),
    ("2024-06-01 Ann: Let me say I moved to Rome.", "Ann moved_to Rome [2024-06-01, 2024-06-02)"),
    ("2024-06-01 Ann: Had a great time in Rome.", "Ann have_in Rome [2024-06-01, 2024-06-02)"),
    // Told as another's, as over, or as so still.
    (
        "2023-06-14 Ann: I thought Sara lived in Oslo, but she lives in Bergen.",
        "Sara lives_in Bergen [<=2023-06-14, ..)",
    ),
    (
        "2023-06-14 Ann: Sara thinks she will move to Rome.",
        "Sara moved_to Rome [2023-06-14, ..) plan",
    ),
    ("2023-06-14 Ann: I think I live in Rome.", "Ann lives_in Rome [<=2023-06-14, ..)"),
    (
        "2023-06-14 Ann: Instead of moving to Berlin I stayed in Graz.",
        "Ann lives_in Graz [.., 2023-06-14)",
    ),
    (
        "2023-06-14 Ann: I was about to quit my job at Acme.",
        "Ann works_at Acme [.., 2023-06-14) plan",
    ),
    ("2023-06-14 Ann: I work as a nurse these days.", "Ann works_as nurse [<=2023-06-14, ..)"),
    ("2023-06-14 Ann: I work as a nurse nowadays.", "Ann works_as nurse [<=2023-06-14, ..)"),
    (
        "2023-06-14 Ann: In 2019 I worked at Acme, but now I work at Globex.",
        "Ann works_at Acme [2019-01-01, 2020-01-01)",
    ),
    (
        "2023-06-14 Ann: In 2019 I worked at Acme, but now I work at Globex.",
        "Ann works_at Globex [<=2023-06-14, ..)",
    ),
    (
        "2023-06-14 Ann: In 2019 I worked at Acme, but in 2021 I worked at Globex.",
        "Ann works_at Acme [2019-01-01, 2020-01-01)",
    ),
    (
        "2023-06-14 Ann: In 2019 I worked at Acme, but in 2021 I worked at Globex.",
        "Ann works_at Globex [2021-01-01, 2022-01-01)",
    ),
    (
        "2023-06-14 Ann: It's been three years since I left my job at Acme.",
        "Ann works_at Acme [.., 2020-01-01)",
    ),
    (
        "2023-06-14 Ann: It has been three years since I moved to Rome.",
        "Ann lives_in Rome [2020-01-01, ..)",
    ),
    (
        "2023-06-14 Ann: I was planning to visit Kyoto in May.",
        "Ann visited Kyoto [.., 2023-06-14) plan",
    ),
    (
        "2023-06-14 Ann: I wanted to move to Oslo in March.",
        "Ann moved_to Oslo [.., 2023-06-14) wish",
    ),
    (
        "2023-06-14 Ann: I was going to move to Dublin last year, but it fell through.",
        "Ann moved_to Dublin [.., 2023-06-14) plan",
    ),
    (
        "2023-06-14 Ann: I decided to move to Oslo in August.",
        "Ann moved_to Oslo [2023-08-01, 2023-09-01) plan",
    ),
    (
        "2023-06-14 Ann: I've always wanted to visit Japan.",
        "Ann visited Japan [<=2023-06-14, ..) wish",
    ),
    (
        "2023-06-14 Ann: I used to work at Acme and I still do.",
        "Ann works_at Acme [<=2023-06-14, ..)",
    ),
    (
        "2023-06-14 Ann: I used to live in Rome, but I still work at Acme.",
        "Ann lives_in Rome [.., 2023-06-14)",
    ),
    (
        "2023-06-14 Ann: I'd love to work at Nintendo someday.",
        "Ann works_at Nintendo [<=2023-06-14, ..) wish",
    ),
    ("2023-06-14 Ann: Maybe I'll move to Prague.", "Ann moved_to Prague [2023-06-14, ..) plan"),
    // Events.
    (
        "2024-06-01 Ann: I ran a charity race last Saturday.",
        "Ann attended charity race [2024-05-25, 2024-05-26)",
    ),
    (
        "2024-06-01 Ann: Last week I signed up for a pottery class.",
        "Ann signed_up_for pottery class [2024-05-20, 2024-05-27)",
    ),
    ("2024-06-01 Ann: I bought a red bike.", "Ann bought bike [2024-06-01, 2024-06-02)"),
    (
        "2024-06-01 Ann: I read \"The Dry Season\" in 2020.",
        "Ann read The Dry Season [2020-01-01, 2021-01-01)",
    ),
    ("2024-06-01 Ann: I painted a lake.", "Ann made lake [2024-06-01, 2024-06-02)"),
    ("2024-06-01 Ann: I gave up smoking.", "Ann stopped smoking [2024-06-01, 2024-06-02)"),
    ("2024-06-01 Ann: We went camping two weeks ago.", "Ann did camping [2024-05-13, 2024-05-20)"),
    // No rule: the verb and what it is done to.
    ("2024-06-01 Ann: I repaired the old bridge.", "Ann repair bridge [2024-06-01, 2024-06-02)"),
    (
        "2024-06-01 Ann: I argued with Clara about rent.",
        "Ann argue_with Clara [2024-06-01, 2024-06-02)",
    ),
    ("2024-06-01 Ann: I packed and sold my bike.", "Ann sold bike [2024-06-01, 2024-06-02)"),
    // You, without a time, an image.
    ("2024-06-01 Ann: You bought a boat!", "Benjamin bought boat [2024-06-01, 2024-06-02)"),
    ("- Ann: I bought a boat.", "Ann bought boat [.., ..)"),
    ("- Ann: I bought a boat yesterday.", "Ann bought boat [.., ..)"),
    ("- Ann: I bought a boat on 7 May 2023.", "Ann bought boat [2023-05-07, 2023-05-08)"),
    (
        "2024-06-01 Ann: Look! [image: a photo of a wooden boat on a lake]",
        "Ann shared_image wooden boat [2024-06-01, 2024-06-02)",
    ),
];

#[test]
fn each_turn_tells_its_fact() {
    let mut missing = Vec::new();
    for (dialogue, fact) in TOLD {
        let found = notes(dialogue);
        if !found.iter().any(|f| f == fact) {
            missing.push(format!("{dialogue}\n   wants {fact}\n   found {found:#?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(TOLD.len() >= 40);
}

/// Facts of "have" and "do" as main verbs, which a parser calls verbs and the rules auxiliaries.
const CARRIED: &[(&str, &str)] = &[
    ("2024-06-01 Ann: I have a dog named Rex.", "Ann has_pet Rex [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I have a car.", "Ann has car [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I don't have a car.", "Ann not has car [<=2024-06-01, ..)"),
    ("2024-06-01 Ann: I did yoga yesterday.", "Ann did yoga [2024-05-31, 2024-06-01)"),
    ("2024-06-01 Ann: I had surgery last week.", "Ann has surgery [2024-05-20, 2024-05-27)"),
];

#[test]
fn with_a_parse_the_same_is_told() {
    let mut missing = Vec::new();
    for (dialogue, fact) in TOLD.iter().chain(CARRIED) {
        if CARRIED.iter().any(|(other, _)| other == dialogue) {
            assert!(notes(dialogue).iter().any(|f| f == fact), "{:#?}", notes(dialogue));
        }
        let found = parsed_notes(dialogue);
        if !found.iter().any(|f| f == fact) {
            missing.push(format!("{dialogue}\n   wants {fact}\n   found {found:#?}"));
        }
    }
    assert!(missing.is_empty(), "{} {}", missing.len(), missing.join("\n"));
}

#[test]
fn what_asserts_nothing_gives_no_fact() {
    for dialogue in [
        "2024-06-01 Ann: Do I work at Acme?",
        "2024-06-01 Ann: Did you visit Rome last year?",
        "2024-06-01 Ann: What do you like about Lisbon?",
        "2024-06-01 Ann: I wish I had a boat.",
        "2024-06-01 Ann: I nearly moved to Lyon in 2019.",
        "2024-06-01 Ann: I dreamed I visited Mars.",
        "2024-06-01 Ann: I wish I lived in Paris!",
        "2024-06-01 Ann: Imagine I bought a castle.",
        "2024-06-01 Ann: I would have bought the house last year.",
        "2024-06-01 Ann: If I lived in Rome, I could visit the museums.",
        "2024-06-01 Ann: I might buy a boat.",
        "2024-06-01 Ann: I could move to Rome.",
        "2024-06-01 Ann: Let's say I moved to Rome last year, and I bought a boat.",
        "2024-06-01 Ann: Say I moved to Rome, and bought a boat.",
        "2024-06-01 Ann: Let's assume that I work at Acme.",
        "2024-06-01 Ann: Had I moved to Rome, I would have bought a boat.",
        "2024-06-01 Ann: I would have bought a boat had I moved to Rome.",
        "2024-06-01 Ann: Had I not bought the boat, I would live in Rome.",
        "2024-06-01 Ann: Were I to move to Rome, I would buy a boat.",
        "2024-06-01 Ann: If it rains, I'll visit the museum tomorrow.",
        "2024-06-01 Ann: I'm going to visit Rome next month unless it rains.",
        "2024-06-01 Ann: Should it rain, I'll visit the museum.",
        "2024-06-01 Ann: I doubt I'll visit Rome.",
        "2024-06-01 Ann: They bought a boat.",
        "2024-06-01 Ann: She works at Acme.",
        "2024-06-01 Ann: Wow, thanks! Take care!",
        "2024-06-01 Ann: ...",
        "2024-06-01 Ann: 我昨天去了北京。",
        "2024-06-01 Ann: Ich wohne in Berlin.",
    ] {
        assert_eq!(notes(dialogue), Vec::<String>::new(), "{dialogue}");
    }
}

/// What is told as another's words, as a belief given up, as fiction, or as not true.
const FRAMED: &[&str] = &[
    "2023-06-14 Ann: Sara thinks I work at Google, but I don't.",
    "2023-06-14 Ann: My boss believes that I live in Porto.",
    "2023-06-14 Ann: Everyone thinks Karl lives in Oslo.",
    "2023-06-14 Ann: It's not true that I moved to Ghent.",
    "2023-06-14 Ann: It is a rumour that I moved to Ghent.",
    "2023-06-14 Ann: It's false that I moved to Ghent.",
    "2023-06-14 Ann: I deny that I moved to Ghent.",
    "2023-06-14 Ann: He claims I moved to Ghent.",
    "2023-06-14 Ann: I never said I moved to Ghent.",
    "2023-06-14 Ann: According to Sara, I work at Google.",
    "2023-06-14 Ann: According to Sara I work at Google.",
    "2023-06-14 Ann: I work at Google, according to Sara.",
    "2023-06-14 Ann: I dreamt that I lived in Cairo.",
    "2023-06-14 Ann: I dreamed that I lived in Cairo.",
    "2023-06-14 Ann: In my dream I lived in Cairo.",
    "2023-06-14 Ann: In the game I lived in Cairo.",
    "2023-06-14 Ann: In the novel, I live in Cairo.",
    "2023-06-14 Ann: I told him I lived in Rome, but that was a joke.",
    "2023-06-14 Ann: I told him I lived in Rome, but it isn't true.",
    "2023-06-14 Ann: I thought I worked at Google.",
    "2023-06-14 Ann: I used to believe I worked at Acme.",
    "2023-06-14 Ann: I was sure I worked at Google.",
    "2023-06-14 Ann: Neither Karl nor I work at Acme.",
    "2023-06-14 Ann: I like neither tea nor coffee.",
    "2023-06-14 Ann: I have hardly ever visited Rome.",
    "2023-06-14 Ann: I rarely ever visited Rome.",
    "2023-06-14 Ann: I've scarcely visited Rome.",
    "2023-06-14 Ann: Suppose I had moved to Rome.",
    "2023-06-14 Ann: Pretend I live in Rome.",
];

#[test]
fn what_is_framed_is_not_told_as_so_with_or_without_a_parse() {
    for dialogue in FRAMED {
        assert_eq!(notes(dialogue), Vec::<String>::new(), "{dialogue}");
        assert_eq!(parsed_notes(dialogue), Vec::<String>::new(), "{dialogue}, parsed");
    }
}

#[test]
fn a_form_that_the_lists_lack_is_known_by_its_lemma() {
    let found = parsed_notes("2023-06-14 Ann: I learnt chess in 2020.");
    assert_eq!(found, ["Ann learns chess [2020-01-01, 2021-01-01)"]);
}

#[test]
fn a_doing_left_out_is_not_told() {
    for left_out in ["Instead of", "Without", "Rather than"] {
        let dialogue = format!("2023-06-14 Ann: {left_out} moving to Berlin, I stayed in Graz.");
        for found in [notes(&dialogue), parsed_notes(&dialogue)] {
            assert_eq!(found, ["Ann lives_in Graz [.., 2023-06-14)"], "{dialogue}");
        }
    }
}

#[test]
fn what_ended_or_was_not_said_does_not_frame_the_rest() {
    for (dialogue, fact) in [
        ("2023-06-14 Ann: I don't deny that I live in Ghent.", "lives_in Ghent"),
        ("2023-06-14 Ann: In the book club I met Dora.", "met Dora"),
        ("2023-06-14 Ann: I know that Karl lives in Oslo.", "lives_in Oslo"),
        ("2023-06-14 Ann: It's true that I moved to Ghent.", "moved_to Ghent"),
        ("2023-06-14 Ann: Karl thinks I live in Rome, but I live in Oslo.", "lives_in Oslo"),
        ("2023-06-14 Ann: I'm sure I work at Google.", "works_at Google"),
    ] {
        for found in [notes(dialogue), parsed_notes(dialogue)] {
            assert!(found.iter().any(|f| f.contains(fact)), "{dialogue}: {found:?}");
        }
    }
}

#[test]
fn what_did_not_end_is_not_closed() {
    for (dialogue, fact) in [
        ("2024-06-01 Ann: I didn't quit my job at Acme.", "works_at"),
        ("2024-06-01 Ann: I never stopped working at Acme.", "works_at"),
        ("2024-06-01 Ann: I want to leave my job at Acme.", "works_at"),
        ("2024-06-01 Ann: I'll stop playing the cello.", "plays"),
        ("2024-06-01 Ann: Clara doesn't think I like tennis.", "likes"),
    ] {
        let found = notes(dialogue);
        assert!(!found.iter().any(|f| f.contains(fact)), "{dialogue}: {found:?}");
    }
}

#[test]
fn instructions_and_tools_give_nothing_and_an_assistant_speaks_as_a_person() {
    let mut said = turn("2024-06-01 Ann: I live in Lisbon.");
    for (role, facts) in
        [(Role::System, 0), (Role::Tool, 0), (Role::Assistant, 1), (Role::Person, 1)]
    {
        said.role = role;
        let out = extract(&said, &[], &["Ann", "Benjamin"]);
        assert_eq!(out.facts.len(), facts, "{role:?}");
        assert_eq!(out.mentions.is_empty(), facts == 0, "{role:?}");
    }
}

#[test]
fn two_named_beside_each_other_leave_she_unknown() {
    let told = notes("2024-06-01 Ann: Clara met Dora. She lives in Lisbon.");
    assert!(!told.iter().any(|f| f.contains("lives_in")), "{told:?}");
}

#[test]
fn among_three_you_are_who_spoke_last() {
    let before = [turn("2024-06-01 Cora: Hi"), turn("2024-06-01 Benjamin: Hello")];
    let now = turn("2024-06-01 Ann: You bought a boat.");
    let names = ["Ann", "Benjamin", "Cora"];
    assert!(extract(&now, &before, &names).facts.iter().any(|f| f.subject.name == "Benjamin"));
    assert!(extract(&now, &[], &names).facts.is_empty());
}

fn named(dialogue: &str) -> Vec<String> {
    read(dialogue).mentions.iter().map(|m| format!("{}/{}", m.thing.name, m.thing.kind)).collect()
}

/// The dialogue, and a name with its type that the last turn speaks of.
const NAMED: &[(&str, &str)] = &[
    ("2024-06-01 Ann: Hello", "Ann/person"),
    ("2024-06-01 Ann: Thanks, Ben!", "Benjamin/person"),
    ("2024-06-01 Ann: Benj, guess what", "Benjamin/person"),
    ("2024-06-01 Ann: I saw my cousin Ottoline there", "Ottoline/person"),
    ("2024-06-01 Ann: We flew to Reykjavik", "Reykjavik/place"),
    ("2024-06-01 Ann: Stanford University was loud", "Stanford University/organization"),
    ("2024-06-01 Ann: She wrote \"Rivers of Glass\" there", "Rivers of Glass/work"),
    ("2024-06-01 Ann: 我在看《三体》", "三体/work"),
    ("2024-06-01 Ann: ask @maple_fox about it", "@maple_fox/person"),
    ("2024-06-01 Ann: The support group met at noon", "support group/organization"),
    ("2024-06-01 Ann: Two pottery classes were full", "pottery class/thing"),
    ("2024-06-01 Ann: that charity race was hard", "charity race/event"),
    ("2024-06-01 Ann: My puppies eat shoes", "shoe/thing"),
    ("2024-06-01 Ann: We saw the Museum of Modern Art", "Museum of Modern Art/thing"),
    ("2024-06-01 Ann: see [image: a photo of two dogs in a park]", "dog/animal"),
];

#[test]
fn each_turn_speaks_of_its_things() {
    let mut missing = Vec::new();
    for (dialogue, name) in NAMED {
        let found = named(dialogue);
        if !found.iter().any(|f| f == name) {
            missing.push(format!("{dialogue}\n   wants {name}, found {found:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn common_words_are_no_names() {
    assert_eq!(
        named("2024-06-01 Ann: Wow! Great to see you. Thanks so much, it was really good."),
        ["Ann/person"]
    );
    assert_eq!(named("2024-06-01 Ann: WE ARE SO HAPPY FOR YOU TODAY AND ALWAYS"), ["Ann/person"]);
    assert_eq!(named("2024-06-01 Ann: On Friday, in May, I slept."), ["Ann/person"]);
}

#[test]
fn a_short_form_that_two_could_bear_is_nobody() {
    let said = turn("2024-06-01 Ann: Thanks, Mar!");
    let names = |all: &[&str]| -> Vec<String> {
        extract(&said, &[], all).mentions.into_iter().map(|m| m.thing.name).collect()
    };
    assert!(names(&["Ann", "Martha"]).contains(&"Martha".to_owned()));
    assert!(!names(&["Ann", "Martha", "Marcus"]).iter().any(|n| n == "Martha" || n == "Marcus"));
}

#[test]
fn a_statement_is_a_plain_sentence_with_names_and_its_date() {
    for (dialogue, sentence) in [
        (
            "2024-06-01 Ann: I ran a charity race for my club last Saturday.",
            "Ann ran a charity race for Ann's club last Saturday [2024-05-25]",
        ),
        ("2024-06-01 Ann: I don't work at Acme.", "Ann does not work at Acme"),
        ("2024-06-01 Ann: I'm working for Initech and I love it.", "Ann is working for Initech"),
        (
            "2024-06-01 Ann: We've visited Rome with your sister.",
            "Ann has visited Rome with Benjamin's sister",
        ),
        ("2024-06-01 Ann: Yesterday I bought a boat.", "Ann bought a boat [2024-05-31]"),
        (
            "2024-06-01 Ann: I don't think I'll move to Rome.",
            "Ann does not think Ann will move to Rome",
        ),
        ("2024-06-01 Ann: I enjoy chess.", "Ann enjoys chess"),
        ("2024-06-01 Ann: Bought a boat!", "Ann bought a boat"),
        (
            "2024-06-01 Ann: Zoë is my sister. She's been climbing for years.",
            "Ann's sister has been climbing for years",
        ),
    ] {
        let told = read(dialogue);
        let found: Vec<&str> = told.facts.iter().map(|f| f.statement.as_str()).collect();
        assert!(found.contains(&sentence), "{sentence}: {found:?}");
    }
}

#[test]
fn a_rule_is_surer_than_an_open_fact() {
    let of = |line: &str| read(line).facts.first().map(|f| f.confidence).expect("a fact");
    let (rule, open) =
        (of("2024-06-01 Ann: I live in Lisbon."), of("2024-06-01 Ann: I repaired a bridge."));
    assert!(rule > open && open > 0.0 && rule < 1.0);
}

#[test]
fn a_very_long_turn_is_cut_at_the_known_bounds() {
    let mut said = turn("2024-06-01 Ann: x");
    said.text = "I bought a boat and visited Rome with my sister Clara. ".repeat(20_000);
    let many = extract(&said, &[], &["Ann", "Benjamin"]);
    assert_eq!(many.mentions.len(), MOST_MENTIONS);
    assert!(many.facts.len() <= MOST_FACTS);
    for text in [
        "(".repeat(1_000_000),
        "a ".repeat(500_000),
        "\"A ".repeat(300_000),
        "İ".repeat(500_000),
        "of the ".repeat(150_000),
        "neither of ".repeat(100_000),
        "I thought I said that was a joke ".repeat(30_000),
        "He claims I moved but ".repeat(50_000),
    ] {
        said.text = text;
        extract(&said, &[], &["Ann", "Benjamin"]);
    }
}

const WORDS: &[&str] = &[
    "I",
    "you",
    "She",
    "my",
    "your",
    "sister",
    "Anna",
    "dog",
    "named",
    "work",
    "worked",
    "at",
    "Acme",
    "to",
    "'s",
    "don't",
    "never",
    "will",
    "would",
    "love",
    "and",
    ",",
    ".",
    "?",
    "yesterday",
    "in",
    "2019",
    "“A",
    "B”",
    "《",
    "》",
    "@x",
    "going",
    "was",
    "been",
    "if",
    "who",
    "of",
    "photo",
    "the",
    "😀",
    "ﬁ",
    "東京",
    "İ",
    "-",
];

proptest! {
    #[test]
    fn any_words_are_read_twice_alike_and_spans_lie_in_the_text(picks in prop::collection::vec(0..WORDS.len(), 0..24)) {
        let text: Vec<&str> = picks.iter().map(|i| WORDS[*i]).collect();
        sound(text.join(" "))?;
    }

    #[test]
    fn any_unicode_is_read(text in any::<String>()) {
        sound(text)?;
    }
}

fn sound(text: String) -> Result<(), TestCaseError> {
    let mut said = turn("2024-06-01 Ann: x");
    said.image_caption = Some(text.clone());
    said.text = text;
    let once = extract(&said, &[], &["Ann", "Benjamin", "ß"]);
    prop_assert_eq!(&once, &extract(&said, &[], &["Ann", "Benjamin", "ß"]));
    for m in &once.mentions {
        prop_assert!(said.text.get(m.span.clone()).is_some());
        prop_assert!(!m.thing.name.trim().is_empty());
    }
    for f in &once.facts {
        prop_assert!(said.text.get(f.span.clone()).is_some());
        prop_assert!(
            !f.statement.is_empty() && !f.predicate.is_empty() && !f.subject.name.is_empty()
        );
        let plain =
            f.predicate.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit());
        prop_assert!(plain, "{}", f.predicate);
    }
    Ok(())
}
