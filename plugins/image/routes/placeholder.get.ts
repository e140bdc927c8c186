import { binary, t } from "hub";
import { colorNote, imageFields, mediaTypes } from "../formats.ts";
import { placeholderFields } from "../placeholder/options.ts";
import { isHeavy } from "../placeholder/weight.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a placeholder of any size",
  description: `${colorNote} Texts may be in any script and have emoji; in an SVG they are outlines, so that they look the same everywhere.`,
  query: t.Object(placeholderFields),
  response: t.Union([
    binary(
      mediaTypes.svg,
      mediaTypes.png,
      mediaTypes.jpg,
      mediaTypes.webp,
      mediaTypes.avif,
      mediaTypes.gif,
    ),
    t.Object(imageFields),
  ]),
  cache: "forever",
  heavy: ({ query }) => isHeavy(query),
  example: { query: { size: "600x400" } },
  async handler({ query }) {
    const { placeholder } = await import("../placeholder/placeholder.ts");
    return placeholder(query);
  },
});
