import type { SceneDescription, Scenery } from "../stage/description.ts";
import { lexicon, type Meaning, phraseMax, toSingular } from "./lexicon.ts";

/** A property that a word requests. */
export interface Ask {
  part: "time" | "weather" | "season" | "mood" | "scenery" | "subject" | "color" | "absent";
  value: string;
}

/** A meaningful word or phrase of a prompt. */
interface Term {
  /** The text, as written. */
  text: string;
  /** Empty if the word isn't used. */
  asks: Ask[];
}

/** The meaning of a prompt, as far as it is understood. */
export interface PromptReading {
  scene: SceneDescription;
  /** The illustration of the main noun. */
  subject: string | undefined;
  /** The main noun, if it is neither an illustration nor part of a landscape. */
  missing: string | undefined;
  terms: readonly Term[];
  /** The meaningful words of the negative prompt. */
  denied: readonly Term[];
}

/** A phrase of a prompt with its meaning; undefined for an unknown word. */
interface Unit {
  text: string;
  key: string;
  meaning: Meaning | undefined;
  /** Whether punctuation separates it from the phrase before. */
  isApart: boolean;
}

/**
 * Reads a prompt: words for landscapes, weather, seasons, hours, moods and colours, and the main noun. That is the last
 * word before the first preposition, verb or comma.
 */
