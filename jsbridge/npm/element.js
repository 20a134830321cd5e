// <private-adapt>: the vault in a page of another origin. The surrounding page gets releases and never data: the owner
// picks the file in a frame of the host's page, which keeps it in its own sealed frame. Importing this file defines the
// element in a browser and does nothing on a server. A host serves it as one file.
import { askedBy } from "./terms/asked.js";
import { ATTRIBUTES } from "./terms/attributes.gen.js";

const PAGE = "embed.html";
const HEIGHT = { default: 760, least: 320, most: 4000 };
const LOAD_MILLISECONDS = 30_000;
// Of a page that has been loaded, also of one that says that the host is not there. A host that is silent for as long
// is named.
const ANSWER_MILLISECONDS = 5_000;
const LONGEST_RELEASE = 64 * 2 ** 20;

const MESSAGES = {
  "bad-host": "The host of this private computation must be an https: address.",
  "same-origin":
    "The host of this private computation must not be the page's own origin: the page could then read the file.",
  silent: (host) => `${host} has not answered yet. The private computation needs it.`,
  "no-answer": "The host of this private computation does not answer.",
  navigated: "The frame of this private computation has been led to another page. Do not choose a file in it.",
  "bad-message": "The host of this private computation sent something that is no release.",
};

const CODE = /^[a-z][a-z-]{1,39}$/;

// On a server there are no elements, and no instance is ever made.
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {});

export class PrivateAdaptElement extends Base {
  static formAssociated = true;
  static observedAttributes = ["host", "height", "required", ...Object.keys(ATTRIBUTES)];

  #root;
  #internals;
  #session = null; // {frame, port, timer} of the frame on the screen
  #scheduled = false;
  #text = ""; // the release, as the form sends it
  #release = null;

  constructor() {
    super();
    this.#internals = this.attachInternals();
    // The root is open: the origin of the frame keeps the data from the page, and a page cannot get around that.
    this.#root = this.attachShadow({ mode: "open" });
    this.#root.adoptedStyleSheets = [styles()];
    this.#setRelease(null, "");
  }

  connectedCallback() {
    this.#schedule();
  }

  disconnectedCallback() {
    this.#close();
    this.#root.replaceChildren();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === "required") this.#setValidity();
    else if (name === "height") this.#session?.frame.setAttribute("height", this.#height());
    else this.#schedule();
  }

  formResetCallback() {
    this.#setRelease(null, "");
  }

  /** The last release, parsed; null before there is one. */
  get release() {
    return this.#release;
  }

