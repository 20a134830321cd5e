// Finds the programs the tests start.
import { access } from "node:fs/promises";
import path from "node:path";

/**
 * The path of a program: what `variable` of the environment says, else the first of `names` in the usual folders, else
 * the first of the paths `also` that exists. Rejects with a sentence that says what to install.
 */
export async function findProgram({ what, variable, names = [], also = [], install }) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/local/bin"];
  const installed = [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...also];
  for (const candidate of process.env[variable] ? [process.env[variable]] : installed) {
    if (
      await access(candidate).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  }
  throw new Error(`No ${what} was found. Install one (${install}), or set ${variable} to its path.`);
}
