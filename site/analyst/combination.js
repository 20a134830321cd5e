// Adds up second moments that several owners released, and computes weights or a model from the sum: in the engine, from
// files of this page. Entries are {name, text, release, verification}, as the page keeps them.
import { download, el } from "../shared/dom.js";
import { combination as texts } from "./texts.js";

/** Whether an opened release can be an owner's part, or a sum of several from which a model can be computed. */
export const canCombine = ({ release, verification }) => release.kind === "moments" && verification.ok;

/** A checkbox for each entry that can be combined: checked if it is new, else as it was. `place` keeps them. */
export function showMembers(place, opened) {
  const before = new Map([...place.querySelectorAll("input")].map((box) => [box.value, box.checked]));
  const boxes = opened.flatMap((one, i) => {
    if (!canCombine(one)) return [];
    // A sum is not added to others.
    const checked = before.get(String(i)) ?? !one.release.certificate.combination;
    return [el("label", { class: "check" }, el("input", { type: "checkbox", value: String(i), checked }), el("span", {}, texts.member(one.name, one.verification)))];
  });
  place.replaceChildren(place.querySelector("legend"), ...boxes);
  return boxes.length;
}

/**
 * Resolves with {name, text, said, elements}: a file's name and text for the combined release, a sentence, and elements to show.
 * The sample is read as the releases say that their owners' devices did.
 */
export async function combine(engine, entries, { kind, file, signal }) {
  const { provenance } = entries[0].release;
  let source;
  try {
    source = kind === "moments" ? undefined : await engine.loadSource(file, { ...readAs(provenance), signal });
    const combined = await engine.combine(entries.map(({ text }) => text), { source, release: kind, signal });
    const { certificate } = combined.toJSON();
    const sigmas = entries.map(({ release }) => release.certificate.noise.standardDeviation);
    const name = `combined-${kind}.json`;
    return {
      name,
      text: combined.text,
      said: texts.done(certificate.draws),
      elements: [
        el(
          "ul",
          { class: "facts" },
          ...[
            texts.assumption(certificate.draws),
            texts.loss(certificate),
            texts.noise(certificate.noise.standardDeviation, Math.min(...sigmas)),
            certificate.discrepancy && texts.distance(certificate.discrepancy),
          ].filter(Boolean).map((fact) => el("li", {}, fact)),
        ),
        el(
          "div",
          { class: "actions" },
          download(texts.download, combined.text, "application/json", name, "primary"),
          combined.weightsCSV && download(texts.downloadWeights, combined.weightsCSV, "text/csv", "combined-weights.csv", ""),
        ),
      ],
    };
  } finally {
    source?.dispose();
  }
}

function readAs({ schema, sourceSHA256 }) {
  const named = (kind) => schema.columns.filter((column) => column.kind === kind).map((column) => column.name);
  return { label: schema.label, categorical: named("categorical"), ignore: named("ignored"), integrity: sourceSHA256 };
}

/** The engine numbers releases; people know them by their files. */
export const withNames = (message, entries) => message.replace(/\brelease (\d+)\b/gi, (said, place) => entries[place - 1]?.name ?? said);
