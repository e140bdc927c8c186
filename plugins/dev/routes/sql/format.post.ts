import { oneOf, t } from "hub";
import { codeOptions, keywordCases, sizeFields, sqlDialects } from "../../code/request.ts";
import dev from "../../plugin.ts";

const { encodeBytesMax, textBodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Format SQL",
  keywords: "sql formatter, sql beautifier, prettify sql, format sql, sql pretty print",
  description:
    "Makes long statements readable, in the dialect of your database. Only white space and, if requested, the case of keywords change. The text may also be " +
    "the raw body, as `application/sql` or `text/plain`, with the other fields in the query.",
  body: t.Object({
    sql: t.String({ maxLength: encodeBytesMax, description: "The SQL statements" }),
    dialect: oneOf(sqlDialects, {
      default: "sql",
      description:
        "The dialect, which decides on quotes, comments, operators and keywords; `sql` is the standard with placeholders",
    }),
    keyword_case: oneOf(keywordCases, {
      default: "preserve",
      description: "Case of keywords",
    }),
    ...codeOptions,
  }),
  raw: { "text/plain": "sql", "application/sql": "sql", "application/octet-stream": "sql" },
  response: t.Object({
    formatted: t.String({ description: "The formatted statements" }),
    ...sizeFields,
  }),
  plain: "formatted",
  heavy: true,
  bodyBytesMax: textBodyBytesMax,
  // Nested parentheses take quadratic time.
  timeoutMs: 10_000,
  example: {
    body: { sql: "select name, price from item where price < 10", keyword_case: "upper" },
  },
  async handler({ body: { sql, ...options } }) {
    const { formatSql } = await import("../../code/format-sql.ts");
    return formatSql(sql, options);
  },
});
