import { reply, type Static, type t } from "hub";
import { encodeImage } from "hub/drawing";
import { buildAnswer } from "../answers.ts";
import { formatCss } from "../color/color.ts";
import { describeGradient, type Gradient, resolveGradient } from "./design.ts";
import { gradientPixels } from "./pixels.ts";
import type { gradientFields } from "./request.ts";
import { gradientSvg } from "./svg.ts";

declare const fields: ReturnType<typeof t.Object<typeof gradientFields>>;
export type GradientRequest = Static<typeof fields>;

/** Draws a gradient, or writes it as CSS. */
export function gradient(request: GradientRequest) {
  const { width, height, noise, format } = request;
  const design = resolveGradient(request);
  if (format === "css") return reply(buildCssRule(design), { type: "text/css" });
  const written = format === "json" ? "svg" : format;
  return buildAnswer(
    {
      get svg() {
        return gradientSvg(design, { width, height }, noise);
      },
      width,
      height,
      alt: describeGradient(design),
      contrast: undefined,
      details: {
        css: buildCssValue(design),
        colors: design.stops.map(({ color }) => formatCss(color)),
      },
      raster: (kind, scale) => {
        const pixels = gradientPixels(
          design,
          { width: width * scale, height: height * scale },
          request,
        );
        return encodeImage(pixels, { format: kind === "jpg" ? "jpeg" : kind });
      },
    },
    { ...request, format: written, response: format === "json" ? "json" : request.response },
  );
}

/** Builds the `background` value of a gradient (CSS Images 4). */
function buildCssValue(gradient: Gradient): string {
  const { type, angle, space, stops, points } = gradient;
  if (type === "mesh") {
    const spots = points.map(
      ({ x, y, reach, color }) =>
        `radial-gradient(at ${percent(x)} ${percent(y)}, ${formatCss(color)} 0, transparent ${percent(reach)})`,
    );
    // A gradient always has stops.
    return `${spots.join(", ")}, ${formatCss(stops[0]!.color)}`;
  }
  const list = stops.map(({ at, color }) => `${formatCss(color)} ${percent(at)}`).join(", ");
  const mixed = space === "oklab" ? " in oklab" : "";
  if (type === "linear") return `linear-gradient(${angle}deg${mixed}, ${list})`;
  if (type === "radial")
    return `radial-gradient(circle farthest-corner at center${mixed}, ${list})`;
  return `conic-gradient(from ${angle}deg at center${mixed}, ${list})`;
}

/** Builds a CSS rule, preceded by a fallback for browsers without colour spaces. */
function buildCssRule(gradient: Gradient): string {
  const value = buildCssValue(gradient);
  const fallback = buildCssValue({ ...gradient, space: "srgb" });
  const lines = fallback === value ? [value] : [fallback, value];
  return `${lines.map((line) => `background: ${line};`).join("\n")}\n`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
