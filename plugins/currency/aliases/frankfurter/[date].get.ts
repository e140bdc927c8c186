import { t } from "hub";
import {
  dateField,
  dayAnswer,
  frankfurterQuery,
  isRange,
  keyless,
  rangeAnswer,
} from "../../frankfurter/request.ts";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "Get the rates of a day or a date range (Frankfurter API)",
  description:
    "Compatible with Frankfurter's `GET /v1/{date}` and `GET /v1/{start}..{end}`. If a day has no rates, the response has those of the last day before it. Future days have the latest rates. `amount` works only for a single day.",
  params: t.Object({ date: dateField }),
  query: frankfurterQuery,
  response: t.Union([dayAnswer, rangeAnswer]),
  ...keyless,
  cache: "etag",
  heavy: ({ params }) => isRange(params.date),
  example: { params: { date: "2025-12-01..2025-12-31" }, query: { symbols: ["USD"] } },
  async handler({ params: { date }, query, data, clock }) {
    const { answerDay, answerRange } = await import("../../frankfurter/answers.ts");
    const answer = isRange(date) ? answerRange : answerDay;
    return answer(date, query, { data, clock });
  },
});
