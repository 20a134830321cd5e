// The command line against an edge on workerd, in a folder with private files and with a ledger of its own.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { callsIn } from "../../../jsbridge/npm/test/cli-calls.mjs";
import { words } from "../../../jsbridge/npm/test/tools.mjs";
import { TOKEN, sample, world } from "./support.mjs";

/** What most owners of the tests answer. */
export const mine = words("--target private.csv --epsilon 0.5 --yes");

/**
 * Starts an edge. `privadapt(…)` is {status, stdout, stderr} of the command line in the folder `cwd`, `spent()` the
 * number of runs in its ledger, `read(name)` a file that it has written.
 */
export async function commandLine() {
  const edge = await world();
  const cwd = await mkdtemp(path.join(tmpdir(), "privadapt-cli-"));
  const state = { XDG_STATE_HOME: path.join(cwd, "state") };
  const write = (name, text) => writeFile(path.join(cwd, name), text);
  await write("private.csv", `a,b\n${"1,2\n3,4\n5,1\n".repeat(40)}`);
  await write("sample.csv", sample);
  await write("labelled.csv", `a,b,y\n${"1,2,3\n3,4,7\n5,1,8\n".repeat(40)}`);
  const call = callsIn(cwd);
  const privadapt = (...args) => {
    // Many of these runs write to one name.
    const force = args[0] === "submit" || args[0] === "adapt" ? ["--force"] : [];
    return call([...args, ...force], { ...state, PRIVADAPT_EDGE: edge.origin, PRIVADAPT_TOKEN: TOKEN });
  };
  const accounts = async () => JSON.parse((await privadapt("ledger", "--json")).stdout).accounts;
  return {
    edge,
    cwd,
    env: state,
    write,
    privadapt,
    spent: async () => (await accounts()).reduce((sum, account) => sum + account.spent.runs, 0),
    read: async (name) => JSON.parse(await readFile(path.join(cwd, name), "utf8")),
    end: () => Promise.all([edge.end(), rm(cwd, { recursive: true, force: true })]),
  };
}
