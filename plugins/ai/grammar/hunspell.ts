import { createHunspellFromStrings } from "hunspell-wasm";
import { listSlips } from "./spelling.ts";

type Engine = Awaited<ReturnType<typeof createHunspellFromStrings>>;

/** Longer words are not checked: the search for parts of a compound grows with their length. */
const wordMax = 60;
/** Suggestions to keep of each word. */
const suggestionsMax = 5;

/** Hunspell with one dictionary. */
export class Hunspell {
  readonly #engine: Engine;
  readonly #sample: readonly string[];
  readonly #letters: readonly string[];
  readonly #known = new Map<string, boolean>();

  private constructor(engine: Engine, words: string) {
    this.#engine = engine;
    this.#sample = words
      .slice(0, 60_000)
      .split("\n")
      .slice(1)
      .map((line) => line.split(/[/\t\r ]/, 1)[0] ?? "")
      .filter(Boolean);
    this.#letters = [...new Set(this.#sample.join("").toLowerCase())].filter((one) =>
      /\p{L}/u.test(one),
    );
  }

  /** Loads a dictionary from the contents of its two files, in any of their encodings. */
  static async load(aff: Uint8Array, dic: Uint8Array): Promise<Hunspell> {
    const encoding = /^SET\s+(\S+)/m.exec(new TextDecoder("latin1").decode(aff))?.[1] ?? "UTF-8";
    const decoder = new TextDecoder(readEncoding(encoding));
    const rules = decoder.decode(aff);
    // Flags of one byte can be letters outside ASCII, which UTF-8 writes with two.
    const flags = /^FLAG\s/m.test(rules) ? "" : "FLAG UTF-8\n";
    const converted = `SET UTF-8\n${flags}${rules.replace(/^SET\s.*$/m, "")}`;
    const words = decoder.decode(dic);
    return new Hunspell(await createHunspellFromStrings(converted, words), words);
  }

  /** Whether the dictionary has a word, or can compose it. Words that are too long count as known. */
  knows(word: string): boolean {
    if (word.length > wordMax) return true;
    const known = this.#known.get(word) ?? this.#engine.testSpelling(word);
    if (this.#known.size > 50_000) this.#known.clear();
    this.#known.set(word, known);
    return known;
  }

  /** Whether Hunspell knows any of the first words of the dictionary. It doesn't if the file is something else. */
  isUsable(): boolean {
    return this.#sample.some((word) => /^\p{L}/u.test(word) && this.knows(word));
  }

  /** Returns the words at one slip: a letter too many, too few or wrong, or two swapped ones. */
  findSlips(word: string): { to: string; isLight: boolean }[] {
    const found = new Map<string, boolean>();
    for (const { to, kind } of listSlips(word, this.#letters))
      if (this.knows(to)) found.set(to, found.get(to) === true || kind === "light");
    return [...found].map(([to, isLight]) => ({ to, isLight }));
  }

  /** Returns similar words, best first. Searches the whole dictionary: a call takes up to half a second. */
  suggest(word: string): string[] {
    return this.#engine
      .getSpellingSuggestions(word)
      .filter((one) => !one.endsWith("-"))
      .slice(0, suggestionsMax);
  }

  dispose(): void {
    this.#engine.dispose();
  }
}

/** Returns the encoding in the notation of the Encoding standard: "ISO8859-1" is "iso-8859-1". */
function readEncoding(name: string): "utf-8" {
  const lower = name
    .toLowerCase()
    .replace(/^iso8859/, "iso-8859")
    .replace(/^microsoft-cp/, "windows-");
  try {
    return new TextDecoder(lower as "utf-8").encoding as "utf-8";
  } catch (cause) {
    throw new Error(`Cannot read a dictionary in the encoding "${name}"`, { cause });
  }
}
