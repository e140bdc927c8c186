/** The numeral styles, as in /PageLabels. */
export const numeralStyles = ["decimal", "roman", "ROMAN", "alpha", "ALPHA"] as const;

export type NumeralStyle = (typeof numeralStyles)[number];

/** Writes an integer in a style. Numbers that a style can't express, such as zero, are decimal. */
export function numeral(
  value: number,
  { style, pad = 0 }: { style: NumeralStyle; pad?: number },
): string {
  const result = value > 0 ? writers[style](value) : undefined;
  return result ?? String(value).padStart(pad, "0");
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
  let remainder = value;
  let result = "";
  for (const [step, letters] of romanSteps)
    while (remainder >= step) {
      result += letters;
      remainder -= step;
    }
  return result;
}

/** A to Z, then AA to ZZ, then AAA, as in ISO 32000-2, table 161. */
function alpha(value: number): string | undefined {
  if (value > alphaMax) return undefined;
  const letter = String.fromCharCode(65 + ((value - 1) % 26));
  return letter.repeat(Math.ceil(value / 26));
}
