// Adds up second moments that several owners released, and computes weights or a model from the sum, or adds up their
// reports or estimates: in the engine, from files of this page. Entries are {name, text, release, verification}, as the page keeps them.
import { actions, download, el, listOf } from "../shared/dom.js";
import { ownersOf } from "../in-short.js";
import { labelWords } from "../shared/release-words.js";
import { COUNTED } from "../terms/link.gen.js";
import { combination as texts } from "./texts.js";

/** The kinds of which a sum is of the same kind. */
export const ADDED = ["moments", ...COUNTED];

/** Whether an opened release can be an owner's part, or a sum of several from which a model can be computed. */
const canCombine = ({ release, verification }) => ADDED.includes(release.kind) && verification.ok;

/** A checkbox for each entry that can be combined: checked if it is new, else as it was. `place` keeps them. */
export function showMembers(place, opened) {
  const before = new Map([...place.querySelectorAll("input")].map((box) => [box.value, box.checked]));
  const { kind } = opened.find(canCombine)?.release ?? {};
  const boxes = opened.flatMap((one, i) => {
    if (!canCombine(one)) return [];
    // A sum is not added to others, nor are other kinds.
    const checked = before.get(String(i)) ?? (one.release.kind === kind && !one.release.certificate.combination);
    return [
      el(
        "label",
        { class: "check" },
        el("input", { type: "checkbox", value: String(i), checked }),
        el("span", {}, texts.member(one.name, one.verification)),
      ),
    ];
  });
  place.replaceChildren(place.querySelector("legend"), ...boxes);
  return boxes.length;
}

/**
 * Resolves with {name, text, said, elements}: a file's name and text for the combined release, a sentence, and elements
 * to show. The sample's `file` is read as the releases say that their owners' devices did. `options` are for the
 * engine, with the file of a model that labels could be compared with, if there is one; it refuses another.
 */
export async function combine(engine, entries, { kind, file, ...options }) {
  const { provenance } = entries[0].release;
  let source;
  try {
    source = ADDED.includes(kind) ? undefined : await sampleOf(engine, file, provenance, options);
    const combined = await engine.combine(
      entries.map(({ text }) => text),
      { source, release: kind, signal: options.signal },
    );
    const { certificate } = combined.toJSON();
    const sigmas = entries.map(({ release }) => release.certificate.noise.standardDeviation);
    const owners = ownersOf(certificate.combination);
    const name = `combined-${kind}.json`;
    return {
      name,
      text: combined.text,
      said: texts.done(owners),
      elements: [
        listOf(
          [
            texts.assumption(owners),
            texts.loss(certificate),
            (COUNTED.includes(kind) ? texts.countNoise : texts.noise)(
              certificate.noise.standardDeviation,
              Math.min(...sigmas),
            ),
            certificate.discrepancy && texts.distance(certificate.discrepancy),
            ...(certificate.labels ? labelWords(certificate, provenance.schema) : []),
          ].filter(Boolean),
        ),
        actions(
          download(texts.download, combined.text, "application/json", name, "primary"),
          combined.weightsCSV &&
            download(texts.downloadWeights, combined.weightsCSV, "text/csv", "combined-weights.csv", ""),
        ),
      ],
    };
  } finally {
    source?.dispose();
  }
}

/** The sample as the owners' devices read it. */
const sampleOf = (engine, file, provenance, settings) =>
  engine.loadSource(file, { ...readAs(provenance), ...settings });

function readAs({ schema, sourceSHA256 }) {
  const named = (kind) => schema.columns.filter((column) => column.kind === kind).map((column) => column.name);
  return {
    label: schema.label,
    categorical: named("categorical"),
    ignore: named("ignored"),
    dateOrder: ordersOf(schema),
    integrity: sourceSHA256,
  };
}

const ordersOf = ({ columns }) =>
  Object.fromEntries(columns.filter(({ dateOrder }) => dateOrder).map(({ name, dateOrder }) => [name, dateOrder]));

/** The engine numbers releases; people know them by their files. */
export const withNames = (message, entries) =>
  message.replace(/\brelease (\d+)\b/gi, (said, place) => entries[place - 1]?.name ?? said);
