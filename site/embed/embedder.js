// The page around the embeddable page. One message from it opens a channel; everything else it may send is ignored.
import { parseInvitation } from "../shared/invitation.js";

/**
 * Why the page around cannot be served, as a code, or undefined. `origin` is the one that the browser states for its
 * message.
 */
function refusal(origin) {
  // Without an origin, or without lasting storage, every run would have a new budget.
  if (self.origin === "null" || /** @type {any} */ (window).credentialless) return "sandboxed";
  if (!isSecureContext) return "insecure";
  // A page of our own origin could reach into this one.
  if (origin === "null" || origin === location.origin) return "embedder";
  return undefined;
}

/**
 * Resolves with {origin, invitation, send}, or with {refused: code, problems?, send} where nothing can be done. It
 * never resolves if the page around sends no message. `send` posts to the page around alone.
 */
export function meetEmbedder() {
  return new Promise((resolve) => {
    const early = /** @type {any} */ (window).heardEarly ?? [];
    /** @type {any} */ (window).heardEarly = undefined;
    let isOpen = false;
    function open({ source, origin, data, ports }) {
      const fromAround = window.parent !== window && source === window.parent;
      if (isOpen || !fromAround || data?.type !== "privadapt-open" || ports.length !== 1) return;
      isOpen = true; // exactly one channel, for good
      removeEventListener("message", open);
      const port = ports[0];
      const send = (message) => port.postMessage(message);
      send({ type: "hello" });
      const refused = refusal(origin);
      const { invitation, problems = [] } = parseInvitation(data.asked, refused ? "" : new URL(origin).hostname);
      if (refused) resolve({ refused, send });
      else if (!invitation) resolve({ refused: "bad-request", problems, send });
      else resolve({ origin, invitation, send });
    }
    addEventListener("message", open);
    early.forEach(open);
  });
}
