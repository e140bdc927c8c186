import { binary, t } from "hub";
import { colorNote, imageFields, mediaTypes, needsPixels, pictureHeaders } from "../formats.ts";
import { gradientFields } from "../gradient/request.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a gradient, or write it as CSS",
  keywords: "css gradient, gradient generator, gradient background",
  description: `Draws linear, radial, conic and mesh gradients, mixed in OKLab to avoid grey between two colours, and dithered to avoid banding. ${colorNote}`,
  query: t.Object(gradientFields),
  response: t.Union([
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.jpg, mediaTypes.webp, "text/css"),
    t.Object({
      ...imageFields,
      css: t.String({ description: "The same gradient as a value of `background`" }),
      colors: t.Array(t.String(), { description: "The colours as `#rrggbb`" }),
    }),
  ]),
  cache: "forever",
  heavy: ({ query }) => needsPixels(query),
  headers: pictureHeaders,
  example: { query: { colors: ["ff8a00", "e52e71"], width: 600, height: 400 } },
  async handler({ query }) {
    const { gradient } = await import("../gradient/gradient.ts");
    return gradient(query);
  },
});
