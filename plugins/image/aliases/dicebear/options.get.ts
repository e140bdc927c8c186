import { t } from "hub";
import { dicebearFormats, dicebearResponse } from "../../avatar/dicebear-fields.ts";
import { pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw an avatar at a DiceBear-compatible URL without a query",
  description:
    "The same as `/9.x/{style}/{format}`, for programs that cannot send a query: `/9.x/bottts/svg/seed=Felix&eyes=happy`.",
  params: t.Object({
    style: t.String({ minLength: 1, maxLength: 64, description: "The DiceBear style" }),
    format: dicebearFormats,
    options: t.String({
      minLength: 1,
      maxLength: 4000,
      description: "The options as in a query",
    }),
  }),
  response: dicebearResponse,
  cache: "forever",
  heavy: true,
  headers: [...pictureHeaders, "x-ignored-options"],
  example: { params: { style: "bottts", format: "svg", options: "seed=Felix&eyes=happy" } },
  async handler({ params: { style, format, options } }) {
    const { answerDicebear } = await import("../../avatar/dicebear-answer.ts");
    const query = new URLSearchParams(options);
    const seed = query.get("seed") ?? "";
    query.delete("seed");
    const others = Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)]));
    return answerDicebear({ style, format, common: { seed }, others, at: "path.options" });
  },
});
