// The receiver of an invitation: it is asked before anything is spent, and gets the release afterwards. For the command
// line and the owner's page.
import { PrivadaptError } from "./errors.js";
import { termsOf } from "./invitation.js";
import { plain } from "./reading/plain-text.js";

const PATIENCE = 30_000; // ms
const ATTEMPTS = 4;

/**
 * Asks the receiver of an invitation, before anything is spent, which releases it would accept. Resolves with its
 * answer, or with undefined if the receiver is a server of another kind, which cannot be asked. Its refusal is an error
 * of code "refused-by-receiver".
 */
export async function askReceiver({ reply, token }, signal) {
  const answer = await request(new URL("invitation", reply), { headers: bearer(token), signal });
  const said = await saidBy(answer);
  if (answer.ok && typeof said?.state === "string") return said;
  if (typeof said?.code === "string" && typeof said.message === "string") throw refused(answer, said);
  return undefined;
}

const STATES = new Map([
  ["used", "this invitation has served already"],
  ["expired", "this invitation has expired"],
  ["revoked", "this invitation has been withdrawn"],
  ["closed", "the campaign takes no more releases"],
]);

/**
 * Why an invitation takes no release, in a sentence; undefined if it is open. `said` is the receiver's answer. What it
 * takes, the engine compares with the run: see `receiver` of adapt().
 */
export const closed = (said) =>
  said.state === "open" ? undefined : (STATES.get(said.state) ?? "this invitation does not serve");

/**
 * Why a text is not a release that an invitation asks for, as {code, message}; undefined if it is one. `engine` judges
 * it, and nobody is asked. Throws "bad-release" for what is no release at all.
 */
export async function objectionTo(text, invitation, engine, signal) {
  const { ok, problems, objection } = await engine.verify(text, { receiver: termsOf(invitation), signal });
  return ok
    ? objection
    : { code: "bad-certificate", message: `the release's certificate does not hold: ${problems.join("; ")}` };
}

/**
 * Delivers a release and resolves with the receipt. The receiver accepts a release that it already has, so an
 * interrupted delivery is repeated after 1, 2 and 4 seconds, with at most this number of `attempts`.
 */
export async function deliver(text, { reply, token }, signal, { attempts = ATTEMPTS } = {}) {
  for (let attempt = 1; ; attempt++) {
    const last = attempt === attempts;
    try {
      const headers = { ...bearer(token), "Content-Type": "application/json" };
      const answer = await request(new URL(reply), { method: "POST", body: text, headers, signal });
      const said = await saidBy(answer);
      if (answer.ok) return said ?? {};
      if (last || answer.status < 500) throw refused(answer, said);
    } catch (error) {
      if (last || error.code !== "unreachable") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** (attempt - 1)));
  }
}

const bearer = (token) => (token === undefined ? {} : { Authorization: `Bearer ${token}` });

async function request(address, { signal, ...options }) {
  try {
    // The owner has agreed to this address only.
    return await fetch(address, {
      ...options,
      redirect: "error",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
  } catch (cause) {
    if (signal.aborted) throw new PrivadaptError("cancelled", "the call was cancelled");
    throw new PrivadaptError("unreachable", `the receiver ${address.host} could not be reached`, { cause });
  }
}

/** An answer as JSON; undefined if it cannot be read. */
const saidBy = (answer) => answer.json().catch(() => undefined);

/** A stranger's words. */
const quoted = (text) => plain(text).slice(0, 500);

const refused = (answer, said) => {
  const why = typeof said?.message === "string" ? quoted(said.message) : `status ${answer.status}`;
  return Object.assign(new PrivadaptError("refused-by-receiver", `the receiver refuses: ${why}`), { reason: why });
};
