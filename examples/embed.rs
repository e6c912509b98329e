//! Embeds a file of one text a line with all-MiniLM-L6-v2, and tells how many texts a second.
//! A measuring tool: never keeps anything but what `models` keeps.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use hippograph::embed::{Embedder as _, MiniLm};
use hippograph::models::{self, Fetch, Progress};

#[derive(Debug, Parser)]
struct Arguments {
    /// One text a line.
    file: PathBuf,
    /// How many threads to use; all cores if not told.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// How many times to embed the file; the best is told.
    #[arg(long, default_value_t = 1)]
    rounds: usize,
    /// Also print each vector as a line of JSON.
    #[arg(long)]
    vectors: bool,
}

struct Talk;

impl Progress for Talk {
    fn step(&mut self, what: &str, done: u64, _: Option<u64>) {
        if done == 0 {
            eprintln!("{what}");
        }
    }
}

fn main() -> anyhow::Result<()> {
    let Arguments { file, threads, rounds, vectors } = Arguments::parse();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let model = MiniLm::load(models::minilm(&Fetch::from_env(), &mut Talk)?)?;
    let text = std::fs::read_to_string(file)?;
    let texts: Vec<&str> = text.lines().collect();

    let mut best = f64::INFINITY;
    let mut found = Vec::new();
    for _ in 0..rounds.max(1) {
        let start = Instant::now();
        found = pool.install(|| model.embed(&texts))?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    eprintln!(
        "{} texts, {} threads: {:.1} texts/s",
        texts.len(),
        pool.current_num_threads(),
        texts.len() as f64 / best
    );
    if vectors {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        for vector in &found {
            serde_json::to_writer(&mut out, vector)?;
            writeln!(out)?;
        }
        out.flush()?;
    }
    Ok(())
}
