import { t } from "hub";

/** Dialects of sql-formatter. */
export const sqlDialects = [
  "sql",
  "bigquery",
  "clickhouse",
  "db2",
  "db2i",
  "duckdb",
  "hive",
  "mariadb",
  "mysql",
  "n1ql",
  "plsql",
  "postgresql",
  "redshift",
  "singlestoredb",
  "snowflake",
  "spark",
  "sqlite",
  "tidb",
  "transactsql",
  "trino",
] as const;

export const keywordCases = ["preserve", "upper", "lower"] as const;

/** Response fields of all endpoints that format a text. */
export const sizeFields = {
  bytes_in: t.Integer({ description: "Length of the input in UTF-8 bytes" }),
  bytes_out: t.Integer({ description: "Length of the result in UTF-8 bytes" }),
};

/** Options for formatting documents and code. */
export const codeOptions = {
  indent: t.Union([t.Integer({ minimum: 1, maximum: 8 }), t.Literal("tab")], {
    default: 2,
    description: "Spaces per level, or a tab",
  }),
  width: t.Integer({
    minimum: 20,
    maximum: 1000,
    default: 80,
    description: "Columns to which lines are broken where possible",
  }),
};
