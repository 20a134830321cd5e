// Workbooks made for tests: the ZIP archive and the XML are written here, so that they can be as no honest program
// writes them.
import { crc32, deflateRawSync } from "node:zlib";

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const escaped = (text) => String(text).replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** A ZIP archive of {name: content}. `edit(entry)` may change what the archive says of an entry. */
export function zipOf(files, { edit = (entry) => entry } = {}) {
  const locals = [];
  const contents = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const entry = edit({ name, method: 8, flags: 0, checksum: crc32(data), packed: packed.length, size: data.length });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0), facts.writeUInt16LE(entry.flags, 2), facts.writeUInt16LE(entry.method, 4);
    facts.writeUInt32LE(entry.checksum, 10), facts.writeUInt32LE(entry.packed, 14), facts.writeUInt32LE(entry.size, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    locals.push(Buffer.from("PK\x03\x04"), facts, Buffer.from(name), packed);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(at, 10);
    contents.push(Buffer.from("PK\x01\x02\x14\0", "latin1"), facts, where, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const table = Buffer.concat(contents);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 8),
    end.writeUInt16LE(count, 10),
    end.writeUInt32LE(table.length, 12),
    end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, table, end]);
}

/** The parts of a workbook: {name: XML} for zipOf. `sheets` maps names to what stands inside <sheetData>. */
export function partsOf(sheets, { shared, formats = [], date1904 = false, state = () => "" } = {}) {
  const names = Object.keys(sheets);
  const relation = (id, type, target) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = (list) =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}</Relationships>`;
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations([relation("rId1", "officeDocument", "xl/workbook.xml")]),
    "xl/workbook.xml": `<workbook xmlns:r="${RELATIONS}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${names
      .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" ${state(name)} r:id="s${i}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...names.map((_, i) => relation(`s${i}`, "worksheet", `worksheets/sheet${i + 1}.xml`)),
      relation("t", "sharedStrings", "sharedStrings.xml"),
      relation("f", "styles", "/xl/styles.xml"),
    ]),
    // Style 0 is General; those after it have the formats.
    "xl/styles.xml": `<styleSheet><numFmts>${formats.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${escaped(code)}"/>`).join("")}</numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join("")}</cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${(shared ?? []).join("")}</sst>`,
  };
  names.forEach(
    (name, i) =>
      (parts[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`),
  );
  return parts;
}

/** A workbook of one sheet, of the XML of its rows. */
export const workbookOf = (rows, options) => zipOf(partsOf({ table: rows }, options));

/** A cell with a text of its own. */
export const textOf = (text, at = "") => `<c ${at && `r="${at}"`} t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;

/** A row of texts. */
export const rowOf = (...texts) => `<row>${texts.map((text) => textOf(text)).join("")}</row>`;

/**
 * A CSV table as a workbook: numbers as such, the rest as texts. Each line is a row, also an empty one; a line break
 * before a tab is one in a cell.
 */
export function workbookOfCSV(csv) {
  const rows = csv
    .replace(/\n$/, "")
    .split(/\n(?!\t)/)
    .map((line) => line.split(","));
  const cell = (text) =>
    text !== "" && Number.isFinite(Number(text)) ? `<c><v>${text}</v></c>` : text === "" ? "<c/>" : textOf(text);
  return workbookOf(rows.map((cells) => `<row>${cells.map(cell).join("")}</row>`).join(""));
}
