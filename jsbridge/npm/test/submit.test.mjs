// submit with a link of a stranger's: what would be refused after the run is refused before it is paid for.
// wasm/edge/test has the whole of it against the edge.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { invited, linkOf, mine } from "./invited-owner.mjs";
import { files, privacy, settings, words } from "./support.mjs";
import { digestOf } from "./tools.mjs";

/** A tree of the column a, as XGBoost writes it. */
const tree = JSON.stringify({
  learner: {
    feature_names: ["a", "b"],
    gradient_booster: {
      name: "gbtree",
      model: {
        tree_info: [0],
        trees: [
          {
            left_children: [1, -1, -1],
            right_children: [2, -1, -1],
            split_indices: [0, 0, 0],
            split_type: [0, 0, 0],
            split_conditions: [3, 1, 5],
            default_left: [1, 0, 0],
          },
        ],
      },
    },
    learner_model_param: { base_score: "0", num_class: "0", num_feature: "2", num_target: "1" },
    objective: { name: "reg:squarederror" },
  },
  version: [1, 7, 4],
});

test("files that the link does not name are refused before a charge, whatever the receiver says", async (t) => {
  const { server, owner } = await invited(t, { "/model.json": tree });
  const before = await owner.spent();
  const other = digestOf("another file");
  const report = { release: "report", base: undefined, model: `${server.at}/model.json`, modelSHA256: other };
  for (const [fields, says] of [
    [{ sha256: other }, /\[integrity\]/],
    [{ base: "file", baseFile: `${server.at}/model.json`, baseSHA256: other }, /\[integrity\]/],
    [report, /the invitation asks for another; nothing was spent \[integrity\]/],
  ]) {
    server.said.release = fields.release ?? "model";
    const { status, stderr } = await owner.submit(linkOf(server, fields), ...mine, "--yes");
    assert.equal(status, 1, stderr);
    assert.match(stderr, says, JSON.stringify(fields));
  }
  assert.equal(await owner.spent(), before);
  assert.equal(server.taken.length, 0);
});

test("a model in another layout than it was written in is known by the bytes that the link names, to the end", async (t) => {
  const broken = Buffer.from([0x7b, 0xe9, 0x7d]);
  const published = { "/latin.json": broken };
  const { server, owner } = await invited(t, published);
  const made = await owner.privadapt("adapt", ...files, ...privacy);
  assert.equal(made.status, 0, made.stderr);
  const model = ` ${JSON.stringify(JSON.parse(await owner.read("release.json")))}\n`;
  published["/model.json"] = model;
  const submit = (name, modelSHA256, ...more) => {
    Object.assign(server.said, { release: "report", modelSHA256 });
    const fields = { release: "report", base: undefined, model: `${server.at}/${name}`, modelSHA256 };
    return owner.submit(linkOf(server, fields), ...mine, "--yes", ...more);
  };
  const { status, stderr } = await submit("model.json", digestOf(model));
  assert.equal(status, 0, stderr);
  const { certificate } = JSON.parse(await owner.read("report.json"));
  assert.equal(
    certificate.report.modelSHA256,
    digestOf(model),
    "a receiver that compares it would otherwise refuse what is paid for",
  );
  assert.equal(server.taken.length, 1);
  await writeFile(join(owner.cwd, "model.json"), model);
  const report = words("--release report --model model.json --out own.json");
  const local = await owner.privadapt("adapt", ...files, ...settings, ...report);
  assert.equal(local.status, 0, local.stderr);
  assert.equal(JSON.parse(await owner.read("own.json")).certificate.report.modelSHA256, digestOf(model));

  const before = await owner.spent();
  const latin = await submit("latin.json", digestOf(broken), "--force");
  assert.match(latin.stderr, /not a text in UTF-8 \[bad-encoding\]/);
  assert.equal(await owner.spent(), before);
});

test("a receiver that cannot be asked takes what the link asks for: nothing else is charged", async (t) => {
  const { server, owner } = await invited(t);
  delete server.said.state; // a server of another kind
  const before = await owner.spent();
  const moments = linkOf(server, { release: "moments", base: undefined });
  for (const [link, says, ...args] of [
    [moments, /moments without labels/, "--use-labels"],
    [linkOf(server, { rowsMin: "201" }), /fewer than 201 private rows/],
    [linkOf(server, { rowsMax: "199" }), /more than 199 private rows/],
  ]) {
    const { status, stderr } = await owner.submit(link, ...mine, ...args, "--yes");
    assert.equal(status, 1, link);
    assert.match(stderr, /cannot be asked in advance/);
    assert.match(stderr, says);
  }
  assert.equal(await owner.spent(), before);
  assert.equal(server.taken.length, 0);
  const { status, stderr } = await owner.submit(moments, ...mine, "--yes");
  assert.equal(status, 0, stderr);
  assert.equal(server.taken.length, 1);
});
