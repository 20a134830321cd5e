// go test that counts: node go-test.mjs FILE [-v] ARGUMENT… shows what "go test ARGUMENT…" shows (with -v all that the
// tests print, else a line for each package, and what failed), writes into FILE how many tests there were, and ends as
// go test ends.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , file, ...given] = process.argv;
const everything = given[0] === "-v";
const child = spawn("go", ["test", "-json", ...given.slice(Number(everything))], {
  stdio: ["ignore", "pipe", "inherit"],
});
const count = { pass: 0, fail: 0, skipped: 0 };
const said = new Map(); // what a test has printed so far, by package and name
for await (const line of createInterface({ input: child.stdout })) {
  const {
    Action: action,
    Package: of,
    Test: test,
    Output: output,
  } = line.startsWith("{") ? JSON.parse(line) : { Action: "output", Output: `${line}\n` };
  const key = `${of} ${test}`;
  if (action === "output" || action === "build-output") {
    if (everything || test === undefined) show(output);
    else said.set(key, (said.get(key) ?? "") + output);
  } else if (test !== undefined && ["pass", "fail", "skip"].includes(action)) {
    count[action === "skip" ? "skipped" : action]++;
    if (action === "fail" && !everything) process.stdout.write(said.get(key) ?? "");
    said.delete(key);
  }
}
writeFileSync(file, `${JSON.stringify(count)}\n`);
process.exitCode = await new Promise((resolve) =>
  child.exitCode === null ? child.on("close", resolve) : resolve(child.exitCode),
);

/** What a package says besides its tests, without the words that say nothing. */
function show(output) {
  if (everything || !/^(PASS|FAIL)\n$|^\?.*\[no test files\]\n$/.test(output)) process.stdout.write(output);
}
