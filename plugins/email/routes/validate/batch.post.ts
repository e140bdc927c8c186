import { binary, oneOf, reply, t } from "hub";
import { validateBatch, writeTable } from "../../batch/batch.ts";
import { readAddresses, sourceFields } from "../../batch/source.ts";
import email from "../../plugin.ts";
import { answer, options } from "../../response.ts";
import { makeValidator } from "../../validate.ts";

const count = (description: string) => t.Integer({ description });

export default email.route({
  summary: `Validate up to ${email.limits.batchMax} email addresses`,
  description:
    "Returns a result for each address, and the number of results by verdict. Send one of `emails`, `csv` and `text`. You can also send CSV or text as the whole body (`text/csv` or `text/plain`), with the other fields in the query. Each domain is looked up once. Each address counts as one call towards the daily quota.",
  body: t.Object({
    ...sourceFields,
    ...options,
    dedupe: t.Boolean({
      default: true,
      description:
        "Whether to return only one result for duplicates. Case, comments and unnecessary quotes are ignored",
    }),
    format: oneOf(["json", "csv"], {
      default: "json",
      description:
        "Response format: JSON, or a CSV table of the results. In CSV, an apostrophe precedes cells that a spreadsheet would run as a formula",
    }),
  }),
  raw: { "text/csv": "csv", "text/plain": "text" },
  response: t.Union([
    t.Object({
      total: count("Number of addresses in the request"),
      valid: count("Number of results with the verdict `valid`"),
      invalid: count("Number of results with the verdict `invalid`"),
      risky: count("Number of results with the verdict `risky`"),
      unknown: count("Number of results with the verdict `unknown`"),
      duplicates: count("Number of duplicate addresses"),
      results: t.Array(answer, { description: "Results, in the order of the addresses" }),
    }),
    binary("text/csv"),
  ]),
  cost: ({ body }) => readAddresses(body).length,
  cache: "never",
  example: { body: { emails: ["ann@example.com", "info@example.org", "no address"] } },
  async handler({ body: { format, dedupe, check_dns, smtputf8, ...source }, net, env }) {
    const validate = await makeValidator({ check_dns, smtputf8 }, { net, env });
    const batch = await validateBatch(readAddresses(source), { validate, dedupe });
    const csv = () => writeTable(batch.results);
    if (format === "csv") return reply(csv(), { type: "text/csv; charset=utf-8" });
    return reply({ ...batch }, { alternatives: { "text/csv": csv } });
  },
});
