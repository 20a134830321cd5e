import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

export default {
  mode: "production",
  context: here,
  entry: "./main.js",
  output: { path: `${here}dist` },
  performance: { hints: false },
};
