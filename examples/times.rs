//! Prints the times that each line of standard input names, as said at a moment.
//!
//!     echo "We met last Friday at noon" | cargo run --example times 2023-06-14T19:30

use std::error::Error;
use std::io::{BufRead as _, stdin};

use hippograph::schema::Moment;
use hippograph::time::find;

fn main() -> Result<(), Box<dyn Error>> {
    let said_at: Moment = std::env::args().nth(1).ok_or("give the moment of speaking")?.parse()?;
    for line in stdin().lock().lines() {
        let line = line?;
        println!("{line}");
        for expression in find(&line, said_at) {
            let told = line.get(expression.phrase.clone()).unwrap_or_default();
            let Some(best) = expression.readings.first() else { continue };
            println!("    {told} = {best}{}", if expression.vague { ", vague" } else { "" });
        }
    }
    Ok(())
}
