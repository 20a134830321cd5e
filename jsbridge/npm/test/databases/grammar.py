"""Parses queries by the grammar of their dialect. python grammar.py FOLDER, with queries named DIALECT-NAME.sql.

It prints one line for each dialect, and ends with an error at the first query that the grammar refuses. What a parser
hands on unread, as sqlglot does with statements that it does not know, counts as refused.
"""

import pathlib
import sys

import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel

sys.setrecursionlimit(100_000)
counts = {}
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.sql")):
    dialect = file.name.partition("-")[0]
    statements = sqlglot.parse(file.read_text(encoding="utf-8"), dialect=dialect, error_level=ErrorLevel.RAISE)
    for statement in filter(None, statements):
        if not isinstance(statement, exp.Select) or statement.find(exp.Command):
            raise SystemExit(f"{file.name}: not read as a SELECT, but as {type(statement).__name__}")
    counts[dialect] = counts.get(dialect, 0) + 1
for dialect, count in counts.items():
    print(f"{dialect}: {count} queries parsed by sqlglot {sqlglot.__version__}")
