import { SvgElement, svg } from "../svg/svg.ts";
import { layersOf } from "./emoji.ts";
import type { HubFont } from "./font.ts";
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

/** How far the glyphs of each line of a layout reach above and below its baseline. */
export function inkOf(layout: Layout): { above: number; below: number }[] {
  return layout.lines.map(({ runs }) => {
    let [above, below] = [0, 0];
    for (const { font, glyphs } of runs) {
      const scale = layout.size / font.unitsPerEm;
      for (const glyph of glyphs) {
        const { minY, maxY } = font.colour ? pictureBox(font) : boxOf(font, glyph.id);
        above = Math.max(above, maxY * scale + glyph.y);
        below = Math.max(below, -minY * scale - glyph.y);
      }
    }
    return { above, below };
  });
}

/** Pictures fill the height of their font. */
function pictureBox({ ascent, descent }: HubFont) {
  return { minY: descent, maxY: ascent };
}

/** A glyph's box; of one that is empty, such as a space, fontkit answers infinities. */
function boxOf(font: HubFont, id: number): { minY: number; maxY: number } {
  const { minY, maxY } = font.engine.getGlyph(id).bbox;
  return Number.isFinite(minY) && Number.isFinite(maxY) ? { minY, maxY } : { minY: 0, maxY: 0 };
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
  lineTo: "l",
  quadraticCurveTo: "q",
  bezierCurveTo: "c",
};

/**
 * Path data with relative commands, as those take two thirds of the characters. Points are whole
 * hundredths before they are subtracted, or the roundings would add up.
 */
function pathOf(
  commands: readonly { command: string; args: readonly number[] }[],
  { x, y, scale }: { x: number; y: number; scale: number },
): string {
  let d = "";
  let [atX, atY] = [0, 0];
  let last = "";
  for (const { command, args } of commands) {
    if (command === "closePath") d += "z";
    const letter = letters[command] ?? "";
    // A command is repeated by more numbers.
    let isBehindLetter = letter !== last;
    if (isBehindLetter) d += letter;
    // A command that draws nothing has no point to go on from.
    let [toX, toY] = [atX, atY];
    for (let at = 0; at + 1 < args.length; at += 2) {
      toX = Math.round((x + (args[at] ?? 0) * scale) * 100);
      toY = Math.round((y - (args[at + 1] ?? 0) * scale) * 100);
      if (command === "moveTo") d += `M${hundredths(toX)} ${hundredths(toY)}`;
      else d += apart(toX - atX, isBehindLetter) + apart(toY - atY, false);
      isBehindLetter = false;
    }
    [last, atX, atY] = [letter, toX, toY];
  }
  return d;
}

/** A number behind another or a letter: that separates them by itself, and so does a minus sign. */
function apart(value: number, isBehindLetter: boolean): string {
  return isBehindLetter || value < 0 ? hundredths(value) : ` ${hundredths(value)}`;
}

/** Most steps within letters are so short, in hundredths, that all of them are written but once. */
const shortMax = 8192;
const short = new Map<number, string>();

/** A number of hundredths as SVG reads it, with no zero before its point. */
function hundredths(value: number): string {
  const known = short.get(value);
  if (known !== undefined) return known;
  const text = String(value / 100);
  const written = text.startsWith("0.") ? text.slice(1) : text.replace("-0.", "-.");
  if (Math.abs(value) <= shortMax) short.set(value, written);
  return written;
}
