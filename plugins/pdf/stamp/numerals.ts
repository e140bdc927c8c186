/** The ways to write a page's number, after the styles of /PageLabels. */
export const numeralStyles = ["decimal", "roman", "ROMAN", "alpha", "ALPHA"] as const;

export type NumeralStyle = (typeof numeralStyles)[number];

/** Writes a whole number in a style. What a style cannot write, zero above all, stays decimal. */
export function numeral(
  value: number,
  { style, pad = 0 }: { style: NumeralStyle; pad?: number },
): string {
  const written = value > 0 ? writers[style](value) : undefined;
  return written ?? String(value).padStart(pad, "0");
}

const romanMax = 3999;
const alphaMax = 26 * 100;

const writers: Readonly<Record<NumeralStyle, (value: number) => string | undefined>> = {
  decimal: () => undefined,
  roman: (value) => roman(value)?.toLowerCase(),
  ROMAN: roman,
  alpha: (value) => alpha(value)?.toLowerCase(),
  ALPHA: alpha,
};

const romanSteps: readonly [number, string][] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function roman(value: number): string | undefined {
  if (value > romanMax) return undefined;
  let rest = value;
  let written = "";
  for (const [step, letters] of romanSteps)
    while (rest >= step) {
      written += letters;
      rest -= step;
    }
  return written;
}

/** A to Z, then AA to ZZ, then AAA: as viewers count in ISO 32000-2, table 161. */
function alpha(value: number): string | undefined {
  if (value > alphaMax) return undefined;
  const letter = String.fromCharCode(65 + ((value - 1) % 26));
  return letter.repeat(Math.ceil(value / 26));
}
