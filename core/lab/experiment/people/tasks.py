"""Makes tasks with people of several rows from a checkout of github.com/vincentarelbundock/Rdatasets: tasks.py CHECKOUT FOLDER."""
import os
import sys

import pandas


def task(name, table, person, label, private, drop=()):
    """Public are 1500 rows of people who are not private. A private person keeps at most 40 rows."""
    rows = pandas.read_csv(f"{sys.argv[1]}/csv/{table}.csv", low_memory=False).drop(columns="rownames")
    rows = rows.rename(columns={person: "person", label: "y"}).sample(frac=1, random_state=1)
    theirs = rows.groupby("person").transform("first").pipe(private)
    rows = rows.drop(columns=list(drop))
    folder = f"{sys.argv[2]}/{name}"
    os.makedirs(folder, exist_ok=True)
    rows[~theirs].head(1500).drop(columns="person").to_csv(f"{folder}/source.csv", index=False)
    rows[theirs].groupby("person").head(40).to_csv(f"{folder}/target.csv", index=False)


task("players", "plyr/baseball", "id", "so", lambda t: t.year >= 1975,
     ["year", "stint", "team", "lg", "ibb", "hbp", "sh", "sf", "gidp"])
task("pupils", "mlmRev/egsingle", "childid", "math", lambda t: t.lowinc >= 90, ["schoolid", "year", "lowinc"])
task("storms", "dplyr/storms", "name", "wind", lambda t: t.year >= 2000,
     ["year", "pressure", "status", "category", "day", "tropicalstorm_force_diameter", "hurricane_force_diameter"])
task("schools", "mlmRev/Chem97", "school", "score", lambda t: t.lea > 40, ["lea", "student", "gcsecnt"])
task("students", "lme4/InstEval", "s", "y", lambda t: t.studage <= 4, ["d"])
