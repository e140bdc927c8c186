import { binary, t } from "hub";
import { answerDicebear, dicebearFields, dicebearFormats } from "../../avatar/dicebear.ts";
import { isLightText, mediaTypes, pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw an avatar at a DiceBear-compatible URL",
  description:
    "Replaces DiceBear for pages that use its avatars: `initials`, `identicon`, `shapes`, `rings`, `pixel-art`, `bottts` and `fun-emoji`. Each is drawn in a similar style of the hub, so a seed gives a different picture than with DiceBear, and style-specific options are not supported.",
  params: t.Object({
    style: t.String({ minLength: 1, maxLength: 64, description: "The DiceBear style" }),
    format: dicebearFormats,
  }),
  query: t.Object(dicebearFields),
  response: binary(mediaTypes.svg, mediaTypes.png, mediaTypes.jpg, mediaTypes.webp),
  cache: "forever",
  heavy: ({ params: { style, format }, query: { seed } }) =>
    format !== "svg" || (style === "initials" && !isLightText(seed)),
  headers: pictureHeaders,
  example: { params: { style: "pixel-art", format: "svg" }, query: { seed: "Felix" } },
  handler: ({ params, query }) => answerDicebear({ ...params, ...query }),
});
