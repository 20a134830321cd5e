import { PrivadaptError } from "../errors.js";
import { load } from "../index.js";
import { deliver, objectionTo } from "../receiver.js";
import { askForYes } from "../terminal/arguments.js";
import { say, sayJSON } from "../terminal/print.js";
import { readText } from "./files.js";

export const NEEDS_YES = "submit needs --yes where there is no terminal to ask on";

/**
 * Sends the release in a file to the receiver of an invitation, once it is certain that it is a release, that its
 * certificate holds and that the invitation asks for it. Until then no connection is made: any other file may be
 * private.
 */
export async function deliverFile(path, invitation, { yes, json, signal }) {
  const text = await readText(path);
  await check(path, text, invitation, signal);
  const to = new URL(invitation.reply).host;
  if (!yes) await askForYes(`Type "yes" to send ${path} to ${to}: `, NEEDS_YES, "nothing was sent");
  const receipt = await deliver(text, invitation, signal);
  if (json) sayJSON({ ok: true, sent: { ...receipt, to } });
  else say(`sent ${path} to ${to}, which has accepted it`);
  return 0;
}

async function check(path, text, invitation, signal) {
  const refuse = ({ code, message }) => {
    throw new PrivadaptError(code, `${path} is not sent: ${message}`);
  };
  const engine = await load({ ledger: false });
  try {
    const objection = await objectionTo(text, invitation, engine, signal).catch((error) =>
      error.code === "bad-release" ? error : Promise.reject(error),
    );
    if (objection) refuse(objection);
  } finally {
    await engine.dispose();
  }
}
