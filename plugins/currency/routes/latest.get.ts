import { binary, t } from "hub";
import { amount, base, format, precision, ratesAnswer, symbols } from "../fields.ts";
import currency from "../plugin.ts";

export default currency.route({
  summary: "Read the newest rates",
  description:
    "The ECB publishes about 16:00 in Frankfurt on each day that TARGET is open. On others, and before, `date` is the last such day and `reason` says why.",
  query: t.Object({ base, symbols, amount, precision, format }),
  response: t.Union([ratesAnswer, binary("text/csv", "application/x-ndjson")]),
  sameForMs: 1000,
  example: { query: { base: "USD", symbols: ["EUR", "GBP", "JPY"] } },
  async handler({ query, data, clock }) {
    const { rates } = await import("../work.ts");
    return rates(query, { data, clock });
  },
});
