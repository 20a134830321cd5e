// What the page for releases writes of one: a model for other programs, and a page for the records.
import { recordsPage } from "../portable/records.js";
import { exported as texts } from "./texts.js";

/** The formats of a model, with their names on the page. */
export const formats = Object.entries(texts.formats);

/** Resolves with {content, type, name, said} of a model in a format. */
export async function modelFor(format, engine, text, baseFile) {
  if (format === "onnx") {
    const content = await engine.toONNX(text, { baseFile });
    return { content, type: "application/octet-stream", name: "model.onnx", said: texts.onnx };
  }
  const content = await engine.toSQL(text, { dialect: format, table: texts.table, baseFile });
  return { content, type: "application/sql", name: "model.sql", said: texts.sql };
}

/** The same of the page for the records of a release in a file of that name. */
export async function recordsOf(file, engine, text) {
  const { html } = await recordsPage(engine, text);
  const name = `${file.replace(/\.json$/, "")}.html`;
  return { content: html, type: "text/html", name, said: texts.records(name) };
}
