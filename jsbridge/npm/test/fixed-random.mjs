// For --import: the program and its threads draw their random bits from a stream that PRIVADAPT_SEED chooses, so that a
// transcript of what it says can be repeated. The engine has no hook for this.
const state = Uint32Array.from([Number(process.env.PRIVADAPT_SEED), 0x243f6a88, 1, 0x9e3779b9]);

function next() {
  // sfc32
  const sum = (state[0] + state[1] + state[3]++) | 0;
  state[0] = state[1] ^ (state[1] >>> 9);
  state[1] = state[2] + (state[2] << 3);
  state[2] = ((state[2] << 21) | (state[2] >>> 11)) + sum;
  return sum;
}

for (let i = 0; i < 15; i++) next();

Object.defineProperty(crypto, "getRandomValues", {
  value(view) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() >>> 11;
    return view;
  },
});
