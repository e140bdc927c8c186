import { t } from "hub";
import {
  dateField,
  dayAnswer,
  frankfurterQuery,
  isRange,
  rangeAnswer,
} from "../../frankfurter/fields.ts";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "Get the rates of a day or a range of days, with Frankfurter's API",
  description:
    "For clients of Frankfurter's `GET /v1/{date}` and `GET /v1/{start}..{end}`. A day without rates has those of the last one before it, a day to come the newest. `amount` is for a single day.",
  params: t.Object({ date: dateField }),
  query: frankfurterQuery,
  response: t.Union([dayAnswer, rangeAnswer]),
  cache: "etag",
  heavy: ({ params }) => isRange(params.date),
  example: { params: { date: "2025-12-01..2025-12-31" }, query: { symbols: ["USD"] } },
  async handler({ params: { date }, query, data, clock }) {
    const { answerDay, answerRange } = await import("../../frankfurter/answers.ts");
    const answer = isRange(date) ? answerRange : answerDay;
    return answer(date, query, { data, clock });
  },
});
