// A PostgreSQL cluster of its own, in a folder of its own and on a socket there, for tests. PostgreSQL refuses to run as
// root, which becomes the account postgres for it. As a program it prints {folder, client} when it can be asked, and ends
// with its input.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const folders = [
  ...(process.env.PATH ?? "").split(":"),
  ...(existsSync("/usr/lib/postgresql")
    ? readdirSync("/usr/lib/postgresql").map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
];
const program = (name) => folders.map((folder) => `${folder}/${name}`).find(existsSync);

/**
 * Starts one; undefined where PostgreSQL is not installed. `run` runs SQL and returns what psql prints; `client` is the path
 * of psql, and `folder` has the socket.
 */
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
  return { run, stop, folder, client };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stop, folder, client } = (await startPostgres()) ?? process.exit(3);
  console.log(JSON.stringify({ folder, client }));
  process.stdin.on("end", stop).resume();
}
