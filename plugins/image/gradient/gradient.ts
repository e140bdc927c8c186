import type { Static, t } from "hub";
import { reply } from "hub";
import { encodeImage } from "hub/drawing";
import { answerOf } from "../answers.ts";
import { cssOf } from "../color/color.ts";
import { cssRule, cssValue } from "./css.ts";
import { altOf, gradientOf } from "./design.ts";
import type { gradientFields } from "./options.ts";
import { gradientPixels } from "./pixels.ts";
import { gradientSvg } from "./svg.ts";

declare const fields: ReturnType<typeof t.Object<typeof gradientFields>>;
export type Asked = Static<typeof fields>;

/** Draws a gradient, or writes it as CSS. */
export function gradient(asked: Asked) {
  const { width, height, noise, format } = asked;
  const design = gradientOf(asked);
  if (format === "css") return reply(cssRule(design), { type: "text/css" });
  const written = format === "json" ? "svg" : format;
  return answerOf(
    {
      get svg() {
        return gradientSvg(design, { width, height }, noise);
      },
      width,
      height,
      alt: altOf(design),
      contrast: undefined,
      details: {
        css: cssValue(design),
        colors: design.stops.map(({ color }) => cssOf(color)),
      },
      raster: (kind, scale) => {
        const pixels = gradientPixels(
          design,
          { width: width * scale, height: height * scale },
          asked,
        );
        return encodeImage(pixels, { format: kind === "jpg" ? "jpeg" : kind });
      },
    },
    { ...asked, format: written, response: format === "json" ? "json" : asked.response },
  );
}
