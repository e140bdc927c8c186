import { binary, t } from "hub";
import { colorNote, imageFields, mediaTypes } from "../formats.ts";
import type { PlaceholderRequest } from "../placeholder/design.ts";
import { placeholderFields } from "../placeholder/options.ts";
import { resolveSize } from "../placeholder/size.ts";
import image from "../plugin.ts";
import { isLightText } from "../weight.ts";

const pixelsMax = 2_000_000;

export default image.route({
  summary: "Draw a placeholder of any size",
  description: `${colorNote} Text may be in any script and may contain emoji; in an SVG it is drawn as outlines, so that it looks the same everywhere.`,
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

/** Whether a placeholder takes more than a moment: most SVGs and plain PNGs do not. */
function isHeavy(asked: PlaceholderRequest): boolean {
  if (asked.response === "json" || !isLightText(asked.text ?? "")) return true;
  if (asked.format !== "png") return asked.format !== "svg";
  if (asked.gradient || asked.pattern !== "none" || asked.radius > 0) return true;
  const { width, height, scale = 1 } = resolveSize(asked);
  return width * height * Math.max(scale, asked.scale) ** 2 > pixelsMax;
}
