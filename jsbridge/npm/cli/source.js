import { openData } from "./files.js";

export const isURL = (text) => /^https?:\/\//i.test(text);

/** Reads the public sample. The message of an error in it begins with the file's name. */
export async function loadSource(engine, source, settings) {
  if (isURL(source)) return engine.loadSource(source, settings);
  const data = await openData(source);
  try {
    return await engine.loadSource(data, settings);
  } catch (error) {
    if (error.code !== "cancelled") error.message = `${source}: ${error.message}`;
    throw error;
  }
}
