// <private-adapt> in Svelte's markup: `import type {} from "privadapt/svelte";` once in a program.
import type { HTMLAttributes } from "svelte/elements";
import type { PrivateAdaptAttributes, PrivateAdaptElement } from "../element.js";

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "private-adapt": PrivateAdaptAttributes & Omit<HTMLAttributes<PrivateAdaptElement>, keyof PrivateAdaptAttributes>;
  }
}
