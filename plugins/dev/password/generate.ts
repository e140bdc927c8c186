import dev from "../plugin.ts";
import { type PasswordOptions, strengths } from "./request.ts";

// In this file `!` is safe: indexes are drawn below a length, or are sets of the four kinds, all of which the tables
// list.

/** A way to generate passwords: a function that draws one, and the number of equally likely results. */
interface Recipe {
  draw(): string;
  entropyBits: number;
  charsetSize: number;
}

/** Generates passwords, each drawn uniformly from all that the options allow. */
export async function generatePasswords(options: PasswordOptions, random: RandomSource) {
  const draw = new Draw(random);
  const { draw: drawPassword, entropyBits, charsetSize } = await chooseRecipe(options, draw);
  const passwords = Array.from({ length: options.count }, drawPassword);
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

/** Rates a number of guesses in bits. The thresholds at 28, 36, 60 and 128 bits are customary. */
export function rateStrength(bits: number): (typeof strengths)[number] {
  return strengths.findLast((name) => bits >= minimumBits[name]) ?? "very_weak";
}

const minimumBits = { very_weak: 0, weak: 28, fair: 36, strong: 60, very_strong: 128 } as const;

function chooseRecipe(options: PasswordOptions, draw: Draw): Recipe | Promise<Recipe> {
  switch (options.mode) {
    case "passphrase":
      return createWordRecipe(options, draw);
    case "pin":
      return createAlternatingRecipe(options.length, [filterDigits(options)], draw);
    case "pronounceable":
      return createAlternatingRecipe(options.length, filterLetters(options), draw);
    default:
      return createMixedRecipe(options, draw);
  }
}

/** Creates a recipe in which every position allows every character. */
function createMixedRecipe(options: PasswordOptions, draw: Draw): Recipe {
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
    entropyBits: length * Math.log2(all.length) + Math.log2(computeShareWithEach(sizes, length)),
    charsetSize: all.length,
  };
}

/**
 * Draws until the password has every kind. The common method of inserting one of each kind and shuffling makes some
 * passwords likelier. Discarding whole draws keeps all equally likely.
 */
function drawWithEach(
  { all, kindAt, every, length }: { all: string; kindAt: number[]; every: number; length: number },
  draw: Draw,
): string {
  const drawn = new Uint8Array(length);
  for (;;) {
    let size = 0;
    let present = 0;
    // A draw that can no longer contain every kind is discarded early, which doesn't change the probabilities.
    while (size < length && bitsSet[every & ~present]! <= length - size) {
      const index = draw.integer(all.length);
      drawn[size++] = index;
      present |= kindAt[index]!;
    }
    if (present === every) return drawn.reduce((password, index) => password + all[index], "");
  }
}

/** Number of kinds in each set of the four. */
const bitsSet = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4] as const;

/** Returns the share of all strings that contain every kind, by inclusion-exclusion over the excluded kinds. */
function computeShareWithEach(sizes: readonly number[], length: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let share = 0;
  for (let excluded = 0; excluded < 1 << sizes.length; excluded++) {
    const remaining = sizes.reduce(
      (sum, size, kind) => (excluded & (1 << kind) ? sum : sum + size),
      0,
    );
    share += (bitsSet[excluded]! % 2 ? -1 : 1) * (remaining / total) ** length;
  }
  return share;
}

/** Creates a recipe that alternates between alphabets. */
function createAlternatingRecipe(length: number, alphabets: readonly string[], draw: Draw): Recipe {
  const turns = Array.from({ length }, (_, index) => alphabets[index % alphabets.length]!);
  return {
    draw: () => turns.map((alphabet) => draw.one(alphabet)).join(""),
    entropyBits: turns.reduce((bits, alphabet) => bits + Math.log2(alphabet.length), 0),
    charsetSize: alphabets.join("").length,
  };
}

/** Creates a passphrase recipe. No word in the list is a prefix of another, so every phrase splits in one way only. */
async function createWordRecipe(
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

/** Character kinds of a random password. */
export const kinds = {
  uppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  lowercase: "abcdefghijklmnopqrstuvwxyz",
  numbers: "0123456789",
  symbols: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
} as const;

type PasswordKind = keyof typeof kinds;

const ambiguous = "Il1|O0o'`\"";
const consonants = "bcdfghjklmnpqrstvwxz";
const vowels = "aeiouy";

/** Characters that the caller excludes. */
type Exclusions = Pick<PasswordOptions, "exclude" | "exclude_ambiguous">;

/** Returns the alphabets of the chosen kinds without the excluded characters. */
function buildAlphabets(
  chosen: readonly PasswordKind[],
  { require_each, ...exclusions }: Exclusions & { require_each: boolean },
): string[] {
  if (chosen.length === 0)
    throw dev.error(
      "empty_alphabet",
      "Cannot make a password: at least one kind of character must be enabled",
      {
        at: "query.uppercase",
      },
    );
  const alphabets = chosen.map((kind) => excludeCharacters(kinds[kind], exclusions));
  const empty = chosen.find((_, index) => alphabets[index] === "");
  if (require_each && empty) throw emptyAlphabetError(empty);
  if (alphabets.every((alphabet) => alphabet === "")) throw emptyAlphabetError(chosen.join(", "));
  return alphabets.filter((alphabet) => alphabet !== "");
}

/** Returns the digits that aren't excluded. */
function filterDigits(exclusions: Exclusions): string {
  return requireCharacters("numbers", excludeCharacters(kinds.numbers, exclusions));
}

/** Returns the alternating letters of a pronounceable password. */
function filterLetters(exclusions: Exclusions): [consonants: string, vowels: string] {
  return [
    requireCharacters("consonants", excludeCharacters(consonants, exclusions)),
    requireCharacters("vowels", excludeCharacters(vowels, exclusions)),
  ];
}

function excludeCharacters(alphabet: string, { exclude, exclude_ambiguous }: Exclusions): string {
  const unwanted = exclude_ambiguous ? exclude + ambiguous : exclude;
  return [...alphabet].filter((character) => !unwanted.includes(character)).join("");
}

function requireCharacters(kind: string, alphabet: string): string {
  if (alphabet === "") throw emptyAlphabetError(kind);
  return alphabet;
}

function emptyAlphabetError(kind: string) {
  return dev.error("empty_alphabet", `Cannot make a password: no ${kind} are left`, {
    at: "query.exclude",
  });
}

/** The source of randomness: the `random` of the handler's input. */
interface RandomSource {
  bytes(length: number): Uint8Array;
}

const poolBytes = 512;

/** Draws integers from random bytes. Reads bytes in blocks, because one call per byte would cost more. */
export class Draw {
  readonly #dice: RandomSource;
  #pool: Uint8Array = new Uint8Array(0);
  #next = 0;

  constructor(random: RandomSource) {
    this.#dice = random;
  }

  /** Returns a uniform random integer from 0 to `below` - 1. `below` is at most 65,536. */
  integer(below: number): number {
    const values = below <= 256 ? 256 : 65_536;
    // A remainder alone would favour low numbers, so values in the incomplete last range are drawn again.
    const fair = values - (values % below);
    for (;;) {
      const value = values === 256 ? this.#byte() : this.#byte() * 256 + this.#byte();
      if (value < fair) return value % below;
    }
  }

  /** Returns a random item. All are equally likely. */
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
