// What the page takes from the vault. The vault is this site's own pinned program, and jsbridge/vaultui/post.go decides
// there what leaves. This is a second check: anything that is not one of its messages, or that comes at the wrong time,
// is refused.

import { LABELLED, RELEASES } from "../terms/link.gen.js";

const FAILURES = ["cancelled", "not-charged", "crashed", "run-failed", "wrong-engine"];
const STEPS = ["request", "file", "result"];
const MOST_COLUMNS = 100_000; // of a public sample
const TALLEST = 100_000; // pixels
const LONGEST = 2000; // characters of a sentence about the public sample
const PRICE = ["epsilon", "delta", "rho"];

/**
 * The rules for one vault; `hasSample` if it was given a synthetic private file. take(message) returns a frozen copy of
 * a message with its known fields alone, or undefined where it breaks the rules. answer(message) must be called with
 * each message of the page to the vault: a release is accepted once for each run that the page has confirmed as
 * charged, and only if it states that run's price and unit.
 */
export function vaultRules({ hasSample }) {
  // a private file has been picked, and how that has ended is not known: nothing may depend on what is on the screen.
  let sealed = false;
  let requests = 0;
  let asked; // the price of the run that waits for the page's confirmation
  let paid; // the price of the run that may release

  const kinds = {
    ready: () => ({}),
    columns: ({ names }) =>
      !sealed && Array.isArray(names) && names.length <= MOST_COLUMNS && names.every(isText) && { names: [...names] },
    view: ({ step, height }) =>
      !sealed &&
      STEPS.includes(step) &&
      Number.isInteger(height) &&
      height > 0 &&
      height <= TALLEST && { step, height },
    picked({ seen }) {
      const { settings, changed } = seen ?? {};
      sealed = true;
      return isText(settings) && isFlag(changed) && { seen: { settings, changed } };
    },
    chargeRequest({ request, unit, sample, ...price }) {
      const right =
        price.epsilon > 0 &&
        price.delta > 0 &&
        price.delta < 1 &&
        price.rho >= 0 &&
        PRICE.every((name) => Number.isFinite(price[name]));
      if (!right || request !== requests + 1 || !(sample === undefined || (sample === true && hasSample)))
        return undefined;
      if (!(unit === undefined || unit === "person")) return undefined;
      requests = request;
      asked = { ...pick(price, PRICE), unit };
      paid = undefined;
      return { request, ...asked, sample };
    },
    release({ release, weightsCSV, explanation, verification }) {
      const texts = [weightsCSV, explanation].every((text) => text === undefined || isText(text));
      if (!texts || !(verification === undefined || isVerification(verification)) || !isPaidFor(release))
        return undefined;
      paid = undefined;
      sealed = false;
      return {
        release,
        weightsCSV,
        explanation,
        verification: verification && pick(verification, ["ok", "epsilon", "delta", "problems"]),
      };
    },
    failed({ code, stage, message }) {
      asked = paid = undefined;
      if (stage === "source")
        return (
          !sealed &&
          isText(message) && {
            code: code === "no-label" ? "label" : "source",
            stage,
            message: message.slice(0, LONGEST),
          }
        );
      sealed = false;
      return FAILURES.includes(code) && { code };
    },
  };

  function isPaidFor(text) {
    if (!paid || !isText(text)) return false;
    const release = parsed(text);
    const labels = release?.certificate?.labels;
    return (
      release?.format === "privadapt-release" &&
      release.version === 1 &&
      RELEASES.includes(release.kind) &&
      (labels === undefined || (Object(labels) === labels && LABELLED.includes(release.kind))) &&
      PRICE.every((name) => release.certificate?.[name] === paid[name]) &&
      release.certificate.unit === (paid.unit ?? "record")
    );
  }

  return {
    take(message) {
      const { type, ...fields } = Object(message);
      const taken = Object.hasOwn(kinds, type) && kinds[type](fields);
      return taken ? frozen({ type, ...taken }) : undefined;
    },
    answer(message) {
      if (message.type !== "chargeAck" || message.request !== requests || !asked) return;
      if (message.ok === true) paid = asked;
      asked = undefined;
    },
  };
}

const isText = (value) => typeof value === "string";
const isFlag = (value) => typeof value === "boolean";
const isVerification = ({ ok, epsilon, delta, problems }) =>
  isFlag(ok) &&
  typeof epsilon === "number" &&
  typeof delta === "number" &&
  Array.isArray(problems) &&
  problems.every(isText);
const frozen = (value) =>
  Object(value) === value ? (Object.values(value).forEach(frozen), Object.freeze(value)) : value;
const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
