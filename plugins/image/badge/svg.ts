import {
  type Child,
  formatNumber,
  type Layout,
  layoutTextNow,
  outlines,
  type Rgba,
  svg,
  svgDocument,
} from "hub/drawing";
import { formatCss } from "../color/color.ts";
import type { BadgePaint, Shine } from "./colors.ts";
import type { Badge } from "./design.ts";
import { socialGap, type TextPlace } from "./geometry.ts";

const edge = "#d5d5d5";

/** Renders a badge as SVG, with text as text elements or as outlines. */
export function renderSvg(badge: Badge, { outlined }: { outlined: boolean }): string {
  const { geometry, alt, link, linkRight } = badge;
  const sides =
    badge.style === "social" ? buildSocialSides(badge, outlined) : buildFlatSides(badge, outlined);
  const drawn = [
    sides.definitions,
    sides.background,
    svg(
      "g",
      outlined ? {} : describeTexts(badge.style),
      link && linkRight ? wrapInLink(link, sides.left) : sides.left,
      linkRight ? wrapInLink(linkRight, sides.right) : sides.right,
    ),
  ];
  return svgDocument(
    { width: geometry.left + geometry.right, height: geometry.height, title: alt },
    link && !linkRight ? wrapInLink(link, drawn) : drawn,
  );
}

/** Returns the attributes that all texts of a style have. */
function describeTexts(style: Badge["style"]) {
  return {
    "text-anchor": "middle",
    "text-rendering": "geometricPrecision",
    "font-family": style === "social" ? social : verdana,
    "font-size": textStyles[style].size,
    ...(style === "social" && { "font-weight": 700 }),
  };
}

function wrapInLink(href: string, drawn: Child): Child {
  return svg("a", { href, target: "_blank" }, drawn);
}

function buildFlatSides(badge: Badge, outlined: boolean): Sides {
  const { style, geometry, suffix, shine } = badge;
  const { left, right, height } = geometry;
  const [width, radius] = [left + right, style === "flat" ? 3 : style === "plastic" ? 4 : 0];
  const sides = [
    left > 0 &&
      svg("rect", { class: `l${suffix}`, width: left, height, fill: getFill(badge, "label") }),
    svg("rect", {
      class: `m${suffix}`,
      ...(left > 0 && { x: left }),
      width: right,
      height,
      fill: getFill(badge, "message"),
    }),
    shine.length > 0 && svg("rect", { width, height, fill: `url(#s${suffix})` }),
  ];
  return {
    definitions: [
      drawGradient(badge.label, `gl${suffix}`, { from: 0, to: left }),
      drawGradient(badge.message, `gm${suffix}`, { from: left, to: width }),
      buildDarkRules(badge),
      shine.length > 0 && drawShine(shine, `s${suffix}`),
      radius > 0 &&
        svg("clipPath", { id: `r${suffix}` }, svg("rect", { width, height, rx: radius })),
    ],
    background: svg(
      "g",
      radius > 0 ? { "clip-path": `url(#r${suffix})` } : { "shape-rendering": "crispEdges" },
      ...sides,
    ),
    left: [
      drawLogo(badge),
      drawTextWithShadow(badge, "label", outlined),
      badge.linkRight !== undefined && svg("rect", { width: left, height, "fill-opacity": 0 }),
    ],
    right: [
      drawTextWithShadow(badge, "message", outlined),
      badge.linkRight !== undefined &&
        svg("rect", { x: left, width: right, height, "fill-opacity": 0 }),
    ],
  };
}

function getFill(badge: Badge, side: "label" | "message"): string {
  const paint = badge[side];
  return paint.to ? `url(#g${side[0]}${badge.suffix})` : formatCss(paint.from);
}

function drawGradient(
  { from, to }: BadgePaint,
  id: string,
  span: { from: number; to: number },
): Child {
  if (!to) return undefined;
  const stop = (offset: number, color: Rgba) =>
    svg("stop", { offset, "stop-color": formatCss(color) });
  return svg(
    "linearGradient",
    { id, gradientUnits: "userSpaceOnUse", x1: span.from, x2: span.to },
    stop(0, from),
    stop(1, to),
  );
}

