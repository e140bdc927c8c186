import type { Gender } from "./speller.ts";

/** Words of numbers in one case, for languages for which CLDR has none. Each list is separated by `|`. */
export interface DeclinedWords {
  /** From 0 to 19. */
  ones: string;
  /** The feminine of 1. */
  feminineOne: string;
  /** From 20 to 90. */
  tens: string;
  /** From 100 to 900. */
  hundreds: string;
  /** One and several: of thousand, million and thousand million. */
  powers: readonly string[];
}

/** Returns an integer below a million million in the case of the words, or undefined for a larger one. */
export function writeDeclined(
  value: number,
  gender: Gender | "c",
  { ones, feminineOne, tens, hundreds, powers }: DeclinedWords,
): string | undefined {
  if (!Number.isInteger(value) || value < 0 || value >= 1e12) return undefined;
  const pick = (list: string, index: number) => list.split("|")[index] ?? "";
  const writeBelowThousand = (number: number, isFeminine: boolean) => {
    const [hundred, rest] = [Math.floor(number / 100), number % 100];
    const one = rest < 20 ? rest : rest % 10;
    return [
      hundred > 0 ? pick(hundreds, hundred - 1) : "",
      rest >= 20 ? pick(tens, Math.floor(rest / 10) - 2) : "",
      one === 0 ? "" : one === 1 && isFeminine ? feminineOne : pick(ones, one),
    ];
  };
  if (value === 0) return pick(ones, 0);
  const words: string[] = [];
  for (const [index, power] of [...powers.entries()].toReversed()) {
    const count = Math.floor(value / 1000 ** (index + 1)) % 1000;
    if (count === 0) continue;
    const isOne = count % 10 === 1 && count % 100 !== 11;
    if (count > 1) words.push(...writeBelowThousand(count, index === 0));
    words.push(pick(power, isOne ? 0 : 1));
  }
  words.push(...writeBelowThousand(value % 1000, gender === "f"));
  return words.filter(Boolean).join(" ");
}
