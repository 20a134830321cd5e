// <private-adapt> in React's markup: `import type {} from "privadapt/react";` once in a program. React 19 listens to
// the events.
import type { HTMLAttributes, RefAttributes } from "react";
import type { PrivateAdaptAttributes, PrivateAdaptElement } from "../element.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "private-adapt": PrivateAdaptAttributes &
        Omit<HTMLAttributes<PrivateAdaptElement>, keyof PrivateAdaptAttributes> &
        RefAttributes<PrivateAdaptElement>;
    }
  }
}
