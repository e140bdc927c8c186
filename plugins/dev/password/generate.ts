import dev from "../plugin.ts";
import { type PasswordOptions, strengths } from "./options.ts";

// Indexes below are drawn below a length, or are sets of the four kinds, of which the tables have all: `!` says so.

/** A way to make passwords: how one is drawn, and out of how many equally likely ones. */
interface Recipe {
  draw(): string;
  entropyBits: number;
  charsetSize: number;
}

/** Makes passwords, each drawn evenly from all that the options allow. */
export async function generatePasswords(options: PasswordOptions, dice: Dice) {
  const draw = new Draw(dice);
  const { draw: make, entropyBits, charsetSize } = await chooseRecipe(options, draw);
  const passwords = Array.from({ length: options.count }, make);
  const [password = ""] = passwords;
  return {
    password,
    passwords,
    length: password.length,
    entropy_bits: Math.round(entropyBits * 100) / 100,
    charset_size: charsetSize,
    strength: rateStrength(entropyBits),
  };
}

/** What an amount of guessing means: the steps at 28, 36, 60 and 128 bits are the customary ones. */
export function rateStrength(bits: number): (typeof strengths)[number] {
  return strengths.findLast((name) => bits >= leastBits[name]) ?? "very_weak";
}

const leastBits = { very_weak: 0, weak: 28, fair: 36, strong: 60, very_strong: 128 } as const;

function chooseRecipe(options: PasswordOptions, draw: Draw): Recipe | Promise<Recipe> {
  switch (options.mode) {
    case "passphrase":
      return drawWords(options, draw);
    case "pin":
      return createAlternatingRecipe(options.length, [digitsLeft(options)], draw);
    case "pronounceable":
      return createAlternatingRecipe(options.length, lettersLeft(options), draw);
    default:
      return mixKinds(options, draw);
  }
}

/** Characters of which each stands anywhere. */
function mixKinds(options: PasswordOptions, draw: Draw): Recipe {
  const { length, require_each } = options;
  const chosen = (["uppercase", "lowercase", "numbers", "symbols"] as const).filter(
    (kind) => options[kind],
  );
  const alphabets = buildAlphabets(chosen, options);
  const all = alphabets.join("");
  if (!require_each || alphabets.length === 1) return createAlternatingRecipe(length, [all], draw);
  const kindAt = alphabets.flatMap((alphabet, kind) => [...alphabet].map(() => 1 << kind));
  const every = (1 << alphabets.length) - 1;
  const sizes = alphabets.map((alphabet) => alphabet.length);
  return {
    draw: () => drawWithEach({ all, kindAt, every, length }, draw),
    entropyBits: length * Math.log2(all.length) + Math.log2(shareWithEach(sizes, length)),
    charsetSize: all.length,
  };
}

/**
 * Draws until every kind is there. Putting one of each in and shuffling, as is often done, makes
 * some passwords likelier than others; throwing whole draws away keeps all equally likely.
 */
function drawWithEach(
  { all, kindAt, every, length }: { all: string; kindAt: number[]; every: number; length: number },
  draw: Draw,
): string {
  const drawn = new Uint8Array(length);
  for (;;) {
    let size = 0;
    let seen = 0;
    // A draw that can no longer hold every kind is thrown away early, which changes no odds.
    while (size < length && bitsSet[every & ~seen]! <= length - size) {
      const index = draw.integer(all.length);
      drawn[size++] = index;
      seen |= kindAt[index]!;
    }
    if (seen === every) return drawn.reduce((password, index) => password + all[index], "");
  }
}

/** How many kinds are in a set of the four. */
const bitsSet = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4] as const;

/** The share of all strings that hold every kind, by inclusion and exclusion over those left out. */
function shareWithEach(sizes: readonly number[], length: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let share = 0;
  for (let out = 0; out < 1 << sizes.length; out++) {
    const kept = sizes.reduce((sum, size, kind) => (out & (1 << kind) ? sum : sum + size), 0);
    share += (bitsSet[out]! % 2 ? -1 : 1) * (kept / total) ** length;
  }
  return share;
}

