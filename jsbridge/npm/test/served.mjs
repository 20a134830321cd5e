// What a decoder serves for a file, with no thread between: for tests of many files.

/** Resolves with {text, failure, pieces}: the CSV as far as it came, the failure if there was one, and the number of pieces. */
export async function served(bytes, { sheet } = {}) {
  let heard;
  const port = { postMessage: (message) => heard(message), close() {} };
  await globalThis.privadaptServeFile({ file: new Blob([bytes]), port, sheet });
  const pieces = [];
  for (;;) {
    const answer = new Promise((resolve) => (heard = resolve));
    port.onmessage({ data: "next" });
    const { piece, failure } = await answer;
    if (!piece) return { text: Buffer.concat(pieces).toString(), failure, pieces: pieces.length };
    pieces.push(Buffer.from(piece));
  }
}