  /** The text of the release file, which is also the form's value; "" before there is one. */
  get value() {
    return this.#text;
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  set name(name) {
    this.setAttribute("name", name);
  }

  get form() {
    return this.#internals.form;
  }

  get validity() {
    return this.#internals.validity;
  }

  get validationMessage() {
    return this.#internals.validationMessage;
  }

  checkValidity() {
    return this.#internals.checkValidity();
  }

  reportValidity() {
    return this.#internals.reportValidity();
  }

  /**
   * Runs once for all attributes that change together. A new frame starts empty: a file that was picked is forgotten.
   */
  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#close();
      this.#root.replaceChildren();
      if (this.isConnected) this.#open();
    });
  }

  #open() {
    const page = embeddablePage(this.getAttribute("host"));
    if (page === null) return this.#refuse("bad-host");
    if (page.origin === location.origin) return this.#refuse("same-origin");

    const frame = document.createElement("iframe");
    frame.title = `Private computation at ${page.host} for ${location.host}`;
    frame.part = "frame";
    frame.setAttribute("height", this.#height());
    frame.referrerPolicy = "no-referrer";
    frame.src = page.href;
    const session = { frame, port: null, timer: setTimeout(() => this.#wait(session, page.host), ANSWER_MILLISECONDS) };
    this.#session = session;
    frame.addEventListener("load", () => {
      if (this.#session !== session) return;
      // Only once: after another load the frame shows another document.
      if (session.port) this.#refuse("navigated");
      else this.#introduce(session, page.origin);
    });
    this.#root.append(frame);
    this.#setValidity();
  }

  /** Names a host that does not answer, above the frame, which may only be slow. */
  #wait(session, host) {
    session.timer = setTimeout(() => this.#refuse("no-answer"), LOAD_MILLISECONDS - ANSWER_MILLISECONDS);
    session.notice = notice("status", MESSAGES.silent(host));
    this.#root.prepend(session.notice);
  }

  /** Passes one end of a channel to the frame. Only a document of the host's origin can receive it. */
  #introduce(session, origin) {
    clearTimeout(session.timer);
    session.notice?.remove();
    session.timer = setTimeout(() => this.#refuse("no-answer"), ANSWER_MILLISECONDS);
    const channel = new MessageChannel();
    session.port = channel.port1;
    session.port.onmessage = ({ data }) => this.#session === session && this.#hear(data);
    const asked = askedBy(this, document.baseURI);
    session.frame.contentWindow.postMessage({ type: "privadapt-open", asked }, origin, [channel.port2]);
  }

  #hear(message) {
    switch (message?.type) {
      case "hello":
        clearTimeout(this.#session.timer);
        break;
      case "release":
        this.#take(message);
        break;
      case "cancel":
        this.dispatchEvent(new Event("cancel", { bubbles: true }));
        break;
      case "error":
        this.#fail(
          CODE.test(message.code) ? message.code : "bad-message",
          CODE.test(message.reason) ? message.reason : undefined,
        );
        break;
      default:
        this.#fail("bad-message");
    }
  }

  #take({ release: text, weightsCSV }) {
    const release = parseRelease(text);
    if (release === null || (weightsCSV !== undefined && typeof weightsCSV !== "string"))
      return this.#fail("bad-message");
    this.#setRelease(release, text);
    this.dispatchEvent(
      new CustomEvent("release", { bubbles: true, detail: Object.freeze({ release, text, weightsCSV }) }),
    );
  }

  #setRelease(release, text) {
    this.#release = release;
    this.#text = text;
    this.#internals.setFormValue(text === "" ? null : text);
    this.#setValidity();
  }

  /** A form that is not sent leads to the frame, or to the sentence in its place: the element itself takes no focus. */
  #setValidity() {
    if (!this.hasAttribute("required") || this.#text !== "") return this.#internals.setValidity({});
    const sentence = "A private computation has to be made and its result handed over.";
    const shown = /** @type {HTMLElement | null} */ (this.#root.querySelector("iframe, p"));
    if (shown) this.#internals.setValidity({ valueMissing: true }, sentence, shown);
    else this.#internals.setValidity({ valueMissing: true }, sentence);
  }

  /** Removes the frame and shows a sentence in its place. */
  #refuse(code) {
    this.#close();
    this.#root.replaceChildren(notice("alert", MESSAGES[code]));
    this.#setValidity();
    this.#fail(code);
  }

  #fail(code, reason) {
    this.dispatchEvent(new CustomEvent("error", { detail: reason === undefined ? { code } : { code, reason } }));
  }

  #close() {
    clearTimeout(this.#session?.timer);
    this.#session?.port?.close();
    this.#session = null;
  }

  #height() {
    const given = Number.parseInt(this.getAttribute("height") ?? "", 10);
    return String(Math.min(HEIGHT.most, Math.max(HEIGHT.least, given || HEIGHT.default)));
  }
}

/** A sentence in the element. */
function notice(role, text) {
  const message = document.createElement("p");
  message.part = "message";
  message.role = role;
  message.tabIndex = -1;
  message.textContent = text;
  return message;
}

/**
 * The host's page: at the address in the attribute, or else beside this file, which is right if the host itself serves
 * it.
 */
function embeddablePage(host) {
  let page;
  try {
    const folder = host === null ? new URL(".", import.meta.url) : new URL(host);
    if (!folder.pathname.endsWith("/")) folder.pathname += "/";
    page = new URL(PAGE, folder);
  } catch {
    return null;
  }
  const local = page.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(page.hostname);
  return page.protocol === "https:" || local ? page : null;
}

/**
 * The host is another origin, so the shape of its messages is checked. Only verify() checks the guarantee of a release.
 */
function parseRelease(text) {
  if (typeof text !== "string" || text.length > LONGEST_RELEASE) return null;
  try {
    const release = frozen(JSON.parse(text));
    return release?.format === "privadapt-release" && release.version === 1 ? release : null;
  } catch {
    return null;
  }
}

/** All listeners share the value, so none may change it for the others. */
function frozen(value) {
  if (value === null || typeof value !== "object") return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

let sheet;
function styles() {
  if (!sheet) {
    sheet = new CSSStyleSheet(); // which, unlike a style element, a page's policy need not allow
    sheet.replaceSync(`
      :host { display: block; }
      :host([hidden]) { display: none; }
      iframe { display: block; width: 100%; border: 0; }
      p { margin: 0; padding: 1em; border: 1px solid; }
    `);
  }
  return sheet;
}

if (globalThis.customElements && !customElements.get("private-adapt")) {
  customElements.define("private-adapt", PrivateAdaptElement);
}
