// Generated from core/terms: go generate ./core/terms

/** The scripts that decode files, by format: what people call it, and where its script is. */
export const DECODER_SCRIPTS = {
  parquet: { title: "Parquet", url: () => new URL("./dist/parquet.js", import.meta.url).href },
  xlsx: { title: ".xlsx", url: () => new URL("./dist/xlsx.js", import.meta.url).href },
};