export function readPrompt(prompt: string, negative = ""): PromptReading {
  const reader = new PromptReader();
  for (const unit of splitUnits(prompt)) reader.read(unit);
  reader.closePhrase();
  return reader.finish(splitUnits(negative));
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*|\p{Extended_Pictographic}+/gu;

/** Splits a prompt into the longest phrases that have a meaning. */
function splitUnits(prompt: string): Unit[] {
  const tokens = Array.from(prompt.matchAll(wordPattern), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const units: Unit[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { length, key, meaning } = findPhrase(tokens.slice(at, at + phraseMax), prompt);
    const [first, last] = [tokens[at]!, tokens[at + length - 1]!];
    const gap = prompt.slice(tokens[at - 1]?.end ?? first.start, first.start);
    const text = prompt.slice(first.start, last.end);
    units.push({ text, key, meaning, isApart: /[^\s'’"“”-]/.test(gap) });
    at += length;
  }
  return units;
}

function findPhrase(
  tokens: readonly { text: string; start: number; end: number }[],
  prompt: string,
): { length: number; key: string; meaning: Meaning | undefined } {
  for (let length = tokens.length; length > 0; length--) {
    const part = tokens.slice(0, length);
    const isJoined = part.every((token, at) => {
      const before = part[at - 1];
      return !before || /^[\s-]*$/.test(prompt.slice(before.end, token.start));
    });
    if (!isJoined) continue;
    const written = part.map(({ text }) => text.toLowerCase());
    const singular = written.map(toSingular);
    const lastSingular = [...written.slice(0, -1), singular.at(-1) ?? ""];
    for (const key of [written, lastSingular, singular].map((words) => words.join(" "))) {
      const meaning = lexicon.get(key);
      if (meaning) return { length, key, meaning };
    }
  }
  const [first] = tokens;
  return { length: 1, key: toSingular(first?.text.toLowerCase() ?? ""), meaning: undefined };
}

const parts = ["time", "weather", "season", "mood"] as const;

/** Collects the meaning of a prompt, phrase by phrase. */
class PromptReader {
  readonly #terms = new Map<string, Term>();
  readonly #scenery: Scenery[] = [];
  readonly #colors: SceneDescription["colors"][number][] = [];
  readonly #absent = new Set<string>();
  #whole: Pick<SceneDescription, (typeof parts)[number]> = {
    time: undefined,
    weather: undefined,
    season: undefined,
    mood: undefined,
  };
  #phrase: Unit[] = [];
  #subject: string | undefined;
  #subjectText: string | undefined;
  #missing: string | undefined;
  #isDecided = false;
  #isNegated = false;
  /** Whether the prompt denies what an illustration may have. */
  #isContradicted = false;
  /** The preposition before the phrase. */
  #preposition = "";

  read(unit: Unit): void {
    const { meaning, isApart, key } = unit;
    // "At night" is no part of the phrase before.
    const [first = ""] = key.split(" ");
    if (isApart || lexicon.get(first)?.role === "preposition") this.closePhrase();
    const isVerb = meaning?.role === "verb" || (!meaning && key.endsWith("ing"));
    if (meaning?.role === "preposition" || isVerb) {
      this.closePhrase();
      this.#preposition = key;
      if (isVerb) this.#addTerm(unit, []);
    } else if (meaning?.role === "negation") {
      this.closePhrase();
      this.#isNegated = true;
    } else if (meaning?.role !== "function") this.#phrase.push(unit);
  }

  /** Interprets the words since the last preposition, verb or comma. */
  closePhrase(): void {
    const phrase = this.#phrase;
    this.#phrase = [];
    const isMedium = phrase.at(-1)?.meaning?.role === "media";
    while (phrase.at(-1)?.meaning?.role === "media") phrase.pop();
    const head = phrase.at(-1);
    if (!head) return;
    if (this.#isNegated) {
      for (const unit of phrase) this.#deny(unit);
      this.#isNegated = false;
      return;
    }
    // "A minimalist poster" has no noun of its own, "a fox logo" has one.
    const decides = !this.#isDecided && !(isMedium && !head.meaning);
    if (decides) this.#decide(head);
    for (const [at, unit] of phrase.entries()) {
      const isSubject = decides && unit === head && this.#subject !== undefined;
      this.#interpret(unit, { isSubject, next: phrase[at + 1] });
    }
  }

  /** Takes the main noun from the last word of a phrase. */
  #decide({ meaning, text }: Unit): void {
    if (meaning?.role === "tint" || meaning?.role === "count") return;
    this.#isDecided = true;
    if (meaning?.subject !== undefined) {
      this.#subject = meaning.subject;
      this.#subjectText = text;
    } else if (!meaning || meaning.role === "misleading") this.#missing = text;
    else if (meaning.color && !meaning.scenery) this.#isDecided = false;
  }

  #interpret(
    unit: Unit,
    { isSubject, next }: { isSubject: boolean; next: Unit | undefined },
  ): void {
    const { meaning = {}, key } = unit;
    if (meaning.role === "media" || meaning.role === "tint") return;
    const asks: Ask[] = [];
    if (isSubject && meaning.subject !== undefined)
      asks.push({ part: "subject", value: meaning.subject });
    if (!isSubject && meaning.scenery !== undefined)
      asks.push(this.#addScenery(meaning.scenery, key));
    for (const part of parts) {
      const value = isSubject ? undefined : meaning[part];
      if (value === undefined) continue;
      this.#whole = { ...this.#whole, [part]: this.#whole[part] ?? value };
      asks.push({ part, value });
    }
    if (meaning.color && !isSubject) {
      const name = next?.meaning?.scenery;
      if (name !== undefined) {
        this.#nextColor = meaning.color;
        asks.push({ part: "scenery", value: name });
      } else if (!next || next.meaning?.role === "tint") {
        this.#colors.push(meaning.color);
        asks.push({ part: "color", value: key });
      }
    }
    this.#addTerm(unit, asks);
  }

  /** The colour of the scenery that follows. */
  #nextColor: Scenery["color"];

  #addScenery(listed: string, word: string): Ask {
    // Only a thing on the moon shows its surface.
    const isGround = listed === "moon" && /(?:^| )on$/.test(this.#preposition);
    const name = isGround ? "moon-surface" : listed;
    if (!this.#scenery.some((one) => one.name === name))
      this.#scenery.push({ name, word, color: this.#nextColor });
    this.#nextColor = undefined;
    return { part: "scenery", value: name };
  }

  #deny(unit: Unit): void {
    const asks = denyAsks(unit, this.#absent);
    // An illustration can't be drawn without one of its parts, such as a house without windows.
    if (asks.length === 0 && !unit.meaning?.role) this.#isContradicted = true;
    this.#addTerm(unit, asks);
  }

  #addTerm({ text, key }: Unit, asks: Ask[]): void {
    const known = this.#terms.get(key);
    if (known) known.asks.push(...asks);
    else this.#terms.set(key, { text, asks });
  }

  finish(negative: readonly Unit[]): PromptReading {
    const denied = negative
      .filter(({ meaning }) => !meaning?.role)
      .map((unit) => ({ text: unit.text, asks: denyAsks(unit, this.#absent) }));
    const scenery = this.#scenery.filter(({ name }) => !this.#absent.has(name));
    const isDrawn = !this.#isContradicted || this.#subject === undefined;
    return {
      scene: { ...this.#whole, scenery, colors: this.#colors, absent: this.#absent },
      subject: isDrawn ? this.#subject : undefined,
      missing: isDrawn ? this.#missing : this.#subjectText,
      terms: [...this.#terms.values()],
      denied,
    };
  }
}

/** Adds excluded scenery. Returns what the word asks for. */
function denyAsks({ meaning }: Unit, absent: Set<string>): Ask[] {
  const name = meaning?.scenery ?? (meaning?.weather === "snow" ? "snow" : undefined);
  if (name === undefined) return [];
  absent.add(name);
  return [{ part: "absent", value: name }];
}
