import { dayAnswer, frankfurterQuery, keyless } from "../../frankfurter/request.ts";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "Get the latest rates (Frankfurter API)",
  description: "Compatible with Frankfurter's `GET /v1/latest`.",
  query: frankfurterQuery,
  response: dayAnswer,
  ...keyless,
  cache: "etag",
  sameForMs: 1000,
  example: { query: { base: "USD", symbols: ["EUR", "GBP"] } },
  async handler({ query, data, clock }) {
    const { answerDay } = await import("../../frankfurter/answers.ts");
    return answerDay(undefined, query, { data, clock });
  },
});
