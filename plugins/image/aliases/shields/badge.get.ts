import { binary, t } from "hub";
import { answerShields, isRaster, readShieldsPath, shieldsFields } from "../../badge/shields.ts";
import { mediaTypes, pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw a badge at a shields.io-compatible URL",
  description:
    "Replaces shields.io for pages that use its badges: `/badge/build-passing-brightgreen`, `/badge/just%20a%20message-blue`, optionally followed by `.svg` or `.png`. In the texts, `_` is a space, `__` an underscore and `--` a hyphen.",
  params: t.Object({
    badge: t.String({
      minLength: 1,
      maxLength: 800,
      description: "`label-message-color` or `message-color`",
    }),
  }),
  query: t.Object(shieldsFields),
  response: binary(mediaTypes.svg, mediaTypes.png),
  cache: "etag",
  heavy: ({ params }) => isRaster(params.badge),
  sameForMs: 1000,
  headers: pictureHeaders,
  example: { params: { badge: "build-passing-brightgreen" }, query: { logo: "github" } },
  handler: ({ params, query }) => answerShields(readShieldsPath(params.badge), query),
});
