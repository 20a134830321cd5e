// A graph of ONNX operators: see onnx.proto of the ONNX project for the numbers of the fields.
const FLOAT = 1;
const UINT8 = 2;
const INT64 = 7;
export const STRING = 8;
export const DOUBLE = 11;
const OPSET = 21;
const ML = "ai.onnx.ml";
const ML_OPSET = 5;
const IR_VERSION = 10;

/** Little-endian bytes, whatever the machine. */
function rawOf(values, size, /** @type {"setFloat64" | "setBigInt64"} */ write) {
  const view = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, i) => /** @type {any} */ (view)[write](i * size, value, true));
  return new Uint8Array(view.buffer);
}

function tensor(type, dims, values) {
  const message = new Message();
  for (const dim of dims) message.int(1, dim);
  message.int(2, type);
  if (type === STRING) for (const value of values) message.text(6, value);
  else if (type === INT64) message.bytes(9, rawOf(values.map(BigInt), 8, "setBigInt64"));
  else if (type === DOUBLE) message.bytes(9, rawOf(values, 8, "setFloat64"));
  else message.bytes(9, Uint8Array.from(values));
  return message;
}

export const doubles = (dims, values) => tensor(DOUBLE, dims, values);
export const bytes = (values) => tensor(UINT8, [values.length], values);
export const strings = (values) => tensor(STRING, [values.length], values);

/** An attribute: a number is an integer, a list has integers or texts. */
function attribute(name, value) {
  const message = new Message().text(1, name);
  if (value instanceof Message) return message.message(5, value).int(20, 4);
  if (typeof value === "number") return message.int(3, value).int(20, 2);
  const texts = typeof value[0] === "string";
  for (const one of value) texts ? message.text(9, one) : message.int(8, one);
  return message.int(20, texts ? 8 : 7);
}

const value = (name, type, width) => {
  const dim = (message) => new Message().message(1, message);
  const shape = new Message().message(1, new Message().text(2, "N")).message(1, new Message().int(1, width));
  return new Message().text(1, name).message(2, dim(new Message().int(1, type).message(2, shape)));
};

/** Nodes, constants, inputs and outputs. Values are names; a column of the table has its own. */
export class Graph {
  #body = new Message();
  #names;
  #constants = new Map();
  #count = 0;

  constructor(/** @type {string[]} */ columns) {
    this.#names = new Set(columns);
  }

  /** A name that nothing else has, the wanted one if it is free. */
  #name(wanted) {
    let name = wanted;
    while (this.#names.has(name)) name = `${wanted}_${++this.#count}`;
    this.#names.add(name);
    return name;
  }

  input(/** @type {string} */ name, /** @type {number} */ type) {
    this.#body.message(11, value(name, type, 1));
  }

  /** Names a value as an output, and returns the name. */
  output(
    /** @type {string} */ wanted,
    /** @type {string} */ of,
    /** @type {number} */ type,
    /** @type {number} */ width,
  ) {
    const name = this.#name(wanted);
    this.node("Identity", [of], {}, { name });
    this.#body.message(12, value(name, type, width));
    return name;
  }

