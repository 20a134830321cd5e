// Svelte's markup takes the element's attributes and events.
import type {} from "privadapt/svelte";
import type { SvelteHTMLElements } from "svelte/elements";

export const right: SvelteHTMLElements["private-adapt"] = {
  label: "price",
  "epsilon-max": 1,
  class: "wide",
  onrelease: ({ detail }) => console.log(detail.release.certificate.epsilon),
};
// @ts-expect-error: labels are wished for or required
export const wrong: SvelteHTMLElements["private-adapt"] = { labels: "perhaps" };
