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
  day: t.String({ description: "The calendar day, UTC" }),
  key_id: t.Union([t.String(), t.Null()], {
    description: "The key that was used; null: the sum of a month, over all keys",
  }),
  service: t.String({ description: "The service that was called" }),
  route: t.Union([t.String(), t.Null()], {
    description: "The method and path of the endpoint; null: the sum of a month, over all",
  }),
  status: t.String({ description: "The class of the answers' status, such as `2xx`" }),
  calls: t.Integer({ description: "How many calls" }),
  units: t.Integer({ description: "What they cost of the day" }),
});

export default ownRoutes.route({
  summary: "Tell what was called by day, service, route and status",
  description: `Of the key of the request, and of all keys that it may manage. Calls are told within two seconds. \`Accept: text/csv\` answers a table. ${historyText} Whoever asks for one key alone is not told them.`,
  query: t.Object({
    ...periodFields,
    key_id: t.Optional(t.String({ maxLength: 80, description: "Of one key alone" })),
  }),
  response: t.Union([
    t.Object({
      success: t.Boolean(),
      ...totalFields,
      usage: t.Array(row, { description: "The newest day first" }),
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
