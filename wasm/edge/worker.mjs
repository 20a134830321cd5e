// The entry of the Worker. Files and samples are streamed from here. Only the API starts Go, whose program runs for one
// request (syumai/workers; make edge puts its glue into dist/).
import headers from "./dist/headers.mjs";
import go from "./dist/worker.mjs";
import { bodies, networkOf, refusal, turns } from "./limits.mjs";
import { serveSample } from "./samples.mjs";
import { serveFile } from "./site.mjs";

const inTurn = turns(4);

// Samples may be large and have a limit of their own, so that they cannot hold up owners' bodies.
// Go has the limit of each endpoint.
const releases = bodies({ most: (1 << 20) + 1, together: 12 << 20 });
const samples = bodies({ most: (16 << 20) + 1, together: 34 << 20 });

export default {
  async fetch(request, env, context) {
    const url = new URL(request.url);
    // Samples come from strangers, so they have a host of their own, and on it there is nothing else.
    if (url.hostname === new URL(env.SAMPLES_URL).hostname) return serveSample(request, url, env.SAMPLES);
    if (!url.pathname.startsWith("/api/")) return serveFile(request, url, env.ASSETS, headers);
    const { success } = await env.CLIENTS.limit({
      key: networkOf(request.headers.get("CF-Connecting-IP") ?? "unknown"),
    });
    if (!success)
      return refusal(429, "too-many", "too many requests from this address; try again in a minute", {
        "Retry-After": "60",
      });
    const arriving = url.pathname === "/api/samples" ? samples : releases;
    return arriving(request, (whole) => inTurn(() => answerWhole(whole, env, context)));
  },
};

/** The answer, once Go has written all of it, so that its turn is over. Answers are short. */
async function answerWhole(request, env, context) {
  const answer = await go.fetch(request, env, context);
  return new Response(await answer.arrayBuffer(), answer);
}
