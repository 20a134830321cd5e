// What differs between the owner's page on a site and in a kit: on a site there is a network around it, in a kit there
// is this file. The build puts this module in the place of the site's (REPLACED in build/kit.mjs), and all else is the
// same code.
import { parseInvitation as parse } from "../invitation.js";
import { el } from "../shared/dom.js";
import { said } from "../shared/texts.js";
import { content, terms } from "./contents.js";

/** For vault/built.js. */
export const built = async (name) => (await content(name)).buffer;

let told = false;

/** For owner/asked.js: once, since the address of a kit says nothing, and the owner may go to places in the page. */
export function asked() {
  if (told) return "";
  told = true;
  return terms();
}

/** For owner/asked.js: all that the terms name is in this file, and nobody is asked for anything. */
export const isOwn = () => true;

/** For shared/invitation.js. */
export { FILES, readingOf, termsOf } from "../invitation.js";
export const parseInvitation = (text) => parse(text, undefined, { inKit: true });

/** For reading/fetch-source.js: a public file is in the kit under its address. */
export const fetchPublic = async (address) => new Blob([await content(String(address))]);
export const fetchSource = fetchPublic;

/** For owner/asked.js: nobody can be asked, and what the kit asks for is what will be taken. */
export const askFor = async (invitation) => ({ limits: {}, text: said.kit.notAsked(new URL(invitation.reply).host) });

/** For shared/offline.js. */
export async function watchNetwork(element) {
  element.textContent = said.kit.alone;
  element.dataset.site = "kept";
}

/** For owner/send.js: what stands where a site's page offers to send the result. */
export const sendForm = (_text, { address }) => el("p", { class: "help", id: "send-later" }, said.kit.later(address));

/** For owner/sample-data.js: a kit has its own sample. */
export const sampleSource = () => "";
export const makeSampleData = async () => undefined;
