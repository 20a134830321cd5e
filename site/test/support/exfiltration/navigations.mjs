// Channels: going somewhere else. `alone` ones take their document away, so each has a frame to itself; `click` ones
// run on a real click in a frame of their own; `top` ones may take the whole page away.

export const NAVIGATIONS = [
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
