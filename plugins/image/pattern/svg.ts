import { type Child, svg, svgDocument } from "hub/drawing";
import { cssOf } from "../color/color.ts";
import type { Pattern } from "./design.ts";

export interface Area {
  width: number;
  height: number;
}

/** A pattern all over an image. */
export function patternSvg(pattern: Pattern, area: Area, rotate: number): string {
  return svgDocument(
    { ...area, title: `Pattern of ${pattern.name}` },
    patternFill(pattern, area, { rotate }),
  );
}

/** A pattern as elements that fill an area, for a drawing above it. `id` keeps its name apart. */
export function patternFill(
  { tile, bg, opacity }: Pattern,
  { width, height }: Area,
  { rotate = 0, id = "p" }: { rotate?: number; id?: string } = {},
): Child {
  return [
    svg(
      "pattern",
      {
        id,
        width: tile.width,
        height: tile.height,
        patternUnits: "userSpaceOnUse",
        ...(rotate > 0 && { patternTransform: `rotate(${rotate})` }),
      },
      tile.drawn,
    ),
    svg("rect", { width, height, fill: cssOf(bg) }),
    svg("rect", { width, height, fill: `url(#${id})`, opacity }),
  ];
}

/** One tile, with its background or, where something else paints that, without. */
export function tileSvg({ tile, bg, name, opacity }: Pattern, { bare = false } = {}): string {
  const { width, height } = tile;
  return svgDocument(
    { width, height, ...(!bare && { title: `Tile of ${name}` }) },
    !bare && svg("rect", { width, height, fill: cssOf(bg) }),
    svg("g", { opacity }, tile.drawn),
  );
}
