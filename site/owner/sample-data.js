// "Try it with these data": both sides of the sample data. They are made here, as the build makes its files, and are
// there before the vault opens.
export const sampleSource = () => new URL("../sample/source.csv", import.meta.url).href;

/** Resolves with {label, sourceData: Uint8Array, privateData: Uint8Array}. */
export async function makeSampleData() {
  // Few visitors want it, and not at once.
  const { LABEL, makeSample } = await import("./sample-houses.js");
  const files = makeSample();
  const bytes = (name) => new TextEncoder().encode(files[name]);
  return { label: LABEL, sourceData: bytes("source.csv"), privateData: bytes("priced.csv") };
}
