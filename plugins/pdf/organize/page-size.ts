import { papers } from "../pages/papers.ts";
import pdf from "../plugin.ts";

export type Size = readonly [width: number, height: number];

interface SizeOptions {
  /** The field's place in the request. */
  at: string;
  /** The page whose way paper is turned to. */
  like: Size;
}

/** The size that `a4`, `letter` or `300x400` says. */
export function sizeOf(text: string, { at, like }: SizeOptions): Size {
  const name = text.toLowerCase();
  const paper = name === "a4" || name === "letter" ? papers[name] : undefined;
  if (paper) return like[0] > like[1] ? [paper[1], paper[0]] : paper;
  const sides = name.replace("×", "x").split("x").map(Number);
  const { pageSideMax } = pdf.limits;
  if (sides.length !== 2 || !sides.every((side) => side >= 3 && side <= pageSideMax))
    throw pdf.error(
      "invalid_input",
      `${at} must be "a4", "letter", or two sides of 3 to ${pageSideMax} points such as "300x400": it is "${text}"`,
      { at },
    );
  return sides as unknown as Size;
}
