//! The times of one turn of talk: a plain one, and one full of times.

#![expect(missing_docs, reason = "criterion makes functions without them")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hippograph::schema::Moment;
use hippograph::time::find;

const PLAIN: &str = "Thanks! I love to paint with the kids, it always calms me down, and the colours \
                     they choose are a joy to look at. What do you do to relax?";
const FULL: &str = "Last Friday I ran, we leave on 3 July 2023 at 8am, and I've worked there for four \
                    years; in the summer of 2022 we camped from Monday to Friday, two weeks before \
                    Christmas.";

fn turns(criterion: &mut Criterion) {
    let said: Moment = "2023-06-14T19:30".parse().expect("a moment");
    let mut group = criterion.benchmark_group("time");
    for (name, text) in [("plain turn", PLAIN), ("turn full of times", FULL)] {
        group.bench_function(name, |b| b.iter(|| find(black_box(text), said)));
    }
    group.finish();
}

criterion_group!(benches, turns);
criterion_main!(benches);
