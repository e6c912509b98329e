//! Prints the times that each line of standard input names, as said at a moment. With `parsed` behind
//! the moment, a parse of each line decides what its words leave open.
//!
//!     echo "We met last Friday at noon" | cargo run --example times 2023-06-14T19:30 parsed

use std::error::Error;
use std::io::{BufRead as _, stdin};

use hippograph::models::{self, Fetch, Silent};
use hippograph::parse::English;
use hippograph::schema::Moment;
use hippograph::time::{find, find_parsed};

fn main() -> Result<(), Box<dyn Error>> {
    let said_at: Moment = std::env::args().nth(1).ok_or("give the moment of speaking")?.parse()?;
    let english = match std::env::args().nth(2).as_deref() {
        Some("parsed") => Some(English::load(models::english(&Fetch::from_env(), &mut Silent)?)?),
        Some(other) => Err(format!("behind the moment stands `parsed` or nothing, not `{other}`"))?,
        None => None,
    };
    for line in stdin().lock().lines() {
        let line = line?;
        println!("{line}");
        let doc = english.as_ref().and_then(|english| english.parse(&[line.as_str()]).pop());
        let found = match &doc {
            Some(doc) => find_parsed(doc, said_at),
            None => find(&line, said_at),
        };
        for expression in found {
            let told = line.get(expression.phrase.clone()).unwrap_or_default();
            let Some(best) = expression.readings.first() else { continue };
            println!("    {told} = {best}{}", if expression.vague { ", vague" } else { "" });
        }
    }
    Ok(())
}
