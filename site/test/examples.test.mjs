// tier: 2
// The examples of the npm package, each made of the packed tarball as a web developer would, and driven.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { newContext, skip } from "./support/browser.mjs";
import { embedding, ordinaryPage, ownerInside } from "./support/embedder.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { folderServer, publicServer, siteServer } from "./support/servers.mjs";

const npm = fileURLToPath(new URL("../../jsbridge/npm/", import.meta.url));
const tarball = `${npm}dist/privadapt-0.1.0.tgz`;
const run = promisify(execFile);
const sample = SAMPLE["source.csv"].replace(/\bprice\b/, "y");

/** What a page needs to allow: files of its own, WebAssembly, a worker from a blob. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src blob:; img-src data:";

let folder;
let engineSHA256;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "privadapt-examples-"));
  await cp(`${npm}examples`, folder, { recursive: true, filter: (name) => !name.includes("node_modules") });
  // Vite has a package for each platform, so there is no lock file: see the Makefile.
  await run("npm", ["install", "--silent", "--no-save", "--no-package-lock", "--prefer-offline", tarball], {
    cwd: folder,
  });
  ({ engineSHA256 } = await import(pathToFileURL(`${folder}/node_modules/privadapt/dist/engine.js`)));
  for (const place of ["plain-html", "vite/public", "element"]) await cpText(`${place}/sample.csv`, sample);
  await cpText("private.csv", SAMPLE["target.csv"]);
});
after(() => rm(folder, { recursive: true, force: true }));

async function cpText(name, text) {
  await cp(`${npm}package.json`, path.join(folder, name), { recursive: true }); // makes the folders
  await writeFile(path.join(folder, name), text);
}

async function open(t, place, headers) {
  const server = await folderServer(folder, headers);
  const context = await newContext();
  t.after(async () => {
    await context.close();
    await server.close();
  });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on(
    "console",
    (message) => message.type() === "error" && !/favicon/.test(message.location().url) && errors.push(message.text()),
  );
  await page.goto(server.url + place);
  return { page, errors };
}

/** Waits for the page's result and checks it. */
async function checkResult({ page, errors }) {
  await page.locator("#result").filter({ hasText: "{" }).waitFor();
  const { ok, epsilon, release } = JSON.parse(await page.locator("#result").innerText());
  assert.deepEqual(
    [ok, release.kind, release.certificate.n, release.provenance.wasmSHA256],
    [true, "model", 3000, engineSHA256],
  );
  assert.ok(epsilon <= 1);
  assert.deepEqual(errors, []);
}

test("plain HTML, no bundler", { skip }, async (t) => {
  const me = await open(t, "plain-html/");
  await me.page.setInputFiles("#file", path.join(folder, "private.csv"));
  await me.page.click("#run");
  await checkResult(me);
});

test("Vite, built, under a strict policy", { skip }, async (t) => {
  await run("npm", ["run", "--silent", "vite"], { cwd: folder });
  const me = await open(t, "vite/dist/", { "Content-Security-Policy": POLICY });
  await me.page.setInputFiles("#file", path.join(folder, "private.csv"));
  await checkResult(me);
});

test("Vite's own server", { skip }, async (t) => {
  const { createServer } = await import(pathToFileURL(`${folder}/node_modules/vite/dist/node/index.js`));
  const vite = await createServer({ root: `${folder}/vite`, logLevel: "silent", server: { host: "127.0.0.1" } });
  await vite.listen(0);
  t.after(() => vite.close());
  const context = await newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${vite.httpServer.address().port}/`);
  await page.setInputFiles("#file", path.join(folder, "private.csv"));
  await checkResult({ page, errors: [] });
});

test("<private-adapt> from the package, with a site as its host", { skip }, async (t) => {
  const [site, server, elsewhere] = [
    await siteServer(),
    await folderServer(folder),
    await publicServer({ "sample.csv": sample }),
  ];
  t.after(() => Promise.all([site.close(), server.close(), elsewhere.close()]));
  const page = await ordinaryPage(t); // a private window stores nothing for frames
  const own = server.url.replace("127.0.0.1", "localhost");
  await page.goto(`${own}element/#${new URLSearchParams({ host: site.url, source: `${elsewhere.url}sample.csv` })}`);
  // Up to the open vault; the rest is the host's page, which embed.test.mjs goes through.
  const owner = ownerInside(page);
  await owner.start();
  assert.match(await owner.asked(), /1,500/);
  await page.getByRole("button", { name: "Send" }).click();
  assert.equal(await page.locator("#result").innerText(), "", "a form without the release is not sent");
});

