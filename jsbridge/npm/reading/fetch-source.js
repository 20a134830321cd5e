import { PrivadaptError } from "../errors.js";
import { download } from "../runtime/download.js";

/** Downloads a public sample as a Blob, with the `options` of download(). */
export const fetchSource = (url, options) =>
  fetchPublic(url, /** @type {Record<string, any>} */ { what: "public sample", kind: "CSV file", ...options });

/**
 * Downloads a public file, which errors name by `what` and `kind`. It sends no cookies and no referrer: the file is
 * public, and its server need not learn more than the request itself. With `stay` nothing but this address is asked: a
 * redirect is an error, as for an address in a link, whose owner has agreed to that address alone.
 */
export function fetchPublic(url, /** @type {Record<string, any>} */ { base, what, kind, stay = false, ...options }) {
  const address = publicAddress(url, base, what);
  return download(address, {
    request: {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-cache",
      redirect: stay ? "manual" : "follow",
    },
    check: (response) => refusePages(response, address, kind),
    ...options,
  });
}

function publicAddress(url, base, what) {
  let address;
  try {
    address = new URL(url, base);
  } catch {
    throw new PrivadaptError(
      "not-a-url",
      `"${url}" is not an address; the ${what} needs an https: or http: URL, or pass it as a Blob`,
    );
  }
  if (!["https:", "http:", "blob:"].includes(address.protocol)) {
    throw new PrivadaptError(
      "not-a-url",
      `the ${what} cannot be fetched from a ${address.protocol} address; use https:, http: or a Blob`,
    );
  }
  return address.href;
}

function refusePages(response, address, kind) {
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(response.headers.get("content-type") ?? "")) {
    throw new PrivadaptError(
      "html",
      `${address} is a web page, not a ${kind}; look for the file's direct ("raw" or "download") address`,
    );
  }
}
