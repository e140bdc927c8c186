import { type Child, type Layout, layoutTextNow, outlines, svg } from "hub/drawing";
import { formatCss } from "../color/color.ts";
import type { Badge } from "./design.ts";
import type { TextPlace } from "./geometry.ts";

const styles = {
  flat: { size: 11, baseline: 14, shadow: true },
  "flat-square": { size: 11, baseline: 14, shadow: false },
  plastic: { size: 11, baseline: 13, shadow: true },
  "for-the-badge": { size: 10, baseline: 17.5, shadow: false },
  social: { size: 11, baseline: 14, shadow: true },
} as const;

/** Draws one text of a badge in its measured width, with its shadow one pixel below. */
export function drawTextWithShadow(
  badge: Badge,
  side: "label" | "message",
  outlined: boolean,
): Child {
  const { geometry, style, ink, darkInk, suffix } = badge;
  const text = geometry[side];
  if (!text?.text) return undefined;
  const { size, baseline, shadow } = styles[style];
  const isSocial = style === "social";
  const isBold = isSocial || (style === "for-the-badge" && side === "message");
  const layout = outlined ? outlineText(text, { size, isBold, isSocial }) : undefined;
  const fill = formatCss(ink[side]);
  const isDark = fill !== "#ffffff";
  const shadowFill = isSocial
    ? { fill: "#fff" }
    : { fill: isDark ? "#ccc" : "#010101", "fill-opacity": 0.3 };
  const draw = (y: number, look: TextAttributes) =>
    layout
      ? drawOutlines(layout, { middle: text.middle, y, look })
      : drawText(text, {
          x: text.middle,
          y,
          "font-family": isSocial ? social : verdana,
          "font-size": size,
          ...(isBold && { "font-weight": 700 }),
          ...look,
          ...(y !== baseline && { "aria-hidden": "true" }),
        });
  const hasDarkColor = !isSocial && darkInk[side] !== undefined;
  const classAttribute = hasDarkColor && { class: `t${side[0]}${suffix}` };
  return [shadow && draw(baseline + 1, shadowFill), draw(baseline, { fill, ...classAttribute })];
}

interface TextAttributes {
  fill: string;
  "fill-opacity"?: number;
  class?: string;
}

function drawOutlines(
  layout: Layout,
  { middle, y, look }: { middle: number; y: number; look: TextAttributes },
): Child {
  return outlines(layout, {
    x: middle - layout.width / 2,
    // A text that isn't empty has a line.
    y: y - layout.lines[0]!.baseline,
    fill: look.fill,
    attributes: { "fill-opacity": look["fill-opacity"] },
  });
}

function drawText(
  { text, width }: TextPlace,
  { x, y, ...look }: { x: number; y: number } & Record<string, string | number>,
): Child {
  return svg(
    "text",
    {
      x,
      y,
      textLength: width,
      "text-anchor": "middle",
      "text-rendering": "geometricPrecision",
      ...look,
    },
    text,
  );
}

const verdana = "Verdana,Geneva,DejaVu Sans,sans-serif";
const social = "Helvetica Neue,Helvetica,Arial,sans-serif";

/** Sets a text in the hub's fonts, with letter spacing to match its width in a browser. */
function outlineText(
  { text, width }: TextPlace,
  { size, isBold, isSocial }: { size: number; isBold: boolean; isSocial: boolean },
): Layout {
  const options = {
    size,
    weight: isBold ? 700 : 400,
    family: isSocial ? "sans" : "wide",
  } as const;
  const natural = layoutTextNow(text, options);
  const runs = natural.lines.flatMap((line) => line.runs);
  const glyphs = runs.reduce((sum, run) => sum + run.glyphs.length, 0);
  return layoutTextNow(text, {
    ...options,
    letterSpacing: (width - natural.width) / Math.max(1, glyphs),
  });
}
