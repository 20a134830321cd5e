// XML as it comes, element by element. Nothing in a text can end the reading: what is not well-formed there is taken as
// it stands.
import sax from "sax";

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
export const prefixed = (attributes, name) =>
  attributes[Object.keys(attributes).find((key) => key.includes(":") && local(key) === name)];
