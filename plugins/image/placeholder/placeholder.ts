import { answerOf } from "../answers.ts";
import { type Asked, designOf } from "./design.ts";
import { pngOf } from "./png.ts";
import { svgOf } from "./svg.ts";

/** Draws a placeholder, its PNG by a way of its own where that is possible. */
export function placeholder(asked: Asked) {
  const design = designOf(asked);
  const { width, height, text, scale } = design;
  let svg: string | undefined;
  const size = `${width}×${height}`;
  return answerOf(
    {
      get svg() {
        svg ??= svgOf(design);
        return svg;
      },
      width,
      height,
      alt:
        text === "" || text === size ? `Placeholder, ${size} pixels` : text.replaceAll("\n", " "),
      texts: [text],
      contrast: design.contrast,
      ground: design.radius > 0 ? undefined : design.bg,
      raster: (format, times) => (format === "png" ? pngOf(design, times) : undefined),
    },
    { ...asked, scale },
  );
}
