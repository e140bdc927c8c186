import { t } from "hub";
import { keyless } from "../../frankfurter/request.ts";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "List the currencies (Frankfurter API)",
  description: "Compatible with Frankfurter's `GET /v1/currencies`.",
  response: t.Record(t.String(), t.String(), { description: "English currency names, by code" }),
  ...keyless,
  cache: "etag",
  sameForMs: 1000,
  example: {},
  async handler({ data, clock }) {
    const { answerNames } = await import("../../frankfurter/answers.ts");
    return answerNames({ data, clock });
  },
});
