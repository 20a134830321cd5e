// Makes dist/release.d.ts, the types of the release file, from its schema: node build/release-types.mjs
import { mkdir, readFile, writeFile } from "node:fs/promises";

const at = (name) => new URL(`../${name}`, import.meta.url);
const { $defs: defs } = JSON.parse(await readFile(at("release.schema.json"), "utf8"));

/** The types that programs can name, by their place in the schema; what has no name here stands where it is used. */
const NAMES = {
  certificate: "Certificate",
  combination: "Combination",
  base: "BaseChoice",
  labels: "LabelCorrection",
  interval: "StatedError",
  appraised: "Appraised",
  sampleAverages: "SampleAverages",
  model: "LinearValues",
  baseModel: "BaseValues",
  blend: "BlendedModel",
  corrected: "CorrectedModel",
  weights: "WeightValues",
  moments: "MomentValues",
  counts: "ReportValues",
  provenance: "Provenance",
  featureMap: "FeatureMap",
  column: "Column",
};

/** Definitions whose fields a certificate has by its mechanism and its neighbours. */
const OF_CERTIFICATES = ["replaceOne", "addRemove", "mechanismMoment", "mechanismSelection", "mechanismGradient"];

/** A field that has one of two schemas. */
function either(a, b) {
  if (!a || !b) return a ?? b;
  const names = Object.keys({ ...a.properties, ...b.properties });
  if (names.length > 0) {
    const properties = Object.fromEntries(
      names.map((name) => [name, either(a.properties?.[name], b.properties?.[name])]),
    );
    const required = a.required ? a.required.filter((name) => b.required.includes(name)) : b.required;
    return { ...a, properties, required };
  }
  if (a.type || a.$ref) return a;
  const words = [a, b].flatMap((one) => one.enum ?? [one.const]);
  const said = new Set([a.description, b.description]);
  return { description: [...said].join(" Or: "), enum: [...new Set(words)] };
}

function certificate() {
  const { properties: own, required, description } = defs.certificate;
  const properties = { ...own };
  for (const name of OF_CERTIFICATES)
    for (const [field, schema] of Object.entries(defs[name].properties))
      if (!own[field] || field === "noise") properties[field] = either(properties[field], schema);
  return { description: description.replace(/ The neighbours .*/, ""), required, properties };
}

function typeOf(schema) {
  if (schema.$ref) {
    const name = schema.$ref.replace("#/$defs/", "");
    return NAMES[name] ?? typeOf(defs[name]);
  }
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.properties) return objectOf(schema);
  return [schema.type]
    .flat()
    .map((type) => plainTypeOf(type, schema))
    .join(" | ");
}

function plainTypeOf(type, schema) {
  if (type === "array" && schema.maxItems === 2) return `[${typeOf(schema.items)}, ${typeOf(schema.items)}]`;
  if (type === "array") return `(${typeOf(schema.items)})[]`;
  return type === "integer" ? "number" : type;
}

function objectOf({ properties, required = [] }) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    const said = schema.description ? `/** ${schema.description} */\n` : "";
    return `${said}${name}${mark}: ${typeOf(schema)};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

const types = Object.entries(NAMES).map(([name, type]) => {
  const schema = name === "certificate" ? certificate() : defs[name];
  return `/** ${schema.description} */\nexport interface ${type} ${typeOf(schema)}\n`;
});
await mkdir(at("dist"), { recursive: true });
await writeFile(at("dist/release.d.ts"), `// Made by the build from release.schema.json.\n\n${types.join("\n")}`);
