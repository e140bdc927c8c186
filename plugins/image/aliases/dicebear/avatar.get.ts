import { t } from "hub";
import {
  dicebearFields,
  dicebearFormats,
  dicebearResponse,
  styleOptions,
} from "../../avatar/dicebear-fields.ts";
import { isLightText, pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw an avatar at a DiceBear-compatible URL",
  description:
    "Replaces DiceBear for pages that use its avatars. DiceBear's own library draws all 31 styles of version 9, so the same URL gives the same picture. Options of a style, such as `eyes=happy` of `bottts`, are validated by its schema, which `schema.json` returns. As at DiceBear, unknown options are ignored; `X-Ignored-Options` lists them. The designs have different licences: most are free to use with or without attribution, which `metadata` in the SVG states.",
  params: t.Object({
    style: t.String({ minLength: 1, maxLength: 64, description: "The DiceBear style" }),
    format: dicebearFormats,
  }),
  query: t.Object(dicebearFields, { additionalProperties: styleOptions }),
  response: dicebearResponse,
  cache: "forever",
  heavy: ({ params: { style, format }, query: { seed = "" } }) =>
    !/svg|json/.test(format) || (style === "initials" && !isLightText(seed)),
  headers: [...pictureHeaders, "x-ignored-options"],
  example: { params: { style: "pixel-art", format: "svg" }, query: { seed: "Felix" } },
  async handler({ params, query }) {
    const { answerDicebear } = await import("../../avatar/dicebear-answer.ts");
    const isCommon = (name: string) => Object.hasOwn(dicebearFields, name);
    const entries = Object.entries(query as Record<string, string[]>);
    return answerDicebear({
      ...params,
      common: Object.fromEntries(entries.filter(([name]) => isCommon(name))),
      others: Object.fromEntries(entries.filter(([name]) => !isCommon(name))),
      at: "query",
    });
  },
});
