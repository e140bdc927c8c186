import { reply, type Static, type t } from "hub";
import { type Child, svg, svgDocument } from "hub/drawing";
import { buildAnswer } from "../answers.ts";
import { formatCss } from "../color/color.ts";
import image from "../plugin.ts";
import { type Pattern, resolvePattern } from "./design.ts";
import type { patternFields } from "./request.ts";

declare const fields: ReturnType<typeof t.Object<typeof patternFields>>;
export type PatternRequest = Static<typeof fields>;

/** Draws a pattern or its tile, or writes it as CSS. */
export function pattern(request: PatternRequest) {
  const { format, tile: isTile, rotate } = request;
  if (rotate > 0 && (isTile || format === "css"))
    throw image.error(
      "invalid_input",
      `query.rotate must be 0 for a single tile: it is ${rotate}`,
      { at: "query.rotate" },
    );
  const design = resolvePattern(request);
  if (format === "css") return reply(buildCssRule(design), { type: "text/css" });
  const area = isTile ? design.tile : request;
  const { width, height } = area;
  return buildAnswer(
    {
      get svg() {
        return isTile ? tileSvg(design) : patternSvg(design, { width, height }, rotate);
      },
      width,
      height,
      alt: `${isTile ? "Tile" : "Pattern"} of ${design.name}`,
      contrast: undefined,
      ground: design.bg,
      details: {
        pattern: design.name,
        fg: formatCss(design.fg),
        bg: formatCss(design.bg),
        tile_width: design.tile.width,
        tile_height: design.tile.height,
      },
    },
    { ...request, format },
  );
}

/** Builds a CSS background rule with the tile as a data URI. */
function buildCssRule(design: Pattern): string {
  const encoded = tileSvg(design, { bare: true })
    .replaceAll('"', "'")
    .replaceAll("%", "%25")
    .replaceAll("#", "%23")
    .replaceAll("<", "%3C")
    .replaceAll(">", "%3E");
  return `background-color: ${formatCss(design.bg)};\nbackground-image: url("data:image/svg+xml,${encoded}");\n`;
}

interface PictureArea {
  width: number;
  height: number;
}

/** Renders a pattern that fills an image. */
function patternSvg(pattern: Pattern, area: PictureArea, rotate: number): string {
  return svgDocument(
    { ...area, title: `Pattern of ${pattern.name}` },
    buildPatternFill(pattern, area, { rotate }),
  );
}

/** Builds elements that fill an area with a pattern. `id` makes the pattern's id unique. */
function buildPatternFill(
  { tile, bg, opacity }: Pattern,
  { width, height }: PictureArea,
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
    svg("rect", { width, height, fill: formatCss(bg) }),
    svg("rect", { width, height, fill: `url(#${id})`, opacity }),
  ];
}

/** Renders one tile, with or without its background. */
function tileSvg({ tile, bg, name, opacity }: Pattern, { bare = false } = {}): string {
  const { width, height } = tile;
  return svgDocument(
    { width, height, ...(!bare && { title: `Tile of ${name}` }) },
    !bare && svg("rect", { width, height, fill: formatCss(bg) }),
    svg("g", { opacity }, tile.drawn),
  );
}
