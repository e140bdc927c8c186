import type { Static, t } from "hub";
import { reply } from "hub";
import { answerOf } from "../answers.ts";
import { cssOf } from "../color/color.ts";
import image from "../plugin.ts";
import { type Pattern, patternOf } from "./design.ts";
import type { patternFields } from "./options.ts";
import { patternSvg, tileSvg } from "./svg.ts";

declare const fields: ReturnType<typeof t.Object<typeof patternFields>>;
export type Asked = Static<typeof fields>;

/** Draws a pattern or its tile, or writes it as CSS. */
export function pattern(asked: Asked) {
  const { format, tile: isTile, rotate } = asked;
  if (rotate > 0 && (isTile || format === "css"))
    throw image.error(
      "invalid_input",
      `query.rotate must be 0 for a single tile: it is ${rotate}`,
      { at: "query.rotate" },
    );
  const design = patternOf(asked);
  if (format === "css") return reply(cssRule(design), { type: "text/css" });
  const area = isTile ? design.tile : asked;
  const { width, height } = area;
  return answerOf(
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
        fg: cssOf(design.fg),
        bg: cssOf(design.bg),
        tile_width: design.tile.width,
        tile_height: design.tile.height,
      },
    },
    { ...asked, format },
  );
}

/** A background with the tile in its address. */
function cssRule(design: Pattern): string {
  const address = tileSvg(design, { bare: true })
    .replaceAll('"', "'")
    .replaceAll("%", "%25")
    .replaceAll("#", "%23")
    .replaceAll("<", "%3C")
    .replaceAll(">", "%3E");
  return `background-color: ${cssOf(design.bg)};\nbackground-image: url("data:image/svg+xml,${address}");\n`;
}
