import { binary, reply, t } from "hub";
import { writeCsv } from "hub/csv";
import {
  historyText,
  periodFields,
  readDays,
  totalFields,
  usageAnswer,
} from "../../core/accounts/usage-period.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

const row = t.Object({
  day: t.String({ description: "Calendar day, UTC" }),
  key_id: t.Union([t.String(), t.Null()], {
    description: "ID of the key; null for a monthly total over all keys",
  }),
  service: t.String({ description: "Name of the service" }),
  route: t.Union([t.String(), t.Null()], {
    description: "Method and path of the endpoint; null for a monthly total over all endpoints",
  }),
  status: t.String({ description: "Status class of the responses, such as `2xx`" }),
  calls: t.Integer({ description: "Number of requests" }),
  units: t.Integer({ description: "Units that the requests cost" }),
});

export default ownRoutes.route({
  summary: "Get usage by day, service, route and status",
  description: `Returns the usage of the key that sends the request and of all keys that it can manage. Requests appear within two seconds. Send \`Accept: text/csv\` for CSV. ${historyText} Monthly totals are omitted if you filter by \`key_id\` or use a restricted key.`,
  query: t.Object({
    ...periodFields,
    key_id: t.Optional(t.String({ maxLength: 80, description: "Only the key with this ID" })),
  }),
  response: t.Union([
    t.Object({
      success: t.Boolean(),
      ...totalFields,
      usage: t.Array(row, { description: "Usage rows, newest day first" }),
    }),
    binary("text/csv"),
  ]),
  cache: "never",
  example: { query: { from: "2026-01-01", to: "2026-01-31" } },
  async handler({ query, keys, clock, call }) {
    const days = readDays(query, clock());
    const usage = await keys.usage(call, { ...days, keyId: query.key_id });
    const names = Object.keys(row.properties) as (keyof typeof row.properties)[];
    const table = () => [names, ...usage.map((row) => names.map((name) => row[name] ?? ""))];
    return reply(usageAnswer(days, usage), {
      alternatives: { "text/csv": () => writeCsv(table()) },
    });
  },
});
