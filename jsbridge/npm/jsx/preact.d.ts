// <private-adapt> in Preact's markup: `import type {} from "privadapt/preact";` once in a program.
import type { ClassAttributes, HTMLAttributes } from "preact";
import type { PrivateAdaptAttributes, PrivateAdaptElement } from "../element.js";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "private-adapt": PrivateAdaptAttributes &
        Omit<HTMLAttributes<PrivateAdaptElement>, keyof PrivateAdaptAttributes> &
        ClassAttributes<PrivateAdaptElement>;
    }
  }
}
