// The first lines of the vault's script and of its workers' scripts. They remove what could reach the network, other
// pages, other programs or the clipboard. Content security policy forbids most of it as well, so that it takes two
// mistakes instead of one to open a way out. No policy of today's browsers governs WebRTC, or hints to look up a name
// or to connect. The page of a kit begins with the same lines, where `kept` names what that page needs.
((/** @type {string[]} */ kept) => {
  const MARKUP = ["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTML", "setHTMLUnsafe"];
  const removed = [
    [
      globalThis,
      [
        "fetch",
        "fetchLater",
        "XMLHttpRequest",
        "WebSocket",
        "WebSocketStream",
        "EventSource",
        "WebTransport",
        "SharedWorker",
        "BroadcastChannel",
        "importScripts",
        "open",
        "FontFace",
        "Notification",
        "PaymentRequest",
        "indexedDB",
        "caches",
        "cookieStore",
        "DOMParser",
        "XSLTProcessor",
        "customElements",
        "navigation",
        "sharedStorage",
        "speechSynthesis",
        "SpeechSynthesisUtterance",
        "SpeechRecognition",
        "webkitSpeechRecognition",
        "PresentationRequest",
        "MediaMetadata",
        "documentPictureInPicture",
        "showOpenFilePicker",
        "showSaveFilePicker",
        "showDirectoryPicker",
        ...Object.getOwnPropertyNames(globalThis).filter((name) => /^(webkit|moz)?RTC/.test(name)),
      ],
    ],
    [
      globalThis.navigator,
      [
        "sendBeacon",
        "clipboard",
        "serviceWorker",
        "credentials",
        "mediaDevices",
        "share",
        "usb",
        "serial",
        "hid",
        "bluetooth",
        "mediaSession",
        "presentation",
        "registerProtocolHandler",
        "runAdAuction",
        "joinAdInterestGroup",
      ],
    ],
    // A worker has none of what follows. Besides the two functions below, these are all the ways to make elements:
    // copies of others, whole documents and, where the browser does not know Trusted Types, markup.
    [globalThis.document, ["execCommand", "open", "write", "writeln", "requestStorageAccess", "importNode"]],
    [globalThis.Document, ["parseHTML", "parseHTMLUnsafe"]],
    [globalThis.DOMImplementation?.prototype, ["createDocument", "createHTMLDocument"]],
    [globalThis.Node?.prototype, ["cloneNode"]],
    [globalThis.Range?.prototype, ["createContextualFragment", "cloneContents"]],
    [globalThis.Element?.prototype, MARKUP],
    [globalThis.ShadowRoot?.prototype, MARKUP],
    [globalThis.History?.prototype, ["pushState", "replaceState", "go", "back", "forward"]],
  ];
  for (const [object, names] of /** @type {[object, string[]][]} */ (removed)) {
    for (const name of names.filter((name) => !kept.includes(name))) {
      for (let owner = object; owner; owner = Object.getPrototypeOf(owner)) {
        if (Object.hasOwn(owner, name))
          Reflect.defineProperty(owner, name, { value: undefined, writable: false, configurable: false });
      }
      // No vault is better than an open one.
      if (object?.[name] !== undefined) throw new Error(`${name} cannot be removed in this browser`);
    }
  }
  if (!globalThis.document) return;

  // Elements that hint, frame, embed, run or navigate; the form has none of them.
  const refused = new Set(
    [
      "a",
      "area",
      "base",
      "embed",
      "fencedframe",
      "form",
      "frame",
      "frameset",
      "iframe",
      "link",
      "meta",
      "object",
      "script",
    ].filter((name) => !kept.includes(name)),
  );
  for (const name of ["createElement", "createElementNS"]) {
    const make = Document.prototype[name];
    const value = function (...given) {
      const element = Reflect.apply(make, this, given);
      if (refused.has(element.localName.toLowerCase()))
        throw new Error(`The vault makes no element ${element.localName}.`);
      // The kit's page makes the vault's frame alone. From one without a sandbox all that was removed could be had
      // again.
      if (element.localName === "iframe") element.setAttribute("sandbox", "allow-scripts");
      return element;
    };
    Object.defineProperty(Document.prototype, name, { value, writable: false, configurable: false });
  }
})([]);
