// The entry of the Worker. Files and samples are streamed from here. Only the API starts Go, whose program runs for one
// request (syumai/workers; make edge puts its glue into build/).
import headers from "./build/headers.mjs";
import go from "./build/worker.mjs";
import { serveSample } from "./samples.mjs";
import { serveFile } from "./site.mjs";
import { turns } from "./turns.mjs";

const inTurn = turns(4);

export default {
  async fetch(request, env, context) {
    const url = new URL(request.url);
    // Samples come from strangers, so they have a host of their own, and on it there is nothing else.
    if (url.hostname === new URL(env.SAMPLES_URL).hostname) return serveSample(request, url, env.SAMPLES);
    if (!url.pathname.startsWith("/api/")) return serveFile(request, url, env.ASSETS, headers);
    const { success } = await env.CLIENTS.limit({ key: networkOf(request.headers.get("CF-Connecting-IP") ?? "unknown") });
    if (!success) return tooMany();
    return inTurn(() => answerWhole(request, env, context));
  },
  scheduled: (event, env, context) => inTurn(() => go.scheduled(event, env, context)),
};

/** The answer, once Go has written all of it, so that its turn is over. Answers are short. */
async function answerWhole(request, env, context) {
  const answer = await go.fetch(request, env, context);
  return new Response(await answer.arrayBuffer(), answer);
}

/** The address; for IPv6 its first half, since the client may choose another second half for each request. */
function networkOf(address) {
  if (!address.includes(":")) return address;
  const [start, end] = address.split("::").map((part) => part.split(":"));
  const groups = end ? [...start, ...Array(8 - start.length - end.length).fill("0"), ...end] : start;
  return groups.slice(0, 4).join(":");
}

function tooMany() {
  const body = JSON.stringify({ code: "too-many", message: "too many requests from this address; try again in a minute" });
  const headers = { "Content-Type": "application/json", "Retry-After": "60", "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" };
  return new Response(body, { status: 429, headers });
}
