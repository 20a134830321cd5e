// Random bits that can be repeated: the engine has no hook for this. With --import a program and its threads draw them from
// a stream that PRIVADAPT_SEED chooses, so that a transcript of what it says can be repeated.

/** In a program, a page or a worker: random bytes from a stream that three numbers choose. It needs nothing around it. */
export function fixRandom(...seed) {
  const state = Uint32Array.from([...seed, 0x9e3779b9]);
  const next = () => {
    // sfc32
    const sum = (state[0] + state[1] + state[3]++) | 0;
    state[0] = state[1] ^ (state[1] >>> 9);
    state[1] = state[2] + (state[2] << 3);
    state[2] = ((state[2] << 21) | (state[2] >>> 11)) + sum;
    return sum;
  };
  for (let i = 0; i < 15; i++) next();
  Object.defineProperty(crypto, "getRandomValues", {
    value(view) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = next() >>> 11;
      return view;
    },
  });
}

if (process.env.PRIVADAPT_SEED) fixRandom(Number(process.env.PRIVADAPT_SEED), 0x243f6a88, 1);
