// Channels: elements of a document that fetch something, or hint at it, or say that they were not allowed to.

export const ELEMENTS = [
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
