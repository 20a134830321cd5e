// Assembles kernel.wat: node assemble.mjs OUT
import { readFile, writeFile } from "node:fs/promises";
import wabt from "wabt";

const FEATURES = { simd: true, saturating_float_to_int: true, bulk_memory: true };

/** Returns the bytes of the module, and as `flat` its text with one instruction on each line. */
export async function assemble({ flat = false } = {}) {
  const text = withFloat32(await readFile(new URL("kernel.wat", import.meta.url), "utf8"))
    .replaceAll("i64x2.shuffle_low", "i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23")
    .replaceAll("i64x2.shuffle_high", "i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31");
  return moduleOf("kernel.wat", text, (module) => (flat ? module.toText({ foldExprs: false }) : undefined));
}

/** Returns the bytes of the module that a text describes, or what `give` makes of it. */
export async function moduleOf(name, text, give = () => undefined) {
  const module = (await wabt()).parseWat(name, text, FEATURES);
  try {
    return give(module) ?? Buffer.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}

/** Lanes of half the width: features' addresses do not change, coefficients' are half as far apart. */
function withFloat32(text) {
  const [, forms] = /;;<forms([\s\S]*);;forms>/.exec(text);
  const half = forms
    .replace("$forms64", '(export "forms32")')
    .replaceAll("f64x2", "f32x4")
    .replaceAll("load64_splat", "load32_splat")
    .replace("load32_splat offset=8", "load32_splat offset=4")
    .replace("(local.get $coefficient) (i32.const 16)", "(local.get $coefficient) (i32.const 8)");
  return text.replace(";;forms>", half);
}

if (process.argv[1] === new URL(import.meta.url).pathname) await writeFile(process.argv[2], await assemble());
