// The entry of the Worker. Files and samples are streamed from here. Only the API starts Go, whose program runs for one
// request (syumai/workers; make edge puts its glue into build/).
import { bodies, refusal } from "./bodies.mjs";
import headers from "./build/headers.mjs";
import go from "./build/worker.mjs";
import { serveSample } from "./samples.mjs";
import { serveFile } from "./site.mjs";
import { turns } from "./turns.mjs";

const inTurn = turns(4);

// The bodies that may be large have a limit of their own, so that they cannot hold up owners' bodies.
// Go has the limit of each endpoint.
const owners = bodies({ most: (1 << 20) + 1, together: 12 << 20 });
const large = bodies({ most: (16 << 20) + 1, together: 34 << 20 });
const LARGE = ["/api/samples", "/api/verify"];

export default {
  async fetch(request, env, context) {
    const url = new URL(request.url);
    // Samples come from strangers, so they have a host of their own, and on it there is nothing else.
    if (url.hostname === new URL(env.SAMPLES_URL).hostname) return serveSample(request, url, env.SAMPLES);
    if (!url.pathname.startsWith("/api/")) return serveFile(request, url, env.ASSETS, headers);
    const { success } = await env.CLIENTS.limit({
      key: networkOf(request.headers.get("CF-Connecting-IP") ?? "unknown"),
    });
    if (!success) return tooMany();
    const arriving = LARGE.includes(url.pathname) ? large : owners;
    return arriving(request, (whole) => inTurn(() => answerWhole(whole, env, context)));
  },
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

const tooMany = () =>
  refusal(429, "too-many", "too many requests from this address; try again in a minute", { "Retry-After": "60" });
