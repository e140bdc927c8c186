import { binary, oneOf, reply, t } from "hub";
import { answer, options } from "../../answer.ts";
import { validateBatch, writeTable } from "../../batch/batch.ts";
import { sourceFields, sourceOf } from "../../batch/source.ts";
import email from "../../plugin.ts";
import { makeValidator } from "../../validate.ts";

const count = (description: string) => t.Integer({ description });

export default email.route({
  summary: `Check up to ${email.limits.batchMax} e-mail addresses`,
  description:
    "Takes one of `emails`, `csv` and `text`; the latter two may also be the whole body, as `text/csv` and `text/plain`, with the other fields in the query. Each domain is looked up once. A call costs a unit of the day for each address.",
  body: t.Object({
    ...sourceFields,
    ...options,
    dedupe: t.Boolean({
      default: true,
      description:
        "Whether to answer once for addresses that differ at most in case, comments and needless quotes",
    }),
    format: oneOf(["json", "csv"], {
      default: "json",
      description:
        "`csv` is a table of the results, in which an apostrophe stands before what a spreadsheet would run as a formula",
    }),
  }),
  raw: { "text/csv": "csv", "text/plain": "text" },
  response: t.Union([
    t.Object({
      total: count("How many addresses were given"),
      valid: count("How many results have the verdict `valid`"),
      invalid: count("How many have the verdict `invalid`"),
      risky: count("How many have the verdict `risky`"),
      unknown: count("How many have the verdict `unknown`"),
      duplicates: count("How many addresses were given before"),
      results: t.Array(answer, { description: "The results, in the order of the addresses" }),
    }),
    binary("text/csv"),
  ]),
  cost: ({ body }) => sourceOf(body).length,
  cache: "never",
  example: { body: { emails: ["ann@example.com", "info@example.org", "no address"] } },
  async handler({ body: { format, dedupe, check_dns, smtputf8, ...source }, net, env }) {
    const validate = await makeValidator({ check_dns, smtputf8 }, { net, env });
    const batch = await validateBatch(sourceOf(source), { validate, dedupe });
    const csv = () => writeTable(batch.results);
    if (format === "csv") return reply(csv(), { type: "text/csv; charset=utf-8" });
    return reply({ ...batch }, { alternatives: { "text/csv": csv } });
  },
});
