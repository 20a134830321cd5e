// The parts of a ZIP archive, by its table of contents. Sizes are the file's own, limited before anything is
// unpacked and counted again while it is: an archive that swells is refused.
import { Inflate } from "fflate";

/** More than any workbook has. */
const MOST_ENTRIES = 10_000;

/** What is read of the archive at once: at most a thousand times as much comes out of it. */
const PIECE = 1 << 14;

const END = 0x06054b50; // of the table of contents
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** The error of whatever is no archive that can be read; its words go nowhere. */
const damaged = () => new Error("damaged");

const bytesOf = async (blob, from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer());
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Resolves with a map of the archive's entries by their names in lower case, for piecesOfEntry. */
export async function entriesOf(blob) {
  const { at, length, count } = await contents(blob);
  if (count > MOST_ENTRIES) throw damaged();
  const bytes = await bytesOf(blob, at, at + length);
  const view = viewOf(bytes);
  const entries = new Map();
  for (let i = 0, from = 0; i < count; i++) {
    if (view.getUint32(from, true) !== ENTRY) throw damaged();
    const nameLength = view.getUint16(from + 28, true);
    const extraLength = view.getUint16(from + 30, true);
    const name = new TextDecoder().decode(bytes.subarray(from + 46, from + 46 + nameLength));
    const entry = {
      isEncrypted: (view.getUint16(from + 8, true) & 1) === 1,
      method: view.getUint16(from + 10, true),
      checksum: view.getUint32(from + 16, true),
      packed: view.getUint32(from + 20, true),
      size: view.getUint32(from + 24, true),
      at: view.getUint32(from + 42, true),
    };
    const extra = from + 46 + nameLength;
    enlarge(entry, view, extra, extra + extraLength);
    entries.set(name.toLowerCase().replaceAll("\\", "/"), entry);
    from = extra + extraLength + view.getUint16(from + 32, true);
  }
  return entries;
}

/** Where the table of contents is. */
async function contents(blob) {
  const from = Math.max(0, blob.size - 65_557); // the end with the longest comment
  const bytes = await bytesOf(blob, from, blob.size);
  const view = viewOf(bytes);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw damaged();
  const found = {
    at: view.getUint32(end + 16, true),
    length: view.getUint32(end + 12, true),
    count: view.getUint16(end + 10, true),
  };
  if (end < 20 || (found.at < 0xffffffff && found.count < 0xffff)) return found;
  const at = Number(view.getBigUint64(end - 12, true)); // what points to the larger form stands right before
  const large = viewOf(await bytesOf(blob, at, at + 56));
  if (large.getUint32(0, true) !== END_64) throw damaged();
  return {
    at: Number(large.getBigUint64(48, true)),
    length: Number(large.getBigUint64(40, true)),
    count: Number(large.getBigUint64(32, true)),
  };
}

/** Numbers of more than 32 bits stand in an extra field, those that need it in this order. */
function enlarge(entry, view, from, to) {
  while (from + 4 <= to) {
    const length = view.getUint16(from + 2, true);
    if (view.getUint16(from, true) === 1) {
      let at = from + 4;
      for (const name of ["size", "packed", "at"]) {
        if (entry[name] !== 0xffffffff) continue;
        entry[name] = Number(view.getBigUint64(at, true));
        at += 8;
      }
    }
    from += 4 + length;
  }
}

/**
 * The bytes of an entry, unpacked, at most `most` of them. It throws before it has given out more, and at a wrong
 * checksum.
 */
export async function* piecesOfEntry(blob, entry, most) {
  if (entry === undefined || entry.isEncrypted || entry.size > most || (entry.method !== 0 && entry.method !== 8))
    throw damaged();
  const local = viewOf(await bytesOf(blob, entry.at, entry.at + 30));
  if (local.getUint32(0, true) !== LOCAL) throw damaged();
  const start = entry.at + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  const end = start + entry.packed;
  let ready = [];
  const inflate =
    entry.method === 8 ? new Inflate((piece) => ready.push(piece)) : { push: (piece) => ready.push(piece) };
  let size = 0;
  let checksum = 0xffffffff;
  for (let at = start; at < end; at += PIECE) {
    const to = Math.min(end, at + PIECE);
    inflate.push(await bytesOf(blob, at, to), to === end);
    for (const piece of ready) {
      size += piece.length;
      if (size > entry.size) throw damaged();
      checksum = crc(checksum, piece);
      if (piece.length > 0) yield piece;
    }
    ready = [];
  }
  if (size !== entry.size || (checksum ^ -1) >>> 0 !== entry.checksum) throw damaged();
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** CRC-32 of ISO 3309, without the inversions before and after. */
function crc(sum, bytes) {
  for (let i = 0; i < bytes.length; i++) sum = TABLE[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
  return sum;
}
