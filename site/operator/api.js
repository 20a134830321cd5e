// The API of the edge that serves this page, as the analyst whose token was typed in. The token stays in this page's
// memory.

/** A request that the edge refused, or that did not reach it; `code` is "" where no edge answered. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Returns a function (method, place, body) that resolves with the JSON of the answer. */
export function connect(token) {
  const base = new URL("api/", document.baseURI);
  return async (method, place, body) => {
    const answer = await fetch(new URL(place, base), {
      method,
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      headers: { Authorization: `Bearer ${token}` },
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
    }).catch(() => {
      throw new Refusal("", "");
    });
    const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
    const said = isJSON ? await answer.json().catch(() => undefined) : undefined;
    if (answer.ok && said) return said;
    throw new Refusal(said?.code ?? "", said?.message ?? "");
  };
}

export const campaignPlace = (id) => `campaigns/${encodeURIComponent(id)}`;
export const releasePlace = (id, release) => `${campaignPlace(id)}/releases/${encodeURIComponent(release)}`;

/** All releases of a campaign, which come a few at a time. */
export async function exported(call, id) {
  const all = [];
  for (let after = 0; after !== null; ) {
    const { releases, next } = await call("GET", `${campaignPlace(id)}/export?after=${after}`);
    all.push(...releases);
    after = next;
  }
  return all;
}
