"""What lies in every piece of evidence: its table, what is in it, how a stranger proves it."""

from __future__ import annotations

TABLE = """
CREATE TABLE row (
    seq INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL,
    payload BLOB NOT NULL, prev_hash BLOB NOT NULL, hash BLOB NOT NULL
) STRICT
"""
ABOUT = """rows.db             the rows as they are stored in the record, an SQLite file
story.txt, .html    what they say in words; story.pdf is the page printed
rules.toml          the rules in force, each with its clause
configuration.toml  limits, options and approvals of the table
software.txt        everything that ran: name, version, sha256
devices.json        every device that had said who it is
signing.pub         the first key of the table; prove.sh with another one must fail
keys.txt            the keys of later files, each signed by the one before it

To prove the rows you need sqlite3, sha256sum and openssl 3:

    sh prove.sh rows.db signing.pub

Use the signing.pub that the house gave you, not the one in this file. The
format is written down in controller/journal/FORMAT.md of the software.
"""
PROVE = r"""set -eu
record=$1 work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
wrong() { echo "NOT PROVEN: $1"; exit 1; }
ask() { sqlite3 "file:$record?mode=ro" "$1"; }
ask "SELECT writefile('$work/' || seq, CAST(prev_hash || seq || ' ' || at_us || ' '
  || length(CAST(source AS BLOB)) || ' ' || length(payload) || ' '
  || source || kind || payload AS BLOB)) FROM row" >/dev/null
ask "SELECT lower(hex(hash)) || '  ' || seq FROM row ORDER BY seq" >"$work/hashes"
(cd "$work" && sha256sum --check --quiet hashes >changed 2>/dev/null) ||
  wrong "row $(head -n 1 "$work/changed" | cut -d: -f1) was changed"
gap=$(ask "SELECT b.seq FROM row b WHERE b.seq > (SELECT min(seq) FROM row) AND NOT EXISTS
  (SELECT 1 FROM row a WHERE a.seq = b.seq - 1 AND a.hash = b.prev_hash) LIMIT 1")
[ -z "$gap" ] || wrong "row $gap does not follow the row before it"
signs() {
  openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$work/key" -in "$work/message" \
    -sigfile "$work/signature" >/dev/null 2>&1
}
openssl pkey -pubin -in "$2" -outform DER -out "$work/key"
key=$(tail -c 32 "$work/key" | od -An -v -tx1 | tr -d ' \n')
while read -r file end hash next link; do
  place="$(printf '%016x' "$end")$hash$(printf '%016x' "$file")"
  ask "SELECT writefile('$work/signature', x'$link'), writefile('$work/message',
    CAST('dealer-assist journal key' || x'00$place$next' AS BLOB))" >/dev/null
  signs || wrong "the key of file $file is not signed by the key before it"
  key=$next
  ask "SELECT writefile('$work/key', x'302a300506032b6570032100$key')" >/dev/null
done <"$(dirname "$record")/keys.txt"
last=$(ask "SELECT max(seq) FROM row")
[ "$(ask "SELECT kind FROM row WHERE seq = $last")" = signature ] || wrong "row $last signs nothing"
by=$(ask "SELECT lower(hex(substr(payload, 4, 32))) FROM row WHERE seq = $last")
[ "$by" = "$key" ] || wrong "row $last is signed by another key"
number=$(printf '%016x' $((last - 1)))
ask "SELECT writefile('$work/signature', substr(payload, 38, 64)),
  writefile('$work/message',
    CAST('dealer-assist journal head' || x'00$number' || prev_hash AS BLOB))
  FROM row WHERE seq = $last" >/dev/null
signs || wrong "row $last does not sign the row before it"
hash=$(ask "SELECT lower(hex(prev_hash)) FROM row WHERE seq = $last" | sed 's/..../& /g; s/ $//')
echo "proven: rows $(ask 'SELECT min(seq) FROM row') to $((last - 1))"
echo "hash of row $((last - 1)): $hash"
"""