function drawShine(shine: Shine, id: string): Child {
  return svg(
    "linearGradient",
    { id, x2: 0, y2: "100%" },
    ...shine.map(([offset, color, opacity]) =>
      svg("stop", { offset, "stop-color": formatCss(color), "stop-opacity": opacity }),
    ),
  );
}

/** Builds the CSS rules for viewers that prefer dark colours. */
function buildDarkRules({ dark, darkInk, suffix }: Badge): Child {
  const rules = [
    dark.label && `.l${suffix}{fill:${formatCss(dark.label.from)}}`,
    dark.message && `.m${suffix}{fill:${formatCss(dark.message.from)}}`,
    darkInk.label && `.tl${suffix}{fill:${formatCss(darkInk.label)}}`,
    darkInk.message && `.tm${suffix}{fill:${formatCss(darkInk.message)}}`,
  ].filter(Boolean);
  if (rules.length === 0) return undefined;
  return svg("style", {}, `@media(prefers-color-scheme:dark){${rules.join("")}}`);
}

/** Builds the style social: a button with a bubble. */
function buildSocialSides(badge: Badge, outlined: boolean): Sides {
  const { geometry, suffix } = badge;
  const side = geometry.left - 1;
  const bubble = geometry.right - socialGap;
  const start = side + socialGap;
  return {
    definitions: svg(
      "linearGradient",
      { id: `s${suffix}`, x2: 0, y2: "100%" },
      svg("stop", { offset: 0, "stop-color": "#fcfcfc", "stop-opacity": 0 }),
      svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.1 }),
    ),
    background: undefined,
    left: [
      drawBox({ x: 0.5, width: side, fill: "#fcfcfc" }),
      drawBox({ x: 0.5, width: side, fill: `url(#s${suffix})` }),
      drawLogo(badge),
      drawTextWithShadow(badge, "label", outlined),
    ],
    right: [
      drawBox({ x: start + 0.5, width: bubble - 1, fill: "#fafafa" }),
      // The bubble's tip, open on the right so that no line crosses the bubble.
      svg("path", {
        d: `M${start + 1} 6.5l-3.5 3.5l3.5 3.5`,
        fill: "#fafafa",
        stroke: edge,
      }),
      drawTextWithShadow(badge, "message", outlined),
    ],
  };
}

function drawBox(attributes: { x: number; width: number; fill: string }) {
  return svg("rect", { y: 0.5, height: 19, rx: 2, stroke: edge, ...attributes });
}

/** The parts of a badge: shared definitions, background, and the content of both sides. */
interface Sides {
  definitions: Child;
  background: Child;
  left: Child;
  right: Child;
}

/** Draws the logo, 14 pixels high and vertically centred. */
function drawLogo({ logo, geometry }: Badge): Child {
  if (!logo) return undefined;
  const { drawn, box, color, width } = logo;
  const y = (geometry.height - 14) / 2;
  if (drawn.kind === "picture")
    return svg("image", { x: geometry.logoLeft, y, width, height: 14, href: drawn.uri });
  const scale = Math.round(1e4 * Math.min(width / box.width, 14 / box.height)) / 1e4;
  const dx = (width - box.width * scale) / 2 - box.x * scale;
  const dy = (14 - box.height * scale) / 2 - box.y * scale;
  const transform = `translate(${formatNumber(geometry.logoLeft + dx)} ${formatNumber(y + dy)})scale(${scale})`;
  return svg("path", { fill: formatCss(color), transform, d: drawn.path });
}

const textStyles = {
  flat: { size: 11, baseline: 14, shadow: true },
  "flat-square": { size: 11, baseline: 14, shadow: false },
  plastic: { size: 11, baseline: 13, shadow: true },
  "for-the-badge": { size: 10, baseline: 17.5, shadow: false },
  social: { size: 11, baseline: 14, shadow: true },
} as const;

/** Draws one text of a badge in its measured width, with its shadow one pixel below. */
function drawTextWithShadow(badge: Badge, side: "label" | "message", outlined: boolean): Child {
  const { geometry, style, ink, darkInk, suffix } = badge;
  const text = geometry[side];
  if (!text?.text) return undefined;
  const { size, baseline, shadow } = textStyles[style];
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
          ...(isBold && !isSocial && { "font-weight": 700 }),
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
