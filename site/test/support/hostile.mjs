// What a hostile page around <private-adapt> can try. All of it runs in the page itself, with nothing but what any page
// has.

/** In every row of the private file; whatever holds it has read the file. */
export const CANARY = "canary-7c1d9f";

/** A private table, each row with the mark in a column that the sample lacks, some in one that it has. */
export function marked(table) {
  const [header, ...rows] = table.trimEnd().split("\n");
  const heating = header.split(",").indexOf("heating");
  const lines = rows.map((line, i) =>
    line.split(",").map((cell, column) => (column === heating && i % 50 === 0 ? CANARY : cell)),
  );
  return [`${header},note`, ...lines.map((cells) => `${cells},${CANARY}`)].join("\n");
}

/** Runs before the page's own scripts: records everything that passes through the page. */
export function spy() {
  if (window !== window.top) return;
  window.spied = [];
  const note = (...what) =>
    window.spied.push(what.map((item) => (typeof item === "string" ? item : describe(item))).join(" "));
  const describe = (item) => {
    try {
      return JSON.stringify(item) ?? String(item);
    } catch (error) {
      return String(error);
    }
  };
  window.note = note;
  for (const name of Object.keys(window).filter((name) => name.startsWith("on"))) {
    addEventListener(
      name.slice(2),
      (event) => {
        const files = [...(event.dataTransfer?.files ?? [])].map((file) => file.name);
        note(
          "event",
          event.type,
          event.key ?? "",
          event.data ?? "",
          event.dataTransfer ? [...event.dataTransfer.types, ...files] : "",
        );
      },
      true,
    );
  }
  for (const [owner, name] of [
    [MessagePort.prototype, "postMessage"],
    [window, "postMessage"],
    [Element.prototype, "attachShadow"],
  ]) {
    const original = owner[name];
    owner[name] = function (...args) {
      note(name, args[0]);
      return original.apply(this, args);
    };
  }
  new BroadcastChannel("privadapt-ledger").onmessage = ({ data }) => note("broadcast", data);
}

/** Defined in the page before each attempt. */
export function tools() {
  window.frame = () => document.querySelector("private-adapt").shadowRoot.querySelector("iframe");
  window.hostWindow = () => frame().contentWindow;
  window.vaultWindow = () => hostWindow()[0];
  /** What a read gives: the value as text, or the name of the exception. */
  window.attempt = (read) => {
    try {
      const value = read();
      return typeof value === "object" && value !== null
        ? `read ${Object.prototype.toString.call(value)}`
        : `read ${String(value)}`;
    } catch (error) {
      return error.name;
    }
  };
  window.pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  /** What comes back through a port within a moment. */
  window.answersTo = async (send) => {
    const channel = new MessageChannel();
    const answers = [];
    channel.port1.onmessage = ({ data }) => answers.push(data);
    send(channel.port2);
    await pause(500);
    return answers;
  };
  /** A frame of the embedder's own making around the host's page, with the message that opens it. */
  window.handMade = async (page, asked, attributes = {}) => {
    const own = document.createElement("iframe");
    for (const [name, value] of Object.entries(attributes)) own.setAttribute(name, value);
    own.src = page;
    await new Promise((resolve) => {
      own.onload = resolve;
      document.body.append(own);
    });
    return answersTo((port) => own.contentWindow.postMessage({ type: "privadapt-open", asked }, "*", [port]));
  };
}

