import { binary, oneOf, reply, t } from "hub";
import { validateBatch, writeTable } from "../../batch/batch.ts";
import { limitDns } from "../../batch/deadline.ts";
import { isLarge, readAddresses, sourceFields } from "../../batch/source.ts";
import email from "../../plugin.ts";
import { answer, options } from "../../response.ts";
import { makeValidator } from "../../validate.ts";

const rowFields = {
  row: t.Optional(
    t.Integer({
      description:
        "Number of the row in `csv` or `text`, counted from 1 and including the header, as in a spreadsheet",
    }),
  ),
  original: t.Optional(t.Array(t.String(), { description: "Cells of the row in `csv`" })),
};

const count = (description: string) => t.Integer({ description });

export default email.route({
  summary: `Validate up to ${email.limits.batchMax.toLocaleString("en")} email addresses`,
  description:
    "Returns a result for each address, and the number of results by verdict. Send one of `emails`, `csv` and `text`. You can also send CSV or text as the whole body (`text/csv` or `text/plain`), with the other fields in the query. Each domain is looked up once. Each address counts as one call towards the daily quota. Send more than a few hundred addresses with `Prefer: respond-async`, and poll for the result. Addresses that are still open shortly before the time limit have the verdict `unknown`, with the reason `dns_unavailable`.",
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
        "Response format: JSON, or a CSV table of the results, followed by the number and the cells of the original row. In CSV, an apostrophe precedes cells that a spreadsheet would run as a formula",
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
      header: t.Optional(
        t.Array(t.String(), { description: "Header of the CSV table, if it has one" }),
      ),
      results: t.Array(t.Object({ ...answer.properties, ...rowFields }), {
        description: "Results, in the order of the addresses",
      }),
    }),
    binary("text/csv"),
  ]),
  heavy: ({ body }) => isLarge(body),
  timeoutMs: ({ body }) => (isLarge(body) ? email.limits.batchTimeoutMs : email.limits.timeoutMs),
  bodyBytesMax: email.limits.batchBytesMax,
  cost: ({ body }) => readAddresses(body).items.length,
  cache: "never",
  example: { body: { emails: ["ann@example.com", "info@example.org", "no address"] } },
  async handler({ body, net, env, clock, progress }) {
    const { format, dedupe, emails, csv, text, ...options } = body;
    const { batchTimeoutMs, timeoutMs } = email.limits;
    const limitMs = isLarge({ emails, csv, text }) ? batchTimeoutMs : timeoutMs;
    const limited = limitDns(net, { clock, until: clock() + limitMs });
    const validate = await makeValidator(options, { net: limited, env });
    const { items, header } = readAddresses({ emails, csv, text });
    const batch = await validateBatch(items, { validate, dedupe, progress });
    const table = () => writeTable(batch.results, header);
    if (format === "csv") return reply(table(), { type: "text/csv; charset=utf-8" });
    const answer = { ...batch, ...(header && { header: [...header] }) };
    return reply(answer, { alternatives: { "text/csv": table } });
  },
});
