// Threads in a browser: for the engine, its shards, the decoder and the lab.

/**
 * Starts a thread from `parts`, pieces of one classic script, or from a script's `url`. `onDeath` is called when it ends by
 * itself, or when its program reports that it has ended. `trusted` converts an address to the type that Trusted Types require.
 * Returns {post, hold, end}.
 */
export function startThread(
  name,
  /** @type {Record<string, any>} */ { parts, url, trusted = (url) => url, onMessage = () => {}, onDeath },
) {
  const address = url ?? URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  const thread = new Worker(trusted(address), { name });
  const forget = () => url === undefined && URL.revokeObjectURL(address);
  thread.onmessage = ({ data: message }) => {
    forget();
    if (message.type === "exited") onDeath();
    else onMessage(message);
  };
  const failed = (event) => {
    event.preventDefault();
    forget();
    onDeath();
  };
  thread.onerror = failed;
  thread.onmessageerror = failed;
  return {
    post: (message, transfer) => thread.postMessage(message, transfer),
    hold() {},
    end() {
      thread.terminate();
      forget();
    },
  };
}

/** A thread that decodes files by `programs`, the texts of dist/parquet.js or dist/xlsx.js: {serve({file, port, sheet}), end}. */
export function startDecoder(programs, /** @type {Record<string, any>} */ { before = [], ...options }) {
  const receive = "\nonmessage = ({ data }) => privadaptServeFile(data);";
  const thread = startThread("privadapt decoder", { parts: [...before, ...programs, receive], ...options });
  return { serve: (served) => thread.post(served, [served.port]), end: thread.end };
}
