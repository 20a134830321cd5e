// Keeps the site for use without a network, and says whether there is one.
import { network as texts } from "./texts.js";

/** Writes into `element`, a live region, the state of the network and what it means for the reader. */
export async function watchNetwork(element) {
  let state = "loading"; // "kept", "unkept"
  let newer = false;
  const write = () => {
    const now = navigator.onLine ? { loading: "", kept: texts.kept, unkept: "" }[state] : texts.offline;
    const said = [now, newer && texts.newer].filter(Boolean).join(" ");
    if (element.textContent !== said) element.textContent = said;
    element.classList.toggle("offline", !navigator.onLine);
    element.dataset.site = state;
  };
  addEventListener("offline", write);
  addEventListener("online", write);
  write();
  try {
    const registration = await keepSite();
    state = "kept";
    const look = () => {
      newer = registration.waiting !== null;
      write();
    };
    const follow = () => registration.installing?.addEventListener("statechange", look);
    registration.addEventListener("updatefound", follow);
    follow(); // one that was found before
    look();
  } catch {
    // No service workers here, as in some private windows: the site still works, with a network.
    state = "unkept";
    write();
  }
}

/** Resolves when all files of the site are kept; rejects where the browser cannot. */
async function keepSite() {
  // After the page's own files, which it needs sooner.
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url));
  return navigator.serviceWorker.ready;
}
