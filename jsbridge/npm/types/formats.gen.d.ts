// Generated from core/terms: go generate ./core/terms

/** A file of a format is damaged, too large or in parts; or it is where none is read, such as standard input. */
export type FormatErrorCode =
  | "bad-gzip"
  | "bad-parquet"
  | "parquet"
  | "bad-xlsx"
  | "xlsx";
