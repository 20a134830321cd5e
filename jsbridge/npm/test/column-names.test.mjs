// Names of columns as options: several in one, repeated, and with commas of their own.
import assert from "node:assert/strict";
import test from "node:test";
import { columnNames } from "../terms/asked.js";

test("a name with a comma is put in quotes, as in a line of CSV", () => {
  for (const [texts, names] of [
    [
      ["a,b", " c "],
      ["a", "b", "c"],
    ],
    [['"WIND, m/s",a'], ["WIND, m/s", "a"]],
    [['a, "b, c" ,d'], ["a", "b, c", "d"]],
    [['"say ""x"", y"'], ['say "x", y']],
    [['5" pipe,b'], ['5" pipe', "b"]],
    [['"a"b,c'], ['"a"b', "c"]],
    [['"open,b'], ['"open', "b"]],
    [[",,a,", ""], ["a"]],
    [undefined, undefined],
  ])
    assert.deepEqual(columnNames(texts), names, JSON.stringify(texts));
});
