const PAIRS = 64;

/** The frequencies of the random Fourier features, each a list over the columns: see package features, frequencies. */
export async function frequenciesOf(/** @type {string} */ digest, /** @type {number} */ dim) {
  const width = Math.sqrt(2 * dim);
  const draw = async (i) => {
    const text = new TextEncoder().encode(`privadapt fourier 1 ${digest} ${i}`);
    const hash = new DataView(await crypto.subtle.digest("SHA-256", text));
    const uniform = (at) => (Number(hash.getBigUint64(at) >> 11n) + 0.5) * 2 ** -53;
    return (Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(8))) / width;
  };
  const all = await Promise.all(Array.from({ length: PAIRS * dim }, (_, i) => draw(i)));
  return Array.from({ length: PAIRS }, (_, k) => all.slice(k * dim, (k + 1) * dim));
}
