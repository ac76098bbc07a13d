"""The record: append-only SQLite files of hashed, chained and signed rows, one a gaming day.

It knows nothing of the procedure: payloads are bytes.

    create_journal, open_journal -> Journal     append.py   the one writer
    open_reader -> Reader                       read.py     works while a daemon writes
    verify -> Report                            verify.py   chain, signatures, head file
    NextFile                                days/       names, joins, change, retention
    Draft, Row, Head                            rows.py     versions.py: the opening row
    retire                                      days/       retired.py: nothing is written behind it
    Signer                                      seal.py     keys.py: the key files

Beside `FILE` stand `FILE.head` (the newest row that is known to be durable), `FILE.lock` (who
writes) and, while open, SQLite's own `FILE-wal` and `FILE-shm`.
"""
