// What a workbook says beside its sheets: which part is which sheet, the shared texts, and which styles show a date.
import sax from "sax";
import { TOO_LONG } from "../reading/text-cell.js";
import { showsDate, unescaped } from "./sheet.js";
import { piecesOfEntry } from "./zip.js";

/** Bytes of the table of contents and of the styles. */
const MOST = 1 << 26;

/** Bytes of the shared texts, which are held in memory. */
const MOST_SHARED = 1 << 28;

/** Reads a part to its end, if there is one. */
async function readPart({ blob, entries }, name, most, handlers) {
  for await (const _ of readXML(piecesOfEntry(blob, entries.get(name), most), handlers));
}

/** The parts that a part refers to: [{id, type, part}], the last word of the type. */
async function relationsOf(archive, name) {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const found = [];
  await readPart(archive, `${folder}_rels/${name.slice(folder.length)}.rels`, MOST, {
    open(element, { id, type = "", target = "" }) {
      if (element !== "relationship") return;
      const part = new URL(target, `file:///${folder}`).pathname.slice(1).toLowerCase();
      found.push({ id, type: type.slice(type.lastIndexOf("/") + 1), part });
    },
  });
  return found;
}

/**
 * Resolves with what reading a sheet needs: {sheets, starts1904, shared, dates}. `dates[style]` says whether
 * cells of a style show a date, and `sheets` are its tables in the order of the tabs, [{name, hidden, part}].
 */
export async function openWorkbook(archive) {
  const part = (await relationsOf(archive, "")).find(({ type }) => type === "officeDocument")?.part;
  if (part === undefined) throw new Error("no workbook");
  const sheets = [];
  let starts1904 = false;
  await readPart(archive, part, MOST, {
    open(element, attributes) {
      if (element === "sheet")
        sheets.push({
          name: unescaped(attributes.name ?? ""),
          id: prefixed(attributes, "id"),
          hidden: /hidden/i.test(attributes.state),
        });
      if (element === "workbookpr") starts1904 = /^(1|true|on)$/.test(attributes.date1904);
    },
  });
  const relations = await relationsOf(archive, part);
  const partOf = ({ id }) => relations.find((relation) => relation.id === id && relation.type === "worksheet")?.part;
  const other = (wanted) => relations.find(({ type }) => type === wanted)?.part;
  return {
    sheets: sheets.map((sheet) => ({ ...sheet, part: partOf(sheet) })).filter(({ part }) => part !== undefined),
    starts1904,
    shared: await sharedTexts(archive, other("sharedStrings")),
    dates: await dateStyles(archive, other("styles")),
  };
}

/**
 * The texts that cells refer to by their place. Of rich text the runs are joined; what is written above it as its
 * pronunciation is none.
 */
async function sharedTexts(archive, part) {
  const texts = [];
  if (part === undefined) return texts;
  const reader = textReader((text) => texts.push(unescaped(text)), "si");
  await readPart(archive, part, MOST_SHARED, reader);
  return texts;
}

/**
 * Handlers for readXML that pass on the whole text of each element of this name: all <t> in it, apart from those in
 * <rPh>.
 */
function textReader(take, container) {
  let whole;
  let inText = false;
  let aside = 0;
  return {
    open(element) {
      if (element === container) whole = "";
      else if (element === "rph") aside++;
      inText = element === "t" && aside === 0 && whole !== undefined;
    },
    text(text) {
      if (inText) whole += text.slice(0, TOO_LONG - whole.length);
    },
    close(element) {
      inText = false;
      if (element === "rph") aside = Math.max(0, aside - 1);
      if (element !== container || whole === undefined) return;
      take(whole);
      whole = undefined;
    },
  };
}

async function dateStyles(archive, part) {
  const codes = new Map();
  const formats = [];
  let inStyles = false;
  if (part === undefined) return [];
  await readPart(archive, part, MOST, {
    open(element, attributes) {
      if (element === "numfmt") codes.set(Number(attributes.numfmtid), attributes.formatcode ?? "");
      else if (element === "cellxfs") inStyles = true;
      else if (element === "xf" && inStyles) formats.push(Number(attributes.numfmtid ?? 0));
    },
    close: (element) => (inStyles &&= element !== "cellxfs"),
  });
  return formats.map((id) => showsDate(id, codes.get(id)));
}

// XML as it comes, element by element. Nothing in a text can end the reading: what is not well-formed there is taken as
// it stands.
/** Names as this program asks for them: in lower case, without the prefix of a namespace. */
const local = (name) => name.slice(name.indexOf(":") + 1);

/**
 * Reads the pieces, an async iterable of UTF-8, and calls open(name, attributes), close(name) and text(text); a
 * long text comes in parts. After each piece it yields, so that the caller can take what has been made of it. Names
 * of elements and of attributes are local and in lower case.
 */
export async function* readXML(pieces, { open, close = (_name) => {}, text = (_text) => {} }) {
  const parser = sax.parser(false, { lowercase: true, noscript: true, strictEntities: true });
  parser.onerror = () => parser.resume();
  parser.onopentag = ({ name, attributes }) => open(local(name), attributes);
  parser.onclosetag = (name) => close(local(name));
  parser.ontext = parser.oncdata = text;
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield piece.length;
  }
  parser.close();
  yield 0;
}

/** The value of an attribute whose namespace's prefix is for the writer to choose, such as r:id. */
const prefixed = (attributes, name) =>
  attributes[Object.keys(attributes).find((key) => key.includes(":") && local(key) === name)];
