// What servers say, where every text of their answers is forged: campaign and submit print plain text and no line of a
// stranger's.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { callsIn } from "./cli-calls.mjs";
import { serverOf } from "./tools.mjs";
import { EVIL, MARKS, check } from "./strangers.mjs";
import { cli, folderFor } from "./support.mjs";

/** A server that answers every request with what `answer(request)` returns: {status, body, type}. */
async function answering(t, answer) {
  const { at, close } = await serverOf((request, response) => {
    request.resume().on("end", () => {
      const { status = 200, body = "", type = "application/json" } = answer(request);
      response.writeHead(status, { "content-type": type }).end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  t.after(close);
  return at;
}

test("every text of an edge's answers, forged: campaign prints plain text", async (t) => {
  const cwd = await folderFor(t);
  const call = callsIn(cwd, { terminal: true });
  await writeFile(join(cwd, "settings.json"), "{}");
  const time = Date.UTC(2026, 0, 1);
  const campaign = { id: EVIL, created: time, closed: 0, settings: { title: EVIL } };
  const release = {
    releaseId: EVIL,
    received: time,
    epsilon: EVIL,
    n: EVIL,
    rowsEstimate: 3,
    folded: 1,
    excluded: false,
  };
  const answers = {
    campaigns: { campaigns: [campaign], ...campaign },
    samples: { samples: [{ sha256: EVIL, created: time, bytes: EVIL, source: EVIL }], source: EVIL, sha256: EVIL },
    invitations: { invitations: [{ id: EVIL, state: EVIL, expires: time }], links: [EVIL], next: null },
    releases: { releases: [release, { ...release, n: 0 }], next: null },
    refusals: { refusals: [{ time, code: EVIL, message: EVIL, invitation: EVIL }], next: null },
    plausibility: {
      deviations: [
        {
          releaseId: EVIL,
          fromOthers: -1,
          row: EVIL,
          column: EVIL,
          inLabels: true,
          square: EVIL,
          ratio: 1,
          fromSource: 2,
        },
      ],
    },
    export: { releases: [{ [EVIL]: EVIL }], next: null },
    combined: { [EVIL]: EVIL },
    "releases.csv": `id\n${EVIL}\n`,
  };
  const calls = [
    ["list"],
    ["create", "settings.json"],
    ["close", "1"],
    ["delete", "1", "--yes"],
    ["samples"],
    ["upload", "settings.json"],
    ["delete-sample", "a", "b", "--yes"],
    ["invite", "1", "1"],
    ["invitations", "1"],
    ["revoke", "1", "2"],
    ["releases", "1"],
    ["plausibility", "1"],
    ["exclude", "1", "2"],
    ["include", "1", "2"],
    ["delete-release", "1", "2", "--yes"],
    ["refusals", "1"],
    ["export", "1"],
    ["sum", "1"],
  ];
  const good = await answering(t, ({ url }) => {
    const name = new URL(url, "http://localhost").pathname.split("/").pop();
    return { body: answers[name] ?? campaign, type: name.endsWith(".csv") ? "text/csv" : "application/json" };
  });
  const bad = await answering(t, () => ({ status: 422, body: { code: EVIL, message: EVIL } }));
  const broken = await answering(t, () => ({ body: EVIL }));
  const known = (await readFile(new URL("../cli/campaign.js", import.meta.url), "utf8"))
    .match(/^ {2}"?[a-z-]+"?: \{/gm)
    .map((line) => line.replace(/[^a-z-]/g, ""));
  assert.deepEqual(
    known.filter((name) => !calls.some(([called]) => called === name)),
    [],
    "a command is not called",
  );
  for (const args of calls) {
    for (const edge of [good, bad, broken])
      for (const more of [[], ["--json"]])
        check(
          await call(["campaign", ...args, ...more, "--edge", edge], { PRIVADAPT_TOKEN: "secret" }),
          `${args[0]} ${more}`,
        );
  }
  const table = await call(["campaign", "export", "1", "--csv", "--edge", good], { PRIVADAPT_TOKEN: "secret" });
  assert.ok(!/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(table.stdout));
  const { stdout } = await call(["campaign", "list", "--json", "--edge", good], { PRIVADAPT_TOKEN: "secret" });
  assert.equal(JSON.parse(stdout).campaigns[0].settings.title, EVIL, "JSON is exact");
});

test("the question that is answered with yes is plain text too, whatever a campaign is called", async (t) => {
  const asked = [];
  const edge = await answering(t, ({ method }) => {
    asked.push(method);
    return { body: { settings: { title: EVIL } } };
  });
  const terminal = ["--import", "data:text/javascript,process.stdin.isTTY = true"];
  const child = spawn(process.execPath, [...terminal, cli, "campaign", "delete", "1", "--edge", edge], {
    env: { ...process.env, PRIVADAPT_TOKEN: "secret" },
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (text) => (said[name] += text));
  child.stdin.end("no\n");
  await once(child, "close");
  const text = check(said, "the question");
  assert.match(text, /Type "yes" to delete the campaign "E /);
  assert.match(text, /nothing was deleted/);
  assert.deepEqual(asked, ["GET"]);
});

test("every text of a receiver's answers, forged: submit prints plain text", async (t) => {
  const cwd = await folderFor(t);
  const call = callsIn(cwd, { terminal: true });
  await writeFile(join(cwd, "target.csv"), `a,b\n${"1,2\n3,1\n".repeat(60)}`);
  const open = { state: "open", release: "model", base: "linear", labels: "" };
  const public1 = `a,b,y\n${Array.from({ length: 60 }, (_, i) => `${i % 7},${i % 5},${i % 9}\n`).join("")}`;
  let asked;
  let taken;
  const server = await answering(t, ({ url, method }) =>
    url === "/sample.csv" ? { body: public1, type: "text/csv" } : method === "POST" ? taken : asked,
  );
  const link = (label = "y") =>
    `http://127.0.0.1/#${new URLSearchParams({ source: `${server}/sample.csv`, label, base: "linear", release: "model", title: "A title", reply: `${server}/campaigns/1/releases`, epsilon: "1", delta: "1e-6" })}`;
  const args = ["submit", link(), "--target", "target.csv", "--rows", "120", "--yes", "--force"];
  const refused = { status: 409, body: { code: EVIL, message: EVIL } };
  for (const [said, then] of [
    [refused],
    [{ body: { ...open, state: EVIL } }],
    [{ body: { ...open, state: "constructor" } }],
    [{ body: { ...open, release: EVIL } }],
    [{ body: { ...open, base: EVIL } }],
    [{ body: { ...open, labels: EVIL, baseSHA256: EVIL } }],
    [{ body: { ...open, epsilonMax: EVIL, delta: EVIL } }, refused],
    [{ body: EVIL }, { status: 200, body: { receipt: EVIL, to: EVIL, [EVIL]: 1 } }],
  ]) {
    [asked, taken] = [said, then ?? { body: {} }];
    const { stdout } = await call([...args, "--json"]);
    const outcome = JSON.parse(stdout);
    if (outcome.ok) assert.equal(outcome.sent.to, new URL(server).host, "a receiver cannot say who it is");
    const text = check(await call(args), JSON.stringify(said));
    assert.doesNotMatch(text, /native code/);
  }
  asked = { body: open };
  for (const label of ["nothing", `y ${MARKS}`])
    check(await call(["submit", link(label), "--target", "target.csv", "--yes"]), label);
  check(await call(["submit", link(), "--release", "target.csv", "--yes"]), "a file that is sent");
});
