import dev from "../plugin.ts";

/** The kinds of character a random password may be made of. */
export const kinds = {
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  numbers: "0123456789",
  symbols: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
} as const;

export type Kind = keyof typeof kinds;

const ambiguous = "Il1|O0o'`\"";
const consonants = "bcdfghjklmnpqrstvwxz";
const vowels = "aeiouy";

/** The characters a caller wants left out. */
export interface Exclusions {
  exclude: string;
  exclude_ambiguous: boolean;
}

/** The alphabets of the chosen kinds, each without what is excluded. */
export function alphabetsOf(
  chosen: readonly Kind[],
  { require_each, ...exclusions }: Exclusions & { require_each: boolean },
): string[] {
  if (chosen.length === 0)
    throw dev.error("empty_alphabet", "Cannot make a password of no kind of character at all", {
      at: "query.uppercase",
    });
  const left = chosen.map((kind) => without(kinds[kind], exclusions));
  const empty = left.indexOf("");
  if (require_each && empty >= 0) throw noneLeft(chosen[empty]!);
  if (left.every((alphabet) => alphabet === "")) throw noneLeft(chosen.join(", "));
  return left.filter((alphabet) => alphabet !== "");
}

/** The digits that are left. */
export function digitsLeft(exclusions: Exclusions): string {
  return someLeft("numbers", without(kinds.numbers, exclusions));
}

/** The letters that take turns in a password one can say. */
export function lettersLeft(exclusions: Exclusions): [consonants: string, vowels: string] {
  return [
    someLeft("consonants", without(consonants, exclusions)),
    someLeft("vowels", without(vowels, exclusions)),
  ];
}

function without(alphabet: string, { exclude, exclude_ambiguous }: Exclusions): string {
  const unwanted = exclude_ambiguous ? exclude + ambiguous : exclude;
  return [...alphabet].filter((character) => !unwanted.includes(character)).join("");
}

function someLeft(kind: string, alphabet: string): string {
  if (alphabet === "") throw noneLeft(kind);
  return alphabet;
}

function noneLeft(kind: string) {
  return dev.error("empty_alphabet", `Cannot make a password: nothing is left of ${kind}`, {
    at: "query.exclude",
  });
}
