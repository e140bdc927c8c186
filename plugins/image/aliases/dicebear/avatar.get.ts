import { binary, t } from "hub";
import { answerDicebear, dicebearFields, dicebearFormats } from "../../avatar/dicebear.ts";
import { mediaTypes } from "../../formats.ts";
import image from "../../plugin.ts";
import { isLightText } from "../../weight.ts";

export default image.route({
  summary: "Draw an avatar, with the addresses of DiceBear",
  description:
    "For pages with avatars of DiceBear: `initials`, `identicon`, `shapes`, `rings`, `pixel-art`, `bottts` and `fun-emoji`. Each is drawn in the hub's own style of that kind, so a seed gives another picture than it does there, and options of a style alone are not supported.",
  params: t.Object({
    style: t.String({ minLength: 1, maxLength: 64, description: "A style of DiceBear" }),
    format: dicebearFormats,
  }),
  query: t.Object(dicebearFields),
  response: binary(mediaTypes.svg, mediaTypes.png, mediaTypes.jpg, mediaTypes.webp),
  cache: "forever",
  heavy: ({ params: { style, format }, query: { seed } }) =>
    format !== "svg" || (style === "initials" && !isLightText(seed)),
  example: { params: { style: "pixel-art", format: "svg" }, query: { seed: "Felix" } },
  handler: ({ params, query }) => answerDicebear({ ...params, ...query }),
});
