// The page's side of the vault: it makes the frame, hands bytes in, and listens on one port. What comes out of the port
// is public or differentially private; see jsbridge/vaultui/post.go for the other end.
import { DECODERS } from "../reading/formats.gen.js";
import { el } from "../shared/dom.js";
import { SampleProblem } from "../shared/fetch-sample.js";
import { language } from "../shared/language.js";
import { vault as texts } from "../shared/texts.js";
import { built } from "./built.js";
import { vaultRules } from "./messages.js";

const BORDERS = 4; // pixels, as style.css has them

const PATIENCE = 30_000; // ms for the first message of a vault, which takes far less than a second

let loading;

/** Fetches the vault's document and the engine, once. Throws SampleProblem. */
export function loadParts() {
  loading ??= fetchParts().catch((error) => {
    loading = undefined; // the next attempt asks again
    throw error instanceof SampleProblem ? error : new SampleProblem("engine");
  });
  return loading;
}

async function fetchParts() {
  if (typeof WebAssembly !== "object") throw new SampleProblem("no-wasm");
  const [html, engine] = await Promise.all(["vault.html", "engine.wasm"].map(built));
  const text = new TextDecoder().decode(html);
  if (!(await isOfThisPage(text))) throw new SampleProblem("outdated");
  return { html: text, engine };
}

/**
 * Whether the policy of this page lets the vault's script run. It does not if their versions differ, as can happen
 * shortly after an update of the site; the vault would then send nothing.
 */
async function isOfThisPage(html) {
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script)));
  const policy = /** @type {HTMLMetaElement} */ (document.querySelector('meta[http-equiv="Content-Security-Policy"]'))
    .content;
  return policy.includes(`'sha256-${btoa(String.fromCharCode(...digest))}'`);
}

let spare; // {place, frame, port} of a vault that knows nothing but its program

/**
 * Makes the vault for the next openVault() in `place`, out of sight and where it stays: a frame that is moved loads again.
 * Throws SampleProblem.
 */
export async function prepareVault(place) {
  const { html, engine } = await loadParts();
  if (spare?.place === place) return spare;
  const frame = el("iframe", { sandbox: "allow-scripts", title: texts.title, hidden: true });
  // By srcdoc and not by src: only so does frame-src 'none' forbid every later navigation of the frame.
  frame.srcdoc = html;
  const { port1: port, port2 } = new MessageChannel();
  // Once only: if the frame ever loads another document, it must not be given anything.
  const start = () => {
    const copy = engine.slice(0); // transferred; the next vault needs the bytes again
    frame.contentWindow.postMessage({ type: "start", engine: copy, language }, "*", [port2, copy]);
  };
  frame.addEventListener("load", start, { once: true });
  place.append(frame);
  return (spare = { place, frame, port });
}

/**
 * Opens a vault in `place`: every one was a spare first, if only for a moment. `sample` is {data, name, url, reading} and
 * more, `samplePrivate` the bytes of the synthetic private file or undefined. `onMessage` gets what the vault says, as
 * messages.js has it, from its beginning; {type: "failed", code: "no-vault"} where it sends nothing, and "broken-rules"
 * where it sends what it must not, and is closed. Returns {send, close}.
 */
export async function openVault(place, { sample, samplePrivate, limits = {} }, onMessage) {
  const { frame, port } = await prepareVault(place);
  spare = undefined;
  Object.assign(frame, { className: "vault", hidden: false });
  const rules = vaultRules({ hasSample: samplePrivate !== undefined });
  const silence = setTimeout(onMessage, PATIENCE, { type: "failed", code: "no-vault" });
  port.onmessage = ({ data }) => {
    clearTimeout(silence);
    const message = rules.take(data);
    if (!message) close();
    const isFile = message?.type === "view" && message.step === "file";
    if (message?.type === "view" && !isFile) frame.style.height = `${message.height + BORDERS}px`;
    onMessage(message ?? { type: "failed", code: "broken-rules" });
    if (!isFile) return;
    // What is read of a private file has what the window leaves, however much that is, and nothing around it has to be
    // scrolled. The page has first put around it what belongs to the step.
    const above = frame.getBoundingClientRect().top + scrollY;
    frame.style.height = `max(70svh, 100svh - ${above}px - 1rem)`;
  };
  port.postMessage({ type: "open", sample, samplePrivate, limits });
  // Few owners need these, and no owner waits for them; all are here before a file is chosen.
  for (const name of DECODERS.map((name) => `${name}.js`)) {
    const send = (bytes) => port.postMessage({ type: "part", name, bytes });
    built(name).then(send, () => send(undefined)); // the vault reports it if it is needed
  }
  return {
    send(message) {
      const copy = Object.freeze({ ...message }); // the rules check what the vault gets
      rules.answer(copy);
      port.postMessage(copy);
    },
    close,
  };

  function close() {
    clearTimeout(silence);
    port.close();
    frame.remove();
  }
}
