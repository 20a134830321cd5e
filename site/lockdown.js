// The first words of the vault's script and of its worker's: takes away what could reach the network, other pages or the
// clipboard. WebRTC is the one thing here that no content security policy of today's browsers forbids; everything else
// the policy forbids as well, and stands here so that it takes two mistakes, not one.
(() => {
  const removed = [
    [globalThis, ["fetch", "fetchLater", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "SharedWorker",
      "BroadcastChannel", "importScripts", "open", "FontFace", "Notification", "PaymentRequest", "indexedDB", "caches", "cookieStore",
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
})();
