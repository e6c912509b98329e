#!/bin/sh
# Scores the files of a report with independent programs, in a Python environment of its own.
#
#   hippograph eval multihop DIR --json report.json
#   benches/peers/run.sh report.json --multihop DIR
#   benches/peers/run.sh report.json --locomo FILE
#
# Installs bm25s, python-igraph and sentence-transformers (with torch, some gigabytes) with pip on
# first use, into PEERS_ENV (default: target/peers). PEERS_PYTHON names a Python that has them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
if [ -z "${PEERS_PYTHON:-}" ]; then
    env=${PEERS_ENV:-$root/target/peers}
    if [ ! -x "$env/bin/python" ]; then
        python3 -m venv "$env"
        "$env/bin/python" -m pip install --quiet --requirement "$here/requirements.txt"
    fi
    PEERS_PYTHON=$env/bin/python
fi
cargo build --quiet --release --manifest-path "$root/Cargo.toml" --example walk
exec "$PEERS_PYTHON" "$here/peers.py" --walk "$root/target/release/examples/walk" "$@"
