// Where the page has the files of its build from. In a kit they are beside the page: kit-page/surroundings.js.

/** Resolves with a file as an ArrayBuffer. */
export async function built(name) {
  const response = await fetch(new URL(`../${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response.arrayBuffer();
}
