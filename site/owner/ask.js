// Asks the receiver of an invitation what it would take, before the owner has spent anything.
import { SampleProblem } from "../shared/fetch-sample.js";
import { askReceiver, objection } from "../shared/receiver.js";
import { receiver as texts } from "./texts-help.js";

/**
 * Resolves with {terms, text}: what the receiver takes, as openVault() takes limits, and a sentence about it. Throws SampleProblem
 * where it would take nothing by this invitation. A receiver that cannot be asked is no problem.
 */
export async function askFor(invitation, signal) {
  const host = new URL(invitation.reply).host;
  let said;
  try {
    said = await askReceiver(invitation, signal);
  } catch (error) {
    if (error.code === "refused-by-receiver") throw new SampleProblem("receiver", texts.refused(host, error.reason));
    if (error.code === "cancelled") throw new SampleProblem("stopped");
  }
  if (!said) return { terms: {}, text: texts.silent(host) };
  const { modelSHA256, groupBy, base, baseFile, baseSHA256 } = invitation;
  const why = objection(said, { modelSHA256, groupBy, base, baseFile, baseSHA256 });
  if (why) throw new SampleProblem("receiver", texts.refused(host, why));
  const number = (name) => (said[name] > 0 && Number.isFinite(said[name]) ? { [name]: said[name] } : {});
  const numbers = ["epsilonMin", "epsilonMax", "delta", "rowsMin", "rowsMax"].map(number);
  const kind = ["model", "weights", "moments", "report"].includes(said.release) ? { release: said.release } : {};
  const labels = ["wish", "required"].includes(said.labels) ? { labels: said.labels } : {};
  return { terms: Object.assign({}, ...numbers, kind, labels), text: texts.open(host, number("expires").expires) };
}
