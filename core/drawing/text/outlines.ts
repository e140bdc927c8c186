import { fixed, SvgElement, svg } from "../svg/svg.ts";
import { layersOf } from "./emoji.ts";
import type { Layout } from "./layout.ts";

interface Drawn {
  fill: string | undefined;
  d: string[];
}

/**
 * A layout as SVG paths, so that every viewer draws the same letters. What is coloured by itself
 * keeps its colours.
 */
export function outlines(
  layout: Layout,
  { x = 0, y = 0, fill = "#000", attributes = {} }: OutlineOptions = {},
): SvgElement {
  const paths: Drawn[] = [];
  for (const { runs, baseline } of layout.lines)
    for (const run of runs)
      for (const glyph of run.glyphs) {
        const scale = layout.size / run.font.unitsPerEm;
        const place = { x: x + run.x + glyph.x, y: y + baseline - glyph.y, scale };
        const { engine, colour } = run.font;
        if (!colour) add(paths, undefined, pathOf(engine.getGlyph(glyph.id).path.commands, place));
        else
          for (const { color, commands } of layersOf(engine, glyph.id))
            add(paths, color, pathOf(commands, place));
      }
  const drawn = paths.map(({ fill: own, d }) =>
    svg("path", { ...attributes, fill: own ?? fill, d: d.join("") }),
  );
  return SvgElement.join(drawn);
}

export interface OutlineOptions {
  x?: number;
  /** The upper edge of the layout. */
  y?: number;
  fill?: string;
  /** Further attributes of each path. */
  attributes?: Readonly<Record<string, string | number | undefined>>;
}

/** Adds an outline, to the path before where that has the same colour. */
function add(paths: Drawn[], fill: string | undefined, d: string): void {
  if (d === "") return;
  const last = paths.at(-1);
  if (last && last.fill === fill) last.d.push(d);
  else paths.push({ fill, d: [d] });
}

const letters: Readonly<Record<string, string>> = {
  moveTo: "M",
  lineTo: "L",
  quadraticCurveTo: "Q",
  bezierCurveTo: "C",
  closePath: "Z",
};

function pathOf(
  commands: readonly { command: string; args: readonly number[] }[],
  { x, y, scale }: { x: number; y: number; scale: number },
): string {
  let d = "";
  for (const { command, args } of commands) {
    d += letters[command];
    for (let at = 0; at < args.length; at += 2)
      d += `${at ? " " : ""}${fixed(x + args[at]! * scale)} ${fixed(y - args[at + 1]! * scale)}`;
  }
  return d;
}
