// What one client, and all of them together, may take of the Worker: its memory of 128 MB and its time.

/**
 * Reads the body of a request before its work begins, so that a slow sender keeps no other request waiting. `most`
 * bounds one body: of a longer one the work gets the beginning, and says itself what it takes. `together` bounds what
 * all bodies hold in memory until their work is done. A sender has `seconds` and a second for every `slowest` bytes
 * that have arrived. Returns (request, work) => Response, where work(request) gets the request with its whole body.
 */
export function bodies({ most, together, seconds = 10, slowest = 16 << 10 }) {
  let held = 0;
  return async (request, work) => {
    if (!request.body) return work(request);
    const reader = request.body.getReader();
    const pieces = [];
    let size = 0;
    try {
      for (const start = Date.now(); size <= most; ) {
        const left = start + 1000 * (seconds + size / slowest) - Date.now();
        const { done, value } = await within(left, reader.read());
        if (done) break;
        if (held + value.length > together)
          throw refusal(503, "busy", "too many requests are arriving; try again in a minute");
        pieces.push(value);
        size += value.length;
        held += value.length;
      }
      if (size > most) await drain(reader, most);
      return await work(new Request(request, { body: await new Blob(pieces).arrayBuffer() }));
    } catch (error) {
      if (error instanceof Response) return error;
      throw error;
    } finally {
      held -= size;
      reader.cancel().catch(() => {});
    }
  };
}

/** What was read; throws a Response where nothing came in time, or the connection broke. */
async function within(milliseconds, reading) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      reject,
      Math.max(0, milliseconds),
      refusal(408, "slow", "the body of the request did not arrive in time"),
    );
  });
  try {
    return await Promise.race([
      reading.catch(() => Promise.reject(refusal(400, "interrupted", "the request ended before its body did"))),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads on for a while, and keeps nothing: a sender that is answered before it has sent all may not read the answer.
 */
async function drain(reader, most) {
  for (let size = 0; size < most; ) {
    const { done, value } = await within(1000, reader.read()).catch(() => ({ done: true }));
    if (done) return;
    size += value.length;
  }
}

/** An answer of the form that the API has. */
export function refusal(status, code, message, more = {}) {
  const headers = {
    "Content-Type": "application/json",
    "Access-Control-Allow-Origin": "*",
    "X-Content-Type-Options": "nosniff",
    ...more,
  };
  return new Response(JSON.stringify({ code, message }), { status, headers });
}

/**
 * Runs at most `most` tasks at a time. Each request starts a Go program with memory of its own. Waiting requests poll by
 * timers of their own, because the runtime treats a promise that another request holds as hanging.
 */
export function turns(most) {
  let running = 0;
  return async (work) => {
    while (running >= most) await new Promise((resolve) => setTimeout(resolve, 5 + 10 * Math.random()));
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  };
}

/** The address; for IPv6 its first half, since the client may choose another second half for each request. */
export function networkOf(address) {
  if (!address.includes(":")) return address;
  const [start, end] = address.split("::").map((part) => part.split(":"));
  const groups = end ? [...start, ...Array(8 - start.length - end.length).fill("0"), ...end] : start;
  return groups.slice(0, 4).join(":");
}
