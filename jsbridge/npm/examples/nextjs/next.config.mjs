import { fileURLToPath } from "node:url";

// A static export, for any web server; `next start` and serverless functions run the same app.
export default {
  output: "export",
  trailingSlash: true,
  turbopack: { root: fileURLToPath(new URL("..", import.meta.url)) },
};
