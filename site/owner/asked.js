// Where the page is told what is asked for, and asks the receiver what it would take, before the owner has spent
// anything. In a kit the terms are beside the page: kit-page/surroundings.js.
import { addressesOf } from "../invitation.js";
import { SampleProblem } from "../shared/fetch-sample.js";
import { askReceiver, closed } from "../receiver.js";
import { RELEASES } from "../terms/link.gen.js";
import { receiver as texts } from "./texts.js";

/** The part of the address after #, which is empty or the name of a place in the page if nothing is asked for. */
export const asked = () => location.hash;

/** Whether all that an invitation names is on this page's own site. */
export const isOwn = (invitation) =>
  addressesOf(invitation).every((address) => new URL(address).origin === location.origin);

/**
 * Resolves with {limits, text}: what the receiver takes, as openVault() takes limits, and a sentence about it. Throws
 * SampleProblem where it would take nothing by this invitation. A receiver that cannot be asked is no problem: the link
 * says what it takes.
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
  if (!said) return { limits: {}, text: texts.silent(host) };
  const why = closed(said);
  if (why) throw new SampleProblem("receiver", texts.refused(host, why));
  const number = (name) => (said[name] > 0 && Number.isFinite(said[name]) ? { [name]: said[name] } : {});
  const numbers = ["epsilonMin", "epsilonMax", "delta"].map(number);
  const kind = RELEASES.includes(said.release) ? { release: said.release } : {};
  const labels = ["wish", "required"].includes(said.labels) ? { labels: said.labels } : {};
  return {
    limits: Object.assign({ receiver: said }, ...numbers, kind, labels),
    text: texts.open(host, number("expires").expires),
  };
}
