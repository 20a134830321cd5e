// What a decoder serves for a file, with no thread between: for tests of many files.

/**
 * Resolves with {text, failure, pieces}: the CSV as far as it came, the failure if there was one, and the number of
 * pieces.
 */
export async function served(bytes, how = {}) {
  const { bytes: csv, failure, pieces } = await bytesOf(bytes, how);
  return { text: csv.toString(), failure, pieces };
}

/**
 * Resolves with {records, numbers, failure} of a file that is served as columns: cells in records, the names first, and
 * whether each column has numbers.
 */
export async function servedColumns(file, columns) {
  const { bytes, failure, inColumns } = await bytesOf(file, { columns });
  if (failure || !inColumns) return { failure, inColumns };
  let at = 0;
  const read = (length) => bytes.subarray(at, (at += length));
  const word = () => read(4).readUInt32LE();
  if (read(4).toString() !== "cols") throw new Error("this is no column stream");
  const [width, length] = [word(), word()];
  const numbers = Array.from(read(width), (kind) => kind === 110); // "n"
  const records = [read(length).toString().split("\0")];
  while (at < bytes.length) {
    const [rows, textLength] = [word(), word()];
    const values = numbers.map((isNumber) => isNumber && Array.from({ length: rows }, () => read(8).readDoubleLE()));
    const texts = read(textLength).toString().split("\0");
    for (let i = 0; i < rows; i++)
      records.push(values.map((column) => (column ? column[i] || Math.abs(column[i]) : texts.shift()))); // no −0
  }
  return { records, numbers };
}

async function bytesOf(bytes, how) {
  let heard;
  const port = { postMessage: (message) => heard(message), close() {} };
  await globalThis.privadaptServeFile({ file: new Blob([bytes]), port, ...how });
  const pieces = [];
  let inColumns;
  for (;;) {
    const answer = new Promise((resolve) => (heard = resolve));
    port.onmessage({ data: "next" });
    const { piece, failure, inColumns: isStream } = await answer;
    if (!piece) return { bytes: Buffer.concat(pieces), failure, pieces: pieces.length, inColumns };
    inColumns = isStream;
    pieces.push(Buffer.from(piece));
  }
}
