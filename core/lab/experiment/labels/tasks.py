"""Makes tasks by time, place or group from a checkout of github.com/vincentarelbundock/Rdatasets: tasks.py CHECKOUT FOLDER."""
import os
import sys

import pandas


def task(name, table, label, private, drop=()):
    """At most 1500 rows become public, and at most 2000 others private."""
    rows = pandas.read_csv(f"{sys.argv[1]}/csv/{table}.csv", low_memory=False).drop(columns="rownames")
    rows = rows[rows[label].notna()].sample(frac=1, random_state=1)
    theirs = rows.pipe(private)
    rows = rows.rename(columns={label: "y"}).drop(columns=list(drop))
    folder = f"{sys.argv[2]}/{name}"
    os.makedirs(folder, exist_ok=True)
    rows[~theirs].head(1500).to_csv(f"{folder}/source.csv", index=False)
    target = rows[theirs].head(2000)
    target.drop(columns="y").to_csv(f"{folder}/target.csv", index=False)
    target[["y"]].to_csv(f"{folder}/target_labels.csv", index=False)


task("wages_south", "AER/CPS1988", "wage", lambda t: t.region == "south", ["region"])
task("wages_young", "carData/SLID", "wages", lambda t: t.age < 32)
task("wages_late", "Ecdat/Males", "wage", lambda t: t.year >= 1985, ["nr"])
task("earnings_late", "AER/PSID7682", "wage", lambda t: t.year >= 1980, ["id"])
task("hours_late", "camerondata/laborpanel", "lnhr", lambda t: t.year >= 1986, ["id"])
task("unemployed_states", "Ecdat/Benefits", "age", lambda t: t.stateur > 8)
task("computers_late", "Ecdat/Computers", "price", lambda t: t.trend > 24)
task("food_towns", "Ecdat/BudgetFood", "wfood", lambda t: t.town >= 4)
task("doctors_late", "COUNT/rwm5yr", "docvis", lambda t: t.year >= 1987, ["id"])
task("doctors_west", "AER/NMES1988", "visits", lambda t: t.region == "west", ["region"])
task("rooms_north", "bayesrules/airbnb", "price", lambda t: t.district.isin(["North", "Far North"]))
task("words_late", "carData/GSSvocab", "vocab", lambda t: t.year >= 2006)
task("children_late", "AER/GSS7402", "kids", lambda t: t.year >= 1994)
task("scores_west", "AER/CollegeDistance", "score", lambda t: t.region == "west")
task("mathematics_rich", "nlme/MathAchieve", "MathAch", lambda t: t.SES > 0.3, ["School"])
task("lives_africa", "dslabs/gapminder", "life_expectancy", lambda t: t.continent == "Africa",
     ["country", "continent", "region"])
task("incomes_chile", "carData/Chile", "income", lambda t: t.region.isin(["SA", "M"]))
task("corn_2001", "agridat/lasrosas.corn", "yield", lambda t: t.year == 2001)
task("storms_late", "dplyr/storms", "wind", lambda t: t.year >= 2005,
     ["name", "status", "category", "tropicalstorm_force_diameter", "hurricane_force_diameter"])
task("warmth_hot", "DAAG/dengue", "temp", lambda t: t.Ymin > 20)