/** Characters out of alphabets that take turns. */
function createAlternatingRecipe(length: number, alphabets: readonly string[], draw: Draw): Recipe {
  const turns = Array.from({ length }, (_, index) => alphabets[index % alphabets.length]!);
  return {
    draw: () => turns.map((alphabet) => draw.one(alphabet)).join(""),
    entropyBits: turns.reduce((bits, alphabet) => bits + Math.log2(alphabet.length), 0),
    charsetSize: alphabets.join("").length,
  };
}

/** Words of a list in which none begins another, so that every phrase reads in one way only. */
async function drawWords(
  { words, separator, capitalize }: PasswordOptions,
  draw: Draw,
): Promise<Recipe> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const list = dictionary["diceware-common"];
  return {
    draw: () =>
      Array.from({ length: words }, () => {
        const word = draw.one(list);
        return capitalize ? word.charAt(0).toUpperCase() + word.slice(1) : word;
      }).join(separator),
    entropyBits: words * Math.log2(list.length),
    charsetSize: list.length,
  };
}

/** The kinds of character a random password may be made of. */
export const kinds = {
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  numbers: "0123456789",
  symbols: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
} as const;

type Kind = keyof typeof kinds;

const ambiguous = "Il1|O0o'`\"";
const consonants = "bcdfghjklmnpqrstvwxz";
const vowels = "aeiouy";

/** The characters a caller wants left out. */
type Exclusions = Pick<PasswordOptions, "exclude" | "exclude_ambiguous">;

/** The alphabets of the chosen kinds, each without what is excluded. */
function buildAlphabets(
  chosen: readonly Kind[],
  { require_each, ...exclusions }: Exclusions & { require_each: boolean },
): string[] {
  if (chosen.length === 0)
    throw dev.error("empty_alphabet", "Cannot make a password of no kind of character at all", {
      at: "query.uppercase",
    });
  const left = chosen.map((kind) => excludeCharacters(kinds[kind], exclusions));
  const empty = chosen.find((_, index) => left[index] === "");
  if (require_each && empty) throw noneLeft(empty);
  if (left.every((alphabet) => alphabet === "")) throw noneLeft(chosen.join(", "));
  return left.filter((alphabet) => alphabet !== "");
}

/** The digits that are left. */
function digitsLeft(exclusions: Exclusions): string {
  return refuseEmpty("numbers", excludeCharacters(kinds.numbers, exclusions));
}

/** The letters that take turns in a password one can say. */
function lettersLeft(exclusions: Exclusions): [consonants: string, vowels: string] {
  return [
    refuseEmpty("consonants", excludeCharacters(consonants, exclusions)),
    refuseEmpty("vowels", excludeCharacters(vowels, exclusions)),
  ];
}

function excludeCharacters(alphabet: string, { exclude, exclude_ambiguous }: Exclusions): string {
  const unwanted = exclude_ambiguous ? exclude + ambiguous : exclude;
  return [...alphabet].filter((character) => !unwanted.includes(character)).join("");
}

function refuseEmpty(kind: string, alphabet: string): string {
  if (alphabet === "") throw noneLeft(kind);
  return alphabet;
}

function noneLeft(kind: string) {
  return dev.error("empty_alphabet", `Cannot make a password: nothing is left of ${kind}`, {
    at: "query.exclude",
  });
}

/** Where the bytes of a password come from: the `random` of the handler's input. */
interface Dice {
  bytes(length: number): Uint8Array;
}

const poolBytes = 512;

/** Draws whole numbers from dice, taking their bytes in pools: a call for each would cost more. */
export class Draw {
  readonly #dice: Dice;
  #pool: Uint8Array = new Uint8Array(0);
  #next = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** A whole number from 0 up to and without `below`, each equally likely; `below` up to 65,536. */
  integer(below: number): number {
    const values = below <= 256 ? 256 : 65_536;
    // A remainder alone would favour the low numbers, so what does not divide evenly is redrawn.
    const fair = values - (values % below);
    for (;;) {
      const value = values === 256 ? this.#byte() : this.#byte() * 256 + this.#byte();
      if (value < fair) return value % below;
    }
  }

  /** One of the items, each equally likely. */
  one(items: readonly string[] | string): string {
    return items[this.integer(items.length)]!;
  }

  #byte(): number {
    if (this.#next === this.#pool.length) {
      this.#pool = this.#dice.bytes(poolBytes);
      this.#next = 0;
    }
    return this.#pool[this.#next++]!;
  }
}
