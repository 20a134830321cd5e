import { PrivadaptError } from "../errors.js";
import { UsageError, parse } from "../terminal/arguments.js";
import { readText } from "./files.js";
import * as help from "../terminal/help.js";
import { releasesIn, whatElse } from "../reading/exported.js";
import { OUT, outputPaths, sayBeside, textsOf } from "../terminal/output.js";
import { sayJSON } from "../terminal/print.js";
import { certificateLines } from "./report.js";
import { filesOf, loadSource, sampleOf, sampleOptions, withEngine } from "./source.js";
import { OPTIONS } from "../terms/command.gen.js";
import { COUNTED } from "../terms/link.gen.js";

const options = { ...sampleOptions, ...OPTIONS.after, ...OUT };

export async function run(args) {
  const parsed = parse(args, { options, positionals: ["FILE…"], help: help.combine });
  if (!parsed) return 0;
  const { source, columns, others } = sampleOf(parsed.values);
  const { out, force, json, ...settings } = others;
  const files = parsed.positionals;
  const paths = outputPaths(settings.release, out);
  if (!["moments", ...COUNTED].includes(settings.release) && !(source && columns.label))
    throw new UsageError("--source and --label are missing");
  if (source && !columns.label) throw new UsageError("--label is missing");

  const inputs = [...filesOf(source, columns), ...files];
  return withEngine({ paths, inputs, force, json }, async ({ engine, outputs, bar, signal }) => {
    const common = { signal, onProgress: bar.show };
    const texts = [];
    for (const path of files) {
      const text = await readText(path);
      const found = releasesIn(text);
      const other = whatElse(found[0] ?? "");
      if (found.length === 0 || other)
        throw new PrivadaptError("bad-release", `${path} ${other || "is the export of a campaign without releases"}`);
      texts.push(...found);
    }
    const sample = source && (await loadSource(engine, source, { ...columns, ...common }));
    const release = await engine.combine(texts, { source: sample, ...settings, ...common });
    bar.clear();
    await outputs.commit(textsOf(release));
    const { kind, certificate, verdict } = release;
    const document = release.toJSON();
    if (json) sayJSON({ ok: true, out: paths.at(-1), files: paths, kind, certificate, verdict });
    else sayBeside(paths, `wrote ${paths.join(" and ")}`, ...certificateLines(document).map((line) => `  ${line}`));
  });
}
