import { t } from "hub";
import { answerHistory } from "../../../coingecko/answers.ts";
import { clientKeys, coinId, geckoObject, repeated } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get the price on a day (CoinGecko API)",
  description: "Compatible with CoinGecko's `GET /coins/{id}/history`, in dollars only.",
  params: coinId,
  query: t.Object({
    ...repeated,
    date: t.String({
      pattern: "^([0-9]{2}-[0-9]{2}-[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2})$",
      errorMessage: "a day such as 2025-12-31 or 31-12-2025",
      description: "A day, such as 2025-12-31 or 31-12-2025",
    }),
    localization: t.Optional(t.Boolean({ description: "Ignored: texts are in English" })),
  }),
  response: geckoObject("The coin with its first price of the day in UTC"),
  ...clientKeys,
  example: { params: { id: "bitcoin" }, query: { date: "31-12-2025" } },
  handler: (call) => answerHistory({ ...call.query, ...call.params }, call),
});
