// The first words of the vault's script and of its worker's: takes away what could reach the network, other pages or the
// clipboard. Content security policy forbids most of it as well, and this makes it two mistakes that are needed instead of
// one. No policy of today's browsers governs WebRTC, nor hints to look up a name or to connect.
(() => {
  const removed = [
    [globalThis, ["fetch", "fetchLater", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "SharedWorker",
      "BroadcastChannel", "importScripts", "open", "FontFace", "Notification", "PaymentRequest", "indexedDB", "caches", "cookieStore",
      "DOMParser", "XSLTProcessor", "customElements",
      ...Object.getOwnPropertyNames(globalThis).filter((name) => /^(webkit|moz)?RTC/.test(name))]],
    [globalThis.navigator, ["sendBeacon", "clipboard", "serviceWorker", "credentials", "mediaDevices", "share", "usb", "serial", "hid", "bluetooth"]],
    [globalThis.document, ["execCommand", "open", "write", "writeln", "requestStorageAccess"]], // a worker has no document
  ];
  for (const [object, names] of removed) {
    for (const name of names) {
      for (let owner = object; owner; owner = Object.getPrototypeOf(owner)) {
        if (Object.hasOwn(owner, name)) Reflect.defineProperty(owner, name, { value: undefined, writable: false, configurable: false });
      }
      // Rather no vault than an open one.
      if (object?.[name] !== undefined) throw new Error(`${name} cannot be taken away in this browser`);
    }
  }
  if (!globalThis.document) return;

  // Elements that hint, frame, embed, run or lead elsewhere; the form has none of them. Trusted Types, where the browser
  // knows them, close the other way to make elements, which is to parse them.
  const refused = new Set(["a", "area", "base", "embed", "fencedframe", "form", "frame", "frameset", "iframe", "link", "meta", "object", "script"]);
  for (const name of ["createElement", "createElementNS"]) {
    const make = Document.prototype[name];
    const value = function (...given) {
      const element = Reflect.apply(make, this, given);
      if (refused.has(element.localName.toLowerCase())) throw new Error(`The vault makes no element ${element.localName}.`);
      return element;
    };
    Object.defineProperty(Document.prototype, name, { value, writable: false, configurable: false });
  }
})();
