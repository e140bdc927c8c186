import { hex } from "./hex.ts";
import type { SetRun } from "./set.ts";

/** A number as PDF writes it, to a thousandth. */
export function n(value: number): string {
  return String(Math.round(value * 1000) / 1000 + 0);
}

/**
 * The operators that show a run: its glyphs, with what each stands away from where the one before it
 * ends, in thousandths of an em. What stands above or below the line is raised to there.
 */
export function shown(
  { glyphs }: SetRun,
  { size, used }: { size: number; used: Map<number, readonly number[]> },
): string {
  let [pen, rise, text] = [0, 0, "[<"];
  for (const { id, x, y, advance, codePoints } of glyphs) {
    if (!used.get(id)?.length) used.set(id, codePoints);
    if (y !== rise) text += `>] TJ ${n(y * size)} Ts [<`;
    const off = Math.round((pen - x) * 1000);
    if (off !== 0) text += `> ${off} <`;
    text += hex(id);
    rise = y;
    pen = x + advance;
  }
  return `${text}>] TJ${rise === 0 ? "" : " 0 Ts"}`;
}
