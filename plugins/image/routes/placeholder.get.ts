import { binary, t } from "hub";
import { colorNote, imageFields, isLightText, mediaTypes, pictureHeaders } from "../formats.ts";
import type { PlaceholderRequest } from "../placeholder/design.ts";
import { placeholderFields } from "../placeholder/request.ts";
import { resolveSize } from "../placeholder/size.ts";
import image from "../plugin.ts";

const pixelsMax = 2_000_000;

export default image.route({
  summary: "Draw a placeholder of any size",
  keywords: "placeholder image, dummy image, placehold",
  description: `For layouts without pictures yet: an image of the given size, with its size or a text on it. ${colorNote} Text can be in any script and can contain emoji; in an SVG it is drawn as outlines, so that it looks the same everywhere.`,
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
  headers: pictureHeaders,
  example: { query: { size: "600x400" } },
  async handler({ query }) {
    const { placeholder } = await import("../placeholder/placeholder.ts");
    return placeholder(query);
  },
});

/** Returns whether a placeholder is slow to draw: most SVGs and plain PNGs aren't. */
function isHeavy(request: PlaceholderRequest): boolean {
  if (request.response === "json" || !isLightText(request.text ?? "")) return true;
  if (request.format !== "png") return request.format !== "svg";
  if (request.gradient || request.pattern !== "none" || request.radius > 0) return true;
  const { width, height, scale = 1 } = resolveSize(request);
  return width * height * Math.max(scale, request.scale) ** 2 > pixelsMax;
}
