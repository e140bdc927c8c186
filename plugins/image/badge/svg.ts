import { type Child, type Rgba, svg, svgDocument } from "hub/drawing";
import { formatCss } from "../color/color.ts";
import type { Paint, Shine } from "./colors.ts";
import type { Badge } from "./design.ts";
import { socialGap } from "./geometry.ts";
import { drawTextWithShadow } from "./text.ts";

const edge = "#d5d5d5";

/** A badge as SVG, its texts as texts or as outlines. */
export function renderSvg(badge: Badge, { outlined }: { outlined: boolean }): string {
  const { place, alt, link, linkRight } = badge;
  const sides =
    badge.style === "social" ? socialSides(badge, outlined) : flatSides(badge, outlined);
  const drawn = [
    sides.definitions,
    sides.ground,
    link && linkRight ? wrapInLink(link, sides.left) : sides.left,
    linkRight ? wrapInLink(linkRight, sides.right) : sides.right,
  ];
  return svgDocument(
    { width: place.left + place.right, height: place.height, title: alt },
    link && !linkRight ? wrapInLink(link, drawn) : drawn,
  );
}

function wrapInLink(href: string, drawn: Child): Child {
  return svg("a", { href, target: "_blank" }, drawn);
}

function flatSides(badge: Badge, outlined: boolean): Sides {
  const { style, place, suffix, shine } = badge;
  const { left, right, height } = place;
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
      darkRules(badge),
      shine.length > 0 && drawShine(shine, `s${suffix}`),
      radius > 0 &&
        svg("clipPath", { id: `r${suffix}` }, svg("rect", { width, height, rx: radius })),
    ],
    ground: svg(
      "g",
      radius > 0 ? { "clip-path": `url(#r${suffix})` } : { "shape-rendering": "crispEdges" },
      ...sides,
    ),
    left: [
      logoMark(badge),
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

function drawGradient({ from, to }: Paint, id: string, span: { from: number; to: number }): Child {
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

/** Other colours where the viewer prefers dark ones. */
function darkRules({ dark, darkInk, suffix }: Badge): Child {
  const rules = [
    dark.label && `.l${suffix}{fill:${formatCss(dark.label.from)}}`,
    dark.message && `.m${suffix}{fill:${formatCss(dark.message.from)}}`,
    darkInk.label && `.tl${suffix}{fill:${formatCss(darkInk.label)}}`,
    darkInk.message && `.tm${suffix}{fill:${formatCss(darkInk.message)}}`,
  ].filter(Boolean);
  if (rules.length === 0) return undefined;
  return svg("style", {}, `@media(prefers-color-scheme:dark){${rules.join("")}}`);
}

/** The style of a button and the bubble beside it. */
function socialSides(badge: Badge, outlined: boolean): Sides {
  const { place, suffix } = badge;
  const side = place.left - 1;
  const bubble = place.right - socialGap;
  const start = side + socialGap;
  return {
    definitions: svg(
      "linearGradient",
      { id: `s${suffix}`, x2: 0, y2: "100%" },
      svg("stop", { offset: 0, "stop-color": "#fcfcfc", "stop-opacity": 0 }),
      svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.1 }),
    ),
    ground: undefined,
    left: [
      box({ x: 0.5, width: side, fill: "#fcfcfc" }),
      box({ x: 0.5, width: side, fill: `url(#s${suffix})` }),
      logoMark(badge),
      drawTextWithShadow(badge, "label", outlined),
    ],
    right: [
      box({ x: start + 0.5, width: bubble - 1, fill: "#fafafa" }),
      // The bubble's corner, open to the right so that no edge runs through it.
      svg("path", {
        d: `M${start + 1} 6.5l-3.5 3.5l3.5 3.5`,
        fill: "#fafafa",
        stroke: edge,
      }),
      drawTextWithShadow(badge, "message", outlined),
    ],
  };
}

function box(attributes: { x: number; width: number; fill: string }) {
  return svg("rect", { y: 0.5, height: 19, rx: 2, stroke: edge, ...attributes });
}

/** What a badge consists of: what both sides stand on, and what stands there. */
interface Sides {
  definitions: Child;
  ground: Child;
  left: Child;
  right: Child;
}

/** The logo, 14 pixels high and in the middle of the height. */
function logoMark({ logo, place }: Badge): Child {
  if (!logo) return undefined;
  const { drawn, color, width } = logo;
  const y = (place.height - 14) / 2;
  if (drawn.kind === "picture")
    return svg("image", { x: place.logoLeft, y, width, height: 14, href: drawn.uri });
  const scale = Math.min(width, 14) / 24;
  const [dx, dy] = [(width - 24 * scale) / 2, (14 - 24 * scale) / 2];
  const transform = `translate(${place.logoLeft + dx} ${y + dy})scale(${Math.round(scale * 1e4) / 1e4})`;
  return svg("path", { fill: formatCss(color), transform, d: drawn.path });
}
