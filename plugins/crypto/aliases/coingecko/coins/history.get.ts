import { t } from "hub";
import { answerHistory } from "../../../coingecko/answers.ts";
import { clientKeys, coinId, geckoObject } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get the price on a day (CoinGecko API)",
  description: "Compatible with CoinGecko's `GET /coins/{id}/history`, in dollars only.",
  params: coinId,
  query: t.Object({
    date: t.String({
      pattern: "^[0-3][0-9]-[01][0-9]-[12][0-9]{3}$",
      errorMessage: "a day such as 31-12-2025",
      description: "Day, month and year, such as 31-12-2025",
    }),
    localization: t.Optional(t.Boolean({ description: "Ignored: texts are in English" })),
  }),
  response: geckoObject("The coin with its first price of the day in UTC"),
  ...clientKeys,
  example: { params: { id: "bitcoin" }, query: { date: "31-12-2025" } },
  handler: (call) => answerHistory({ ...call.params, ...call.query }, call),
});
