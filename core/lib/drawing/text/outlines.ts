import { asTable } from "../../as-table.ts";
import { SvgElement, svg } from "../svg/svg.ts";
import { getLayers } from "./emoji.ts";
import type { HubFont } from "./font.ts";
import type { Layout } from "./layout.ts";

interface ColouredPath {
  fill: string | undefined;
  d: string[];
}

/** Returns a layout as SVG paths, which look the same in every viewer. Coloured glyphs keep their colours. */
export function outlines(
  layout: Layout,
  { x = 0, y = 0, fill = "#000", attributes = {} }: OutlineOptions = {},
): SvgElement {
  const paths: ColouredPath[] = [];
  for (const { runs, baseline } of layout.lines)
    for (const run of runs)
      for (const glyph of run.glyphs) {
        const scale = layout.size / run.font.unitsPerEm;
        const origin = { x: x + run.x + glyph.x, y: y + baseline - glyph.y, scale };
        const { engine, colour } = run.font;
        if (!colour)
          addOutline(paths, undefined, toPathData(engine.getGlyph(glyph.id).path.commands, origin));
        else
          for (const { color, commands } of getLayers(engine, glyph.id))
            addOutline(paths, color, toPathData(commands, origin));
      }
  const elements = paths.map(({ fill: own, d }) =>
    svg("path", { ...attributes, fill: own ?? fill, d: d.join("") }),
  );
  return SvgElement.join(elements);
}

/** Returns the extent of each line's glyphs above and below its baseline. */
export function measureInk(layout: Layout): { above: number; below: number }[] {
  return layout.lines.map(({ runs }) => {
    let [above, below] = [0, 0];
    for (const { font, glyphs } of runs) {
      const scale = layout.size / font.unitsPerEm;
      for (const glyph of glyphs) {
        const { minY, maxY } = font.colour ? getEmojiBox(font) : getBox(font, glyph.id);
        above = Math.max(above, maxY * scale + glyph.y);
        below = Math.max(below, -minY * scale - glyph.y);
      }
    }
    return { above, below };
  });
}

/** Returns the height of emoji, which fill the height of their font. */
function getEmojiBox({ ascent, descent }: HubFont) {
  return { minY: descent, maxY: ascent };
}

/** Returns a glyph's bounding box. fontkit returns infinities for empty glyphs, such as spaces. */
function getBox(font: HubFont, id: number): { minY: number; maxY: number } {
  const { minY, maxY } = font.engine.getGlyph(id).bbox;
  return Number.isFinite(minY) && Number.isFinite(maxY) ? { minY, maxY } : { minY: 0, maxY: 0 };
}

export interface OutlineOptions {
  x?: number;
  /** The top of the layout. */
  y?: number;
  fill?: string;
  /** Additional attributes of each path. */
  attributes?: Readonly<Record<string, string | number | undefined>>;
}

/** Adds an outline, to the previous path if it has the same colour. */
function addOutline(paths: ColouredPath[], fill: string | undefined, d: string): void {
  if (d === "") return;
  const last = paths.at(-1);
  if (last && last.fill === fill) last.d.push(d);
  else paths.push({ fill, d: [d] });
}

const letters: Readonly<Record<string, string>> = asTable({
  lineTo: "l",
  quadraticCurveTo: "q",
  bezierCurveTo: "c",
});

/**
 * Returns path data with relative commands, which are a third shorter. Points are rounded to hundredths
 * before they are subtracted, so that rounding errors don't add up.
 */
function toPathData(
  commands: readonly { command: string; args: readonly number[] }[],
  { x, y, scale }: { x: number; y: number; scale: number },
): string {
  let d = "";
  let [atX, atY] = [0, 0];
  let last = "";
  for (const { command, args } of commands) {
    if (command === "closePath") d += "z";
    const letter = letters[command] ?? "";
    // Repeats a command by appending its numbers.
    let isBehindLetter = letter !== last;
    if (isBehindLetter) d += letter;
    // A command that draws nothing doesn't move the current point.
    let [toX, toY] = [atX, atY];
    for (let at = 0; at + 1 < args.length; at += 2) {
      toX = Math.round((x + (args[at] ?? 0) * scale) * 100);
      toY = Math.round((y - (args[at + 1] ?? 0) * scale) * 100);
      if (command === "moveTo") d += `M${formatHundredths(toX)} ${formatHundredths(toY)}`;
      else d += separate(toX - atX, isBehindLetter) + separate(toY - atY, false);
      isBehindLetter = false;
    }
    [last, atX, atY] = [letter, toX, toY];
  }
  return d;
}

/** Formats a number with a separator, which isn't needed after a letter or before a minus sign. */
function separate(value: number, isBehindLetter: boolean): string {
  return isBehindLetter || value < 0 ? formatHundredths(value) : ` ${formatHundredths(value)}`;
}

/** Most steps within letters are short, so that their formatted values are cached. */
const shortMax = 8192;
const formatted = new Map<number, string>();

/** Formats a number of hundredths for SVG, without a leading zero. */
function formatHundredths(value: number): string {
  const known = formatted.get(value);
  if (known !== undefined) return known;
  const text = String(value / 100);
  const result = text.startsWith("0.") ? text.slice(1) : text.replace("-0.", "-.");
  if (Math.abs(value) <= shortMax) formatted.set(value, result);
  return result;
}
