// In a frame this page does nothing: whoever made the frame could lay it under something else and lead clicks in it.
// The headers forbid such frames, where a host sends them. The page for frames is embed.html. Imported first: what
// throws here keeps the rest of the page from starting.
import { el } from "../shared/dom.js";
import { framed as texts } from "./texts.js";

if (window.parent !== window) {
  const link = el("a", { href: location.href, target: "_blank", rel: "noopener" }, texts.open);
  document.getElementById("late").remove();
  document.querySelector("main").replaceChildren(el("p", { class: "alert", role: "alert" }, texts.why, " ", link));
  throw new Error(texts.why);
}
