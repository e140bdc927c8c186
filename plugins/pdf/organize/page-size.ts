import pdf from "../plugin.ts";

export type Size = readonly [width: number, height: number];

const papers: Readonly<Record<string, Size>> = { a4: [595.276, 841.89], letter: [612, 792] };

interface SizeOptions {
  /** The field's place in the request. */
  at: string;
  /** The page whose way paper is turned to. */
  like: Size;
}

/** The size that `a4`, `letter` or `300x400` says. */
export function sizeOf(text: string, { at, like }: SizeOptions): Size {
  const paper = papers[text.toLowerCase()];
  if (paper) return like[0] > like[1] ? [paper[1], paper[0]] : paper;
  const sides = text.toLowerCase().replace("×", "x").split("x").map(Number);
  const { pageSideMax } = pdf.limits;
  if (sides.length !== 2 || !sides.every((side) => side >= 3 && side <= pageSideMax))
    throw pdf.error(
      "invalid_input",
      `${at} must be "a4", "letter", or two sides of 3 to ${pageSideMax} points such as "300x400": it is "${text}"`,
      { at },
    );
  return sides as unknown as Size;
}
