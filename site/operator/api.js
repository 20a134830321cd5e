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

/** All entries of a list that comes in pages. */
export async function everything(call, place, name) {
  const all = [];
  for (let next = ""; next !== null; ) {
    const page = await call("GET", next === "" ? place : `${place}?after=${encodeURIComponent(next)}`);
    all.push(...page[name]);
    next = page.next;
  }
  return all;
}

export const campaignPlace = (id) => `campaigns/${encodeURIComponent(id)}`;
export const releasePlace = (id, release) => `${campaignPlace(id)}/releases/${encodeURIComponent(release)}`;
