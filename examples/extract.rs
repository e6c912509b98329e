//! Prints what the rules make of dialogue on standard input: lines `2024-01-05 Ann: text`.

use std::io::BufRead;

use hippograph::dialogue::Turn;
use hippograph::extract::rules::Rules;
use hippograph::extract::{Context, Extractor, ProposedObject};
use hippograph::schema::record::Role;

fn main() -> anyhow::Result<()> {
    let rules = Rules::default();
    let mut sessions: Vec<Vec<Turn>> = vec![Vec::new()];
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.starts_with("==") {
            sessions.push(Vec::new());
            continue;
        }
        let Some((time, rest)) = line.split_once(' ') else { continue };
        let Some((speaker, text)) = rest.split_once(": ") else { continue };
        let (text, image) = match text.split_once(" [image: ") {
            Some((text, image)) => (text, Some(image.trim_end_matches(']').to_owned())),
            None => (text, None),
        };
        let turn = Turn {
            session: String::new(),
            session_started: None,
            id: None,
            speaker: Some(speaker.to_owned()),
            role: Role::Person,
            said_at: time.parse().ok(),
            text: text.to_owned(),
            image_caption: image,
        };
        sessions.last_mut().expect("one at least").push(turn);
    }
    let quiet = std::env::args().any(|a| a == "--quiet");
    let (mut turns, mut mentions, mut facts, mut spent) =
        (0usize, 0usize, 0usize, std::time::Duration::ZERO);
    for session in &sessions {
        let mut participants: Vec<String> = Vec::new();
        for turn in session {
            let speaker = turn.speaker.clone().unwrap_or_default();
            if !participants.contains(&speaker) {
                participants.push(speaker);
            }
        }
        for (i, turn) in session.iter().enumerate() {
            let before = &session[i.saturating_sub(8)..i];
            let began = std::time::Instant::now();
            let out = rules.extract(turn, &Context { participants: &participants, before })?;
            spent += began.elapsed();
            turns += 1;
            mentions += out.mentions.len();
            facts += out.facts.len();
            if quiet {
                continue;
            }
            println!("\n{}: {}", turn.speaker.as_deref().unwrap_or_default(), turn.text);
            if let Some(image) = &turn.image_caption {
                println!("  image {image}");
            }
            let named: Vec<String> = out
                .mentions
                .iter()
                .map(|m| format!("{} ({})", m.thing.name, m.thing.kind))
                .collect();
            println!("  @ {}", named.join(" | "));
            for f in &out.facts {
                let object = match &f.object {
                    ProposedObject::Thing(t) => format!("{} ({})", t.name, t.kind),
                    ProposedObject::Literal(l) => format!("\"{l}\""),
                };
                let not = if f.negated { "NOT " } else { "" };
                println!(
                    "  = {} {not}{} {object} {} {:?} {}",
                    f.subject.name, f.predicate, f.valid, f.modality, f.rule
                );
                println!("      {}", f.statement);
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    let per = |n: usize| n as f64 / turns.max(1) as f64;
    eprintln!(
        "{turns} turns, {:.2} mentions and {:.2} facts a turn, {:.1} us a turn",
        per(mentions),
        per(facts),
        spent.as_secs_f64() * 1e6 / turns.max(1) as f64
    );
    Ok(())
}