/** Attempts that leave the vault as it is. Each returns what it has got; `expected` is what it must get. */
export const HARMLESS = {
  "reading the host page's document": {
    attempt: () => [
      attempt(() => frame().contentDocument),
      attempt(() => hostWindow().document),
      attempt(() => hostWindow().document.body.innerText),
    ],
    expected: ["read null", "SecurityError", "SecurityError"],
  },
  "reading the vault's document through window.frames": {
    attempt: () => [
      attempt(() => vaultWindow().document),
      attempt(() => window.frames[0]?.[0]?.document),
      attempt(() => vaultWindow().privadapt),
      attempt(() => vaultWindow().eval),
    ],
    expected: ["SecurityError", "read undefined", "SecurityError", "SecurityError"],
  },
  "reading the frames' storage, address and name": {
    attempt: () =>
      ["localStorage", "indexedDB", "name", "caches"]
        .map((name) => attempt(() => hostWindow()[name]))
        .concat(
          attempt(() => hostWindow().location.href),
          attempt(() => vaultWindow().location.href),
        ),
    expected: Array(6).fill("SecurityError"),
  },
  "reading the element's shadow tree": {
    attempt: () =>
      document
        .querySelector("private-adapt")
        .shadowRoot.innerHTML.replace(/ (src|height|title|part|referrerpolicy)="[^"]*"/g, ""),
    expected: "<iframe></iframe>",
  },
  "script addresses for the vault and for the host's page": {
    attempt: async () => {
      // Some engines throw, others do nothing; what counts is that nothing answers.
      for (const inner of [vaultWindow(), hostWindow()])
        attempt(() => (inner.location = "javascript:top.postMessage(document.body.innerText,'*')"));
      await pause(200);
      return spied.filter((line) => line.startsWith("event message"));
    },
    expected: [],
  },
  "names as targets of windows and links": {
    attempt: async () => {
      const before = frame().src;
      for (const target of ["vault", "The vault", "privadapt", "embed", "iframe"]) {
        const link = Object.assign(document.createElement("a"), { href: "/picker.html", target });
        document.body.append(link);
        link.click();
        window.open("/picker.html", target)?.close();
      }
      return [attempt(() => (vaultWindow().name = "mine")), frame().src === before];
    },
    expected: ["SecurityError", true],
  },
  "a start message of its own to the vault": {
    attempt: () =>
      answersTo((port) =>
        vaultWindow().postMessage({ type: "start", wasm: new ArrayBuffer(8), sample: {}, limits: {} }, "*", [port]),
      ),
    expected: [],
  },
  "messages that look like the host's to the vault": {
    attempt: () =>
      answersTo((port) => {
        for (const type of ["chargeAck", "cancel", "boot", "release"])
          vaultWindow().postMessage({ type, ok: true, request: 1 }, "*", type === "boot" ? [port] : []);
      }),
    expected: [],
  },
  "a second opening message to the host, for another sample and ε": {
    attempt: () =>
      answersTo((port) =>
        hostWindow().postMessage(
          { type: "privadapt-open", asked: "source=https%3A%2F%2Fexample.org%2F&label=y&epsilonMax=10" },
          "*",
          [port],
        ),
      ),
    expected: [],
  },
  "messages that look like the vault's to the host": {
    attempt: () =>
      answersTo((port) => {
        for (const type of ["ready", "chargeRequest", "release", "chargeAck"])
          hostWindow().postMessage({ type, release: "{}", ok: true }, "*");
        hostWindow().postMessage({ type: "start" }, "*", [port]);
      }),
    expected: [],
  },
  "drawing the frame on a canvas": {
    attempt: () => attempt(() => document.createElement("canvas").getContext("2d").drawImage(frame(), 0, 0)),
    expected: "TypeError",
  },
  "selecting everything": {
    attempt: () => {
      const selection = window.getSelection();
      selection.selectAllChildren(document.querySelector("private-adapt").shadowRoot);
      selection.selectAllChildren(document.body);
      return `read ${selection}`.trim();
    },
    expected: "read",
  },
  "storage and channels under its own origin": {
    attempt: async () => [localStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length],
    expected: [0, 0, 0],
  },
  "what the browser measures of loading": {
    attempt: () =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => !/\/(embed\.html|element\.js)$/.test(name))
        .map(({ name }) => name),
    expected: [],
  },
  "memory of the frames": {
    attempt: () => [
      attempt(() => hostWindow().performance),
      attempt(() => vaultWindow().performance),
      attempt(() => new SharedArrayBuffer(8)),
    ],
    expected: ["SecurityError", "SecurityError", "ReferenceError"],
  },
};

/** Attempts after which there may be no vault any more; what was in it must be gone with it. */
export const DESTRUCTIVE = {
  "leading the vault to a picker of its own": () => (vaultWindow().location = `${location.origin}/picker.html`),
  "emptying the vault and writing into it": async () => {
    vaultWindow().location = "about:blank";
    await pause(500);
    note(attempt(() => vaultWindow().document.write("<script src=/picker.js></script>")));
  },
  "a data address for the vault": () =>
    (vaultWindow().location = `data:text/html,<script>top.postMessage("in the vault's place","*")</script>`),
  "a blob of its own for the vault": () => {
    const page = new Blob([`<script>top.postMessage("in the vault's place","*")</script>`], { type: "text/html" });
    vaultWindow().location = URL.createObjectURL(page);
  },
  "leading the host's frame to a page of its own": () => (frame().src = "/picker.html"),
  "other attributes in the middle": async () => {
    const element = document.querySelector("private-adapt");
    element.setAttribute("source", `${location.origin}/other.csv`);
    element.setAttribute("epsilon-max", "10");
  },
  "another host in the middle": () =>
    document.querySelector("private-adapt").setAttribute("host", "https://127.0.0.1:1/"),
  "the frame moved to another document": () => {
    const other = document.createElement("iframe");
    document.body.append(other);
    other.contentDocument.body.append(frame());
    note(attempt(() => other.contentDocument.querySelector("iframe").contentDocument.body.innerText));
  },
  "back in the history": () => history.back(),
};
