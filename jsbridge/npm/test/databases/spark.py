"""Runs SQL in Spark, for tests. python spark.py MASTER ANSI [NAME=VALUE ...]

For each line of the standard input, which names a file of SQL, it prints one line of JSON: the rows of the last
statement, or {"error": text}. A statement ends in a semicolon at the end of a line. "\\load TABLE FILE NAMES" makes a
table of texts with these columns from a CSV file: an empty cell is NULL in every other row, and the empty text in the
others. The rows are in the memory of all executors.
"""

import csv
import json
import os
import sys

import pyspark
from pyspark.sql import SparkSession
from pyspark.sql.types import StringType, StructField, StructType

os.environ |= {
    "SPARK_HOME": os.path.dirname(pyspark.__file__),  # where executors find Spark
    "PYSPARK_PYTHON": sys.executable,
    "SPARK_LOCAL_IP": "127.0.0.1",
}
master, ansi, *settings = sys.argv[1:]
builder = SparkSession.builder.master(master).config("spark.sql.ansi.enabled", ansi)
for name, value in {
    "spark.driver.memory": "2g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "4",
    "spark.log.level": "ERROR",
    **dict(setting.split("=", 1) for setting in settings),
}.items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
PARTS = 4
csv.field_size_limit(1 << 30)  # cells of tests are longer than what Python takes by default


def load(table, file, names):
    with open(file, encoding="utf-8", newline="") as lines:
        _, *records = csv.reader(lines)
    rows = [[None if cell == "" and i % 2 else cell for cell in record] for i, record in enumerate(records)]
    schema = StructType([StructField(name, StringType()) for name in json.loads(names)])
    spark.catalog.clearCache()
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, PARTS), schema)
    frame.cache().createOrReplaceTempView(table)


def run(text):
    rows = []
    for statement in text.split(";\n"):
        while statement.startswith("\\load "):
            line, _, statement = statement.partition("\n")
            load(*line.split(" ", 3)[1:])
        if statement.strip() and not statement.startswith("DROP TABLE"):  # tables are replaced
            rows = [list(row) for row in spark.sql(statement).collect()]
    return rows


print(json.dumps(spark.version), flush=True)
for line in sys.stdin:
    try:
        with open(line.rstrip("\n"), encoding="utf-8", newline="") as file:
            answer = run(file.read())
    except Exception as error:  # the test says what it means
        answer = {"error": str(error)[:4000]}
    print(json.dumps(answer, default=str), flush=True)
spark.stop()
