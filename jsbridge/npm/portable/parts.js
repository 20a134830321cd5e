// The models that a blend adds up, by the first byte of their compact form: each is read, and written as ONNX.
import * as onnx from "./onnx-trees.js";

/**
 * `read` takes what follows the first byte, the model's columns and file, and the limits of its blend. `onnx` returns
 * the scores of rows.
 *
 * @type {Record<string, {
 *   read: (reader: import("./parts.js").Reader, given: any, limits: {low: number, high: number}) => object,
 *   onnx: (graph: import("./onnx-graph.js").Graph, model: any, cells: any) => string,
 * }>}
 */
export const PARTS = {
  L: {
    read(reader) {
      const classes = reader.count();
      const dim = dimOf(reader.columns());
      const [low, high] = reader.floats(2);
      const rows = Array.from({ length: outputsOf(classes) }, () => reader.floats(1 + dim));
      return { classes, low, high, coefficients: rows };
    },
    onnx(graph, model, { z }) {
      const scores = graph.affine(z, model.coefficients);
      return model.classes ? scores : graph.within(scores, model);
    },
  },
  S: {
    read(reader) {
      const dim = dimOf(reader.columns());
      const [width, low, high] = reader.floats(3);
      const count = reader.count();
      const landmarks = Array.from({ length: count }, () => reader.floats(dim));
      return { width, low, high, landmarks, coefficients: reader.floats(1 + dim + count) };
    },
    onnx(graph, model, { z, dim }) {
      const { landmarks, width } = model;
      let squares;
      for (let i = 0; i < dim; i++) {
        const gap = graph.node("Sub", [graph.columns(z, [i]), graph.doubles(landmarks.map((mark) => mark[i]))]);
        const square = graph.node("Mul", [gap, gap]);
        squares = squares ? graph.node("Add", [squares, square]) : square;
      }
      const bumps = graph.node("Exp", [graph.node("Mul", [squares, graph.number(-1 / (2 * width * width))])]);
      return graph.within(graph.affine(graph.beside([z, bumps]), [model.coefficients]), model);
    },
  },
  T: {
    read(reader) {
      const outputs = outputsOf(reader.count());
      const columns = Array.from({ length: reader.count() }, () => {
        const levels = reader.count();
        return levels ? { levels } : { levels, cuts: reader.floats(reader.count()) };
      });
      const base = reader.floats(outputs);
      const trees = Array.from({ length: reader.count() }, () => node(reader, columns));
      return { base, trees };
    },
    onnx: onnx.treeScores,
  },
  X: {
    read(reader, { file }, { low, high }) {
      reader.bytes(32);
      return { ...file, low, high };
    },
    onnx(graph, model, cells) {
      const scores = onnx.fileScores(graph, model, cells);
      return model.classes ? scores : graph.within(scores, model);
    },
  },
};

/**
 * A node and what is below it: {value} of a leaf; {column, limit} of a number, which goes left up to the limit;
 * {column, set} of a level. `missing` is whether a missing cell goes left.
 */
function node(reader, columns) {
  const which = reader.count();
  if (which === 0) return { value: reader.short() };
  const column = which - 1;
  const { levels, cuts } = columns[column];
  const asked = {};
  if (levels > 0) {
    const bits = reader.bytes(Math.floor(levels / 8) + 1);
    const holds = (k) => ((bits[k >> 3] >> (k & 7)) & 1) === 1;
    asked.set = Array.from({ length: levels }, (_, k) => k).filter(holds);
    asked.missing = holds(levels);
  } else {
    asked.limit = cuts[reader.byte()] ?? Number.MAX_VALUE;
    asked.missing = reader.byte() === 1;
  }
  return { column, ...asked, left: node(reader, columns), right: node(reader, columns) };
}

// Reads the compact form of nonlinear models, which basemodel/wire.go writes. The engine has checked the
// release before, so that nothing here can be damaged.

/** A reader over the bytes of a model. */
export class Reader {
  #view;
  #at = 0;

  constructor(/** @type {string} */ base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    this.#view = new DataView(bytes.buffer);
  }

  byte() {
    return this.#view.getUint8(this.#at++);
  }

  bytes(/** @type {number} */ count) {
    return Array.from({ length: count }, () => this.byte());
  }

  count() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  float() {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  /** A number of 4 bytes. */
  short() {
    this.#at += 4;
    return this.#view.getFloat32(this.#at - 4, true);
  }

  floats(/** @type {number} */ count) {
    return Array.from({ length: count }, () => this.float());
  }

  /** The standardisation of columns, which is the schema's; what counts is how many features each gives. */
  columns() {
    return Array.from({ length: this.count() }, () => {
      const levels = this.count();
      this.floats(2 * Math.max(1, levels));
      return levels;
    });
  }
}

/** How many features columns with these numbers of levels give, 0 levels being a number. */
const dimOf = (/** @type {number[]} */ columns) => columns.reduce((sum, levels) => sum + Math.max(1, levels), 0);

/** How many scores a row has. */
const outputsOf = (/** @type {number} */ classes) => (classes > 2 ? classes : 1);
