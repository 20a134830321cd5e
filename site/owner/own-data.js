// What an owner does who has seen the example and has data: open the link of whoever asks for a result. An address of a
// public sample is for analysts.
import { ownData as texts } from "./texts.js";

const $ = (id) => /** @type {any} */ (document.getElementById(id));

/** `open` opens what the page's address asks for now. */
export function offerOwnData(open) {
  $("mine")?.addEventListener("click", () => {
    showOwnData(true);
    $("sample-heading").focus();
  });
  $("link-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const hash = hashOf($("link").value);
    $("link-problem").textContent = hash ? "" : texts.noInvitation;
    $("link").setAttribute("aria-invalid", String(!hash));
    if (!hash) $("link").focus();
    else if (location.hash === hash) open();
    else location.hash = hash;
  });
}

export const showOwnData = (on) => ($("sample").hidden = !on);

/** The part of a link that asks for something, or undefined. */
const hashOf = (link) => /#[^#]*=[^#]*$/.exec(link.trim())?.[0];
