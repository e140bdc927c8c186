import { t } from "hub";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "List the currencies, with Frankfurter's API",
  description: "For clients of Frankfurter's `GET /v1/currencies`.",
  response: t.Record(t.String(), t.String(), { description: "Names in English by code" }),
  cache: "etag",
  sameForMs: 1000,
  example: {},
  async handler({ data, clock }) {
    const { answerNames } = await import("../../frankfurter/answers.ts");
    return answerNames({ data, clock });
  },
});
