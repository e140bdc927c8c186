import { binary, oneOf, reply, t } from "hub";
import { writeCsv } from "hub/csv";
import { getOwner } from "../../doors.ts";
import { readTargetRules } from "../../link/target.ts";
import url from "../../plugin.ts";

const { importMax, importBytesMax, importTimeoutMs } = url.limits;
const count = (description: string) => t.Integer({ description });

export default url.route({
  summary: "Import short links of another service",
  keywords: "migrate links, import bitly, import yourls, import shlink, import dub",
  description: `Creates up to ${importMax.toLocaleString("en")} links with their codes, targets, titles, tags, limits and times. \`data\` is an export of Bitly, YOURLS, Shlink or Dub, in CSV or in the JSON of their APIs, or another CSV table with a column \`url\`. You can also send it as the whole body (\`text/csv\`). \`dry_run\` checks everything and creates nothing. A row that fails has its reason, and the others are created. Links that exist with the same code and target are reused, so an import can be repeated. Clicks are not imported. Each started thousand of characters counts as one call towards the daily quota.`,
  body: t.Object({
    data: t.String({
      minLength: 1,
      maxLength: importBytesMax,
      description: "The export, in CSV or JSON",
    }),
    dry_run: t.Boolean({ default: false, description: "Whether to check only" }),
    format: oneOf(["json", "csv"], { default: "json", description: "Response format" }),
  }),
  raw: { "text/csv": "data", "text/plain": "data" },
  response: t.Union([
    t.Object({
      dry_run: t.Boolean({ description: "Whether nothing was created" }),
      total: count("Number of links in the export"),
      created: count("Number of links created, or that a dry run would create"),
      reused: count("Number of links that existed"),
      failed: count("Number of rows with an error"),
      rows: t.Array(
        t.Object({
          row: count("Position in the export, from 1 on and without a header"),
          code: t.Union([t.String(), t.Null()], {
            description: "Code of the link. Null if the row has none",
          }),
          status: oneOf(["created", "reused", "failed"], { description: "What happened" }),
          error: t.Union([t.String(), t.Null()], { description: "Why the row failed" }),
        }),
        { description: "Result for each row" },
      ),
    }),
    binary("text/csv"),
  ]),
  bodyBytesMax: importBytesMax,
  timeoutMs: importTimeoutMs,
  cost: ({ body }) => Math.ceil(body.data.length / 1000),
  cache: "never",
  example: {
    body: {
      data: "keyword,url,title\nspring26,https://example.com/spring,Spring\n",
      dry_run: true,
    },
  },
  async handler({ body, caller, origin, env, kv, random, clock, progress }) {
    const { importLinks } = await import("../../link/import.ts");
    const options = {
      ...{ owner: getOwner(caller), kv, random, now: clock(), dry_run: body.dry_run },
      ...readTargetRules({ origin, env }),
    };
    const rows = await importLinks(body.data, options, progress);
    const table = () =>
      writeCsv([
        ["row", "code", "status", "error"],
        ...rows.map(({ row, code, status, error }) => [row, code, status, error]),
      ]);
    if (body.format === "csv") return reply(table(), { type: "text/csv; charset=utf-8" });
    const total = (status: (typeof rows)[number]["status"]) =>
      rows.filter((row) => row.status === status).length;
    return {
      ...{ dry_run: body.dry_run, total: rows.length },
      ...{ created: total("created"), reused: total("reused"), failed: total("failed"), rows },
    };
  },
});
