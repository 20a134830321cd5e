// A PostgreSQL cluster of its own, in a folder of its own and on a socket there, for a benchmark. PostgreSQL refuses to
// run as root, which becomes the account postgres for it.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const folders = [
  ...(process.env.PATH ?? "").split(":"),
  ...(existsSync("/usr/lib/postgresql")
    ? readdirSync("/usr/lib/postgresql").map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
];
const program = (name) => folders.map((folder) => `${folder}/${name}`).find(existsSync);

/** Starts one; undefined where PostgreSQL is not installed. `run` runs SQL and returns what psql prints. */
export async function startPostgres() {
  const [initdb, server, client] = ["initdb", "postgres", "psql"].map(program);
  if (!initdb || !server || !client) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "pg")); // the path of a socket is short
  const as = {};
  if (process.getuid() === 0) {
    [as.uid, as.gid] = ["-u", "-g"].map((option) =>
      Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" })),
    );
    chownSync(folder, as.uid, as.gid);
  }
  execFileSync(
    initdb,
    ["-D", `${folder}/data`, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...as, cwd: folder, stdio: "ignore" },
  );
  const cluster = spawn(server, ["-D", `${folder}/data`, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"], {
    ...as,
    cwd: folder,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => cluster.once("exit", resolve));
  const run = (sql) =>
    execFileSync(client, ["-h", folder, "-U", "postgres", "-AtqX", "-v", "ON_ERROR_STOP=1"], {
      input: sql,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["pipe", "pipe", "ignore"],
    });
  for (let patience = 300; ; patience--) {
    try {
      run("SELECT 1;");
      break;
    } catch (error) {
      if (patience === 0) throw error;
      await sleep(100);
    }
  }
  const stop = async () => {
    cluster.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { run, stop };
}
