import { type Child, type Rgba, svg, svgDocument } from "hub/drawing";
import { cssOf } from "../color/color.ts";
import type { Paint, Shine } from "./colors.ts";
import type { Badge } from "./design.ts";
import { logoMark, type Sides } from "./sides.ts";
import { socialSides } from "./social.ts";
import { textOf } from "./text.ts";

/** A badge as SVG, its texts as texts or as outlines. */
export function svgOf(badge: Badge, { outlined }: { outlined: boolean }): string {
  const { place, alt, link, linkRight } = badge;
  const sides =
    badge.style === "social" ? socialSides(badge, outlined) : flatSides(badge, outlined);
  const drawn = [
    sides.definitions,
    sides.ground,
    link && linkRight ? linked(link, sides.left) : sides.left,
    linkRight ? linked(linkRight, sides.right) : sides.right,
  ];
  return svgDocument(
    { width: place.left + place.right, height: place.height, title: alt },
    link && !linkRight ? linked(link, drawn) : drawn,
  );
}

function linked(href: string, drawn: Child): Child {
  return svg("a", { href, target: "_blank" }, drawn);
}

function flatSides(badge: Badge, outlined: boolean): Sides {
  const { style, place, suffix, shine } = badge;
  const { left, right, height } = place;
  const [width, radius] = [left + right, style === "flat" ? 3 : style === "plastic" ? 4 : 0];
  const sides = [
    left > 0 &&
      svg("rect", { class: `l${suffix}`, width: left, height, fill: fillOf(badge, "label") }),
    svg("rect", {
      class: `m${suffix}`,
      ...(left > 0 && { x: left }),
      width: right,
      height,
      fill: fillOf(badge, "message"),
    }),
    shine.length > 0 && svg("rect", { width, height, fill: `url(#s${suffix})` }),
  ];
  return {
    definitions: [
      gradientOf(badge.label, `gl${suffix}`, { from: 0, to: left }),
      gradientOf(badge.message, `gm${suffix}`, { from: left, to: width }),
      darkRules(badge),
      shine.length > 0 && lightOf(shine, `s${suffix}`),
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
      textOf(badge, "label", outlined),
      badge.linkRight !== undefined && svg("rect", { width: left, height, "fill-opacity": 0 }),
    ],
    right: [
      textOf(badge, "message", outlined),
      badge.linkRight !== undefined &&
        svg("rect", { x: left, width: right, height, "fill-opacity": 0 }),
    ],
  };
}

function fillOf(badge: Badge, side: "label" | "message"): string {
  const paint = badge[side];
  return paint.to ? `url(#g${side[0]}${badge.suffix})` : cssOf(paint.from);
}

function gradientOf({ from, to }: Paint, id: string, span: { from: number; to: number }): Child {
  if (!to) return undefined;
  const stop = (offset: number, color: Rgba) => svg("stop", { offset, "stop-color": cssOf(color) });
  return svg(
    "linearGradient",
    { id, gradientUnits: "userSpaceOnUse", x1: span.from, x2: span.to },
    stop(0, from),
    stop(1, to),
  );
}

function lightOf(shine: Shine, id: string): Child {
  return svg(
    "linearGradient",
    { id, x2: 0, y2: "100%" },
    ...shine.map(([offset, color, opacity]) =>
      svg("stop", { offset, "stop-color": cssOf(color), "stop-opacity": opacity }),
    ),
  );
}

/** Other colours where the viewer prefers dark ones. */
function darkRules({ dark, darkInk, suffix }: Badge): Child {
  const rules = [
    dark.label && `.l${suffix}{fill:${cssOf(dark.label.from)}}`,
    dark.message && `.m${suffix}{fill:${cssOf(dark.message.from)}}`,
    darkInk.label && `.tl${suffix}{fill:${cssOf(darkInk.label)}}`,
    darkInk.message && `.tm${suffix}{fill:${cssOf(darkInk.message)}}`,
  ].filter(Boolean);
  if (rules.length === 0) return undefined;
  return svg("style", {}, `@media(prefers-color-scheme:dark){${rules.join("")}}`);
}
