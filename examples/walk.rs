//! Walks a graph that comes on standard input, and prints where the walk ends: so that its masses can
//! be held against those of another program (`benches/peers`). Line by line: `nodes 4`, then
//! `edge 0 1 0.5` for each link and `seed 2 1` for each seed. Usage: `walk DAMPING EPSILON`.

use std::error::Error;
use std::io::{BufWriter, Write, stdin, stdout};

use hippograph::graph::walk::{Adjacency, WalkOptions, walk};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut option = |name| args.next().ok_or(format!("give {name}"));
    let options = WalkOptions {
        damping: option("a damping")?.parse()?,
        epsilon: option("an epsilon")?.parse()?,
    };
    let (mut nodes, mut edges, mut seeds) = (0, Vec::new(), Vec::new());
    for line in stdin().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["nodes", count] => nodes = count.parse()?,
            ["edge", a, b, weight] => edges.push((a.parse()?, b.parse()?, weight.parse()?)),
            ["seed", node, weight] => seeds.push((node.parse()?, weight.parse()?)),
            [] => {}
            _ => return Err(format!("`{line}` is no line of a graph").into()),
        }
    }
    let walk = walk(&Adjacency::build(nodes, edges), &seeds, &options);
    let mut out = BufWriter::new(stdout().lock());
    for (node, mass) in walk.mass {
        writeln!(out, "{node} {mass:e}")?;
    }
    Ok(out.flush()?)
}