  #constant(kind, dims, values, make) {
    const key = values.length === 1 ? `${kind} ${dims} ${Object.is(values[0], -0) ? "-0" : values[0]}` : undefined;
    const known = key && this.#constants.get(key);
    if (known) return known;
    const name = this.#name(`constant_${++this.#count}`);
    this.#body.message(5, make().text(8, name));
    if (key) this.#constants.set(key, name);
    return name;
  }

  /** A constant number, list or table of these dimensions. */
  doubles(/** @type {number[]} */ values, /** @type {number[]} */ dims = [values.length]) {
    return this.#constant("d", dims, values, () => doubles(dims, values));
  }

  number(/** @type {number} */ v) {
    return this.doubles([v], []);
  }

  integers(/** @type {number[]} */ values) {
    return this.#constant("i", [values.length], values, () => tensor(INT64, [values.length], values));
  }

  strings(/** @type {string[]} */ values) {
    return this.#constant("s", [values.length], values, () => strings(values));
  }

  node(op, inputs, attributes = {}, { name = this.#name(`value_${++this.#count}`), ml = false } = {}) {
    const node = new Message();
    for (const input of inputs) node.text(1, input);
    node.text(2, name).text(3, `node_${name}`).text(4, op);
    for (const [key, one] of Object.entries(attributes)) node.message(5, attribute(key, one));
    if (ml) node.text(7, ML);
    this.#body.message(1, node);
    return name;
  }

  ml(op, inputs, attributes) {
    return this.node(op, inputs, attributes, { ml: true });
  }

  cast(/** @type {string} */ x, /** @type {"double" | "float"} */ to) {
    return this.node("Cast", [x], { to: to === "double" ? DOUBLE : FLOAT });
  }

  /** The columns of a table at these places. */
  columns(/** @type {string} */ x, /** @type {number[]} */ places) {
    return this.node("Gather", [x, this.integers(places)], { axis: 1 });
  }

  beside(/** @type {string[]} */ tables) {
    return tables.length === 1 ? tables[0] : this.node("Concat", tables, { axis: 1 });
  }

  limited(/** @type {string} */ x, /** @type {string} */ low, /** @type {string} */ high) {
    return this.node("Min", [this.node("Max", [x, low]), high]);
  }

  within(/** @type {string} */ x, /** @type {{low: number, high: number}} */ { low, high }) {
    return this.limited(x, this.number(low), this.number(high));
  }

  standardised(/** @type {string} */ x, /** @type {{mean: number, scale: number}[]} */ units) {
    const [means, scales] = ["mean", "scale"].map((field) => this.doubles(units.map((unit) => unit[field])));
    return this.node("Div", [this.node("Sub", [x, means]), scales]);
  }

  /** constant + Σ coefficients·x for each list, which begins with its constant. */
  affine(/** @type {string} */ x, /** @type {number[][]} */ lists) {
    const rows = lists[0].length - 1;
    const table = Array.from({ length: rows }, (_, i) => lists.map((own) => own[i + 1])).flat();
    const product = this.node("MatMul", [x, this.doubles(table, [rows, lists.length])]);
    return this.node("Add", [product, this.doubles(lists.map(([constant]) => constant))]);
  }

  sum(/** @type {string} */ x) {
    return this.node("ReduceSum", [x, this.integers([1])], { keepdims: 1 });
  }

  /** The whole model; `facts` are texts that travel with it. */
  model(/** @type {{name: string, facts: Record<string, string>, version: string}} */ { name, facts, version }) {
    const opset = (domain, number) => new Message().text(1, domain).int(2, number);
    const all = new Message()
      .int(1, IR_VERSION)
      .text(2, "privadapt")
      .text(3, version)
      .message(7, this.#body.text(2, name))
      .message(8, opset("", OPSET))
      .message(8, opset(ML, ML_OPSET));
    for (const [key, text] of Object.entries(facts)) all.message(14, new Message().text(1, key).text(2, text));
    return all.encoded();
  }
}

// What ONNX needs of protocol buffers: a message is a list of bytes, to which fields are appended.

const utf8 = new TextEncoder();

/** A message that grows by its fields. */
export class Message {
  #parts = [];
  #size = 0;

  #append(/** @type {Uint8Array} */ bytes) {
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  #varint(/** @type {number | bigint} */ value) {
    const bytes = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    this.#append(Uint8Array.of(...bytes, Number(rest)));
  }

  int(/** @type {number} */ field, /** @type {number | bigint} */ value) {
    this.#varint(field << 3);
    this.#varint(value);
    return this;
  }

  bytes(/** @type {number} */ field, /** @type {Uint8Array} */ value) {
    this.#varint((field << 3) | 2);
    this.#varint(value.length);
    this.#append(value);
    return this;
  }

  text(/** @type {number} */ field, /** @type {string} */ value) {
    return this.bytes(field, utf8.encode(value));
  }

  message(/** @type {number} */ field, /** @type {Message} */ value) {
    return this.bytes(field, value.encoded());
  }

  encoded() {
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}