test("the example of the element's reference", { skip }, async (t) => {
  const me = await embedding(t);
  const reference = await readFile(`${npm}dist/docs/privadapt/element.md`, "utf8");
  const [, example] = /^```html\n([\s\S]*?)^```$/m.exec(reference);
  me.pages["index.html"] = example
    .replace("HOST", me.site.url)
    .replace("SAMPLE", `${me.elsewhere.url}source.csv`)
    .replace("privadapt/element", `${me.site.url}element.js`);
  const said = [];
  me.page.on("console", (message) => message.type() === "log" && said.push(message.text()));
  await me.page.goto(`${me.embedder.url}index.html`);
  const owner = ownerInside(me.page);
  await owner.start();
  await owner.fix();
  await owner.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await owner.run();
  await owner.handOver();
  assert.deepEqual(said, ["model 1", "true"]);
});

test("a Node script, and the command", async () => {
  const environment = { ...process.env, XDG_STATE_HOME: path.join(folder, "state") };
  const script = await run("node", ["node/adapt.mjs", "plain-html/sample.csv", "private.csv", "y"], {
    cwd: folder,
    env: environment,
  });
  assert.equal(JSON.parse(script.stdout).provenance.wasmSHA256, engineSHA256);
  assert.match(script.stderr, /^1500 public rows/);
  await writeFile(path.join(folder, "release.json"), script.stdout);
  const verified = await run("npx", ["--offline", "privadapt", "verify", "release.json"], {
    cwd: folder,
    env: environment,
  });
  assert.match(verified.stdout, /the certificate holds/);
});

test("the program that the package's README begins with runs as it stands", async () => {
  const readme = await readFile(`${folder}/node_modules/privadapt/README.md`, "utf8");
  assert.match(readme, /^# privadapt\n\n {4}npm install privadapt\n/);
  const program = readme.match(/^```js\n([\s\S]*?)^```$/m)[1];
  await writeFile(path.join(folder, "adapt.mjs"), program);
  const { stdout } = await run("node", ["adapt.mjs"], { cwd: folder });
  const [, epsilon, rent] = stdout.match(/^\{ ok: true, epsilon: ([\d.]+), rent: ([\d.]+) \}\n$/).map(Number);
  assert.ok(epsilon > 0.99 && epsilon <= 1, stdout);
  assert.ok(rent >= 40 * 8 && rent <= 120 * 20, `predictions keep to the range of the public labels: ${stdout}`);
});

test("every example of the reference runs", async () => {
  const types = (await readdir(`${npm}types`)).map((name) => `types/${name}`);
  const declarations = (await Promise.all(["index.d.ts", ...types].map((name) => readFile(npm + name, "utf8")))).join(
    "",
  );
  const reference = await readFile(`${folder}/node_modules/privadapt/dist/docs/privadapt.md`, "utf8");
  const examples = [...reference.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  assert.equal(examples.length, declarations.match(/@example/g).length);
  assert.ok(examples.length >= 10);
  await writeFile(path.join(folder, "sample.csv"), sample);
  const said = [];
  // One that does not import load goes on where the first one is.
  const first = examples[0].split("\n").filter((line) => !/console|dispose/.test(line));
  for (const [i, example] of examples.entries()) {
    const goesOn = !/^import .*\bload\b/m.test(example);
    const code = goesOn ? `${first.join("\n")}\n${example}await engine.dispose();\n` : example;
    await writeFile(path.join(folder, `example-${i}.mjs`), code);
    const env = { ...process.env, XDG_STATE_HOME: path.join(folder, `state-${i}`) }; // a budget of its own
    const { stdout } = await run("node", [`example-${i}.mjs`], { cwd: folder, env }).catch((error) =>
      assert.fail(`${code}\n${error.stderr}`),
    );
    said.push(stdout);
  }
  const all = said.join("\n");
  for (const expected of [
    /"format":"privadapt-release"/,
    /^true (1|0\.9{6}\d*) \[\]$/m,
    /heating \W*categorical/,
    /^ragged-row 3$/m,
    /^6000$/m,
  ])
    assert.match(all, expected);
});
