// How a page of this site hands a document to another one that it opens: the new page says that it is there, and gets
// it. Both look at who speaks.
const READY = "privadapt-ready";

/** Opens a page of this site and hands it a document {name, text}. */
export function handOver(address, { name, text }) {
  const other = open(address);
  addEventListener("message", function give({ source, origin, data }) {
    if (!other || source !== other || origin !== location.origin || data !== READY) return;
    removeEventListener("message", give);
    other.postMessage({ name, text }, location.origin);
  });
}

/** Calls `take` with the document that this page was opened for, if it was. */
export function takeHanded(take) {
  const giver = window.opener;
  if (!giver) return;
  addEventListener("message", function receive({ source, origin, data }) {
    if (source !== giver || origin !== location.origin) return;
    const { name, text } = Object(data);
    if (typeof name !== "string" || typeof text !== "string") return;
    removeEventListener("message", receive);
    take({ name, text });
  });
  giver.postMessage(READY, location.origin);
}
