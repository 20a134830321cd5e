// The headers a host should send with the site. They repeat the policies in the documents and add what only a
// header can say. build.mjs writes them to _headers, in the syntax that Netlify and Cloudflare Pages read (from the
// root of a site); serve.mjs reads that file.

/** Features of browsers that no page here uses. */
const OFF = `
  accelerometer attribution-reporting autoplay bluetooth browsing-topics camera clipboard-read display-capture
  encrypted-media geolocation gyroscope hid identity-credentials-get idle-detection join-ad-interest-group
  local-fonts magnetometer microphone midi payment private-state-token-issuance publickey-credentials-get
  run-ad-auction screen-wake-lock serial shared-storage usb window-management xr-spatial-tracking
`;

/** These, and those that the pages use themselves: to copy a result, to record a run. */
const PERMISSIONS = [
  ...OFF.trim()
    .split(/\s+/)
    .map((feature) => `${feature}=()`),
  "clipboard-write=(self)",
  "storage-access=(self)", // the page for frames asks for it
].join(", ");

const EVERYWHERE = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": PERMISSIONS,
  "X-DNS-Prefetch-Control": "off",
  // The files pin each other's digests, so none may be older than the rest. Browsers ask each time; a match costs one
  // short answer.
  "Cache-Control": "no-cache",
};

/** What other sites may use: the element's script, and its page in a frame. */
const EMBEDDABLE = "embed.html";
const FOR_OTHERS = {
  "element.js": { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" },
};

// A worker from a file does not inherit its page's policy.
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** The policy in a document's meta tag, or undefined. */
export const policyOf = (html) => /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1];

/** The policy to send with a file, or undefined: what its text says, and what a meta tag cannot say. */
function policyHeader(name, content) {
  if (name.endsWith(".html")) {
    const policy = policyOf(content);
    if (policy === undefined) throw new Error(`build: ${name} has no content security policy`);
    const more = name === "vault.html" ? "; sandbox allow-scripts" : ""; // in case it is opened on its own
    return `${policy}; frame-ancestors ${name === EMBEDDABLE ? "*" : "'none'"}${more}`;
  }
  return /(^|[/-])(worker|sw)\.js$/.test(name) ? WORKER_POLICY : undefined;
}

/** The text of _headers for `files`, name → content. */
export function headersFile(files) {
  const rule = (path, headers) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n");
  const rules = [rule("/*", EVERYWHERE)];
  for (const name of Object.keys(files).sort()) {
    if (name in FOR_OTHERS) rules.push(rule(`/${name}`, FOR_OTHERS[name]));
    const policy = policyHeader(name, String(files[name]));
    if (policy === undefined) continue;
    // Such hosts also answer without the ending, and for the folder.
    const short = name.replace(/(^|(?<=\/))index\.html$|\.html$/, "");
    for (const path of new Set([name, short])) rules.push(rule(`/${path}`, { "Content-Security-Policy": policy }));
  }
  return `${rules.join("\n\n")}\n`;
}

/** The rules in the text of _headers, in their order: [path, headers]. */
export const rulesIn = (text) =>
  text
    .trim()
    .split(/\n\n+/)
    .map((block) => {
      const [path, ...lines] = block.split("\n");
      return [path, Object.fromEntries(lines.map((line) => /^\s*(.*?):\s*(.*)$/.exec(line).slice(1)))];
    });

/**
 * Reads the text of _headers: returns a function that gives the headers for a path below the root, such as
 * "/paper.html".
 */
export function readHeaders(text) {
  const rules = rulesIn(text);
  return (path) =>
    Object.assign({}, ...rules.filter(([of]) => of === "/*" || of === path).map(([, headers]) => headers));
}
