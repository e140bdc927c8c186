import type { HubError } from "hub";
import tts from "../plugin.ts";
import { digitValue, getScript, letter, plainForm, scriptName } from "../text/letters.ts";
import type { Script } from "../text/script.ts";
import type { Span } from "../text/words.ts";
import { languagesIn, scriptsReadIn } from "../voices/espeak.ts";
import { getLanguage, type Voice } from "../voices/voice.ts";

/** A piece of what the engine is given, and the place in the text that it stands for. */
export interface Piece {
  piece: string;
  at: number;
}

/** What a voice of eSpeak NG reads. */
export interface Reader {
  /** Whether it reads the letters of a script as words. */
  reads(script: string): boolean;
  /** Whether it has a sound for a character of a script that it reads in part, or for a symbol. */
  sounds(char: string): boolean;
  /** The script whose digits it counts in. */
  ownScript: string | undefined;
  /** Its language, for where words may be parted. */
  locale: string;
}

/** Where a text has what a voice cannot read, with the script of it. */
export interface Unread extends Span {
  script: string;
}

/** The share of the letters from which on a text is refused, and not spoken without them. */
const refusedShare = 0.25;
/** The bytes of a word from which on the engine loses the rest are 160: it is parted before. */
const runBytes = 100;
const runBytesMax = 140;
/** And the sounds of a clause are 1000. Letters have one at most, and what is said in words has many. */
const clauseSounds = 800;
const manySounds: readonly (readonly [RegExp, number])[] = [
  [/\p{N}/u, 10],
  [/[\p{S}\p{Extended_Pictographic}]/u, 12],
  [/[^\p{L}\p{M}\s]/u, 8],
  [/\p{Script=Hangul}/u, 8],
  [/\p{Lu}|\p{Script=Han}/u, 4],
];

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const symbol = /[\p{So}\p{Extended_Pictographic}]/u;
/** What ends a clause wherever it stands, and what does so before a space. */
const clauseEnd = /[،؛。、，；：！？।॥]/u;
const spacedClauseEnd = /[.,;:!?]/;
/** Scripts of which the engine lacks some characters. */
const partlyReadScripts = new Set(["Hani", "Hira", "Kana"]);
const separators: Readonly<Record<string, string>> = {
  // Arabic's decimal and thousands separators, which it takes for the ends of numbers.
  "\u066b": ".",
  "\u066c": ",",
  // It calls the wave dash a Japanese letter, and the others are its own notation of sounds.
  "\u301c": "、",
  "[": "(",
  "]": ")",
};

/** The reader of a voice, as far as its scripts tell. */
export function createReader({ locale }: Voice): Reader {
  const scripts = scriptsReadIn(locale);
  const ownScript = new Intl.Locale(locale).maximize().script;
  return { locale, ownScript, reads: (script) => scripts.has(script), sounds: () => true };
}

/** The reader of a voice that has been made to speak: it also knows single characters. */
export function probeCharacters(reader: Reader, soundsOf: (text: string) => string): Reader {
  const known = new Map<string, boolean>();
  // What it says of an ideograph that it lacks: "letter", as no dictionary has this one.
  const unknown = soundsOf("\u9fd5");
  const sounds = (char: string) => {
    let has = known.get(char);
    if (has === undefined) {
      const said = soundsOf(char);
      // It says what it lacks in English, as in "Chinese letter".
      const isNamed = letter.test(char) && (said === unknown || said.includes("(en)"));
      has = /\p{L}/u.test(said) && !isNamed;
      known.set(char, has);
    }
    return has;
  };
  return { ...reader, sounds };
}

/**
 * What the engine is given for a stretch of a text: compatible forms as the letters they stand for, digits
 * that it can count, what it cannot read left out, and nothing so long without a space or a stop that the
 * engine would lose the rest of it.
 */
export function prepareText(
  text: string,
  { reader, isSpelled = false }: { reader: Reader; isSpelled?: boolean },
): { pieces: Piece[]; unread: Unread[] } {
  const pieces: Piece[] = [];
  const unread: Unread[] = [];
  const breaks = new Breaks(text, reader.locale);
  for (const { segment, index: at } of graphemes.segment(text)) {
    const plain = toReadableForm(segment, reader);
    const script = isSpelled
      ? undefined
      : unreadScript(plain, reader, standsAlone(text, at, segment));
    if (script !== undefined) {
      const last = unread.at(-1);
      if (last?.end === at && last.script === script) last.end += segment.length;
      else unread.push({ start: at, end: at + segment.length, script });
      pieces.push({ piece: " ", at });
      breaks.endRun();
      continue;
    }
    const piece = breaks.before(plain, { at, next: text[at + segment.length] ?? "" });
    if (piece !== undefined) pieces.push({ piece, at });
    pieces.push({ piece: plain, at });
  }
  return { pieces, unread };
}

/** Where a text needs spaces and commas that it does not have, as runs and clauses would be too long. */
class Breaks {
  readonly #text: string;
  readonly #locale: string;
  /** Bytes since the last space. */
  #run = 0;
  /** Sounds since the last stop. */
  #clause = 0;
  #words: ReadonlySet<number> | undefined;

  constructor(text: string, locale: string) {
    this.#text = text;
    this.#locale = locale;
  }

  endRun(): void {
    this.#run = 0;
  }

  /** What has to stand before a grapheme, if anything. */
  before(plain: string, { at, next }: { at: number; next: string }): string | undefined {
    const isSpace = /^\s/.test(plain);
    const isStop = clauseEnd.test(plain) || (spacedClauseEnd.test(plain) && /\s/.test(next));
    this.#run = isSpace || isStop ? 0 : this.#run + Buffer.byteLength(plain);
    this.#clause = isStop ? 0 : this.#clause + soundsIn(plain);
    const isLong = this.#clause > clauseSounds;
    if (isLong && isSpace) {
      this.#clause = 0;
      return ",";
    }
    if (this.#run <= runBytes) return undefined;
    this.#words ??= wordStarts(this.#text, this.#locale);
    if (!this.#words.has(at) && this.#run <= runBytesMax) return undefined;
    if (isLong) this.#clause = 0;
    this.#run = Buffer.byteLength(plain);
    return isLong ? ", " : " ";
  }
}

/** About how many sounds a grapheme has at most. */
function soundsIn(plain: string): number {
  return manySounds.find(([kind]) => kind.test(plain))?.[1] ?? 1;
}

/** Why a voice does not speak a text: too much of it is in a script that it cannot read. */
export function explainRefusal(
  { text, parts, at = "body.text" }: Script,
  voice: Voice,
): HubError | undefined {
  const reader = createReader(voice);
  let letters = 0;
  const missing = new Map<string, string[]>();
  for (const part of parts) {
    if (part.kind === "pause" || part.spelled) continue;
    const own = part.spoken ?? text.slice(part.start, part.end);
    letters += lettersIn(own);
    for (const { script, ...span } of prepareText(own, { reader }).unread) {
      const words = missing.get(script) ?? [];
      missing.set(script, [...words, own.slice(span.start, span.end)]);
    }
  }
  const scripts = [...missing]
    .map(([script, words]) => ({ script, words, count: lettersIn(words.join("")) }))
    .sort((a, b) => b.count - a.count);
  const count = scripts.reduce((sum, one) => sum + one.count, 0);
  const [most] = scripts;
  if (!most || count < refusedShare * letters) return undefined;
  const languages = languagesIn(most.script);
  const sample = Array.from(most.words[0] ?? "")
    .slice(0, 20)
    .join("");
  return tts.error(
    "script_unreadable",
    `Cannot speak ${at} as "${voice.id}": the voice cannot read the script of ${count} of its ${letters} letters: ${scriptName(most.script)}, as in "${sample}", which ${describeReaders(languages)}`,
    { at, members: { script: most.script, languages } },
  );
}

function describeReaders(languages: readonly string[]): string {
  return languages.length > 0
    ? `voices of these languages read: ${languages.join(", ")}`
    : "no offline voice reads";
}

function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Marks that say how text is set, and which would part words. */
const invisibleMark = /^[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]$/;
const foreignDigit = /^[^\P{Nd}0-9]$/u;

function toReadableForm(grapheme: string, { ownScript }: Reader): string {
  if (invisibleMark.test(grapheme)) return "";
  const plain = separators[grapheme] ?? plainForm(grapheme);
  // Who writes in a script of their own may count in nothing else: Nepali says European digits in English.
  const isOwn = ownScript !== "Arab" && getScript(plain) === ownScript;
  return foreignDigit.test(plain) && !isOwn ? String(digitValue(plain)) : plain;
}

/** The script of a grapheme that cannot be read. */
function unreadScript(plain: string, reader: Reader, isAlone: boolean): string | undefined {
  const char = Array.from(plain).find((one) => letter.test(one) || isOfScript(one));
  if (char === undefined) return symbol.test(plain) && !reader.sounds(plain) ? "Zsym" : undefined;
  const script = getScript(char);
  // A single Greek letter is a sign of its own, which has a name everywhere.
  if (script === "Grek" && isAlone) return undefined;
  if (!reader.reads(script)) return script;
  return partlyReadScripts.has(script) && char !== "ー" && !reader.sounds(char)
    ? script
    : undefined;
}

/** Whether no other script has it, such as the sign between the syllables of Tibetan. */
function isOfScript(char: string): boolean {
  const script = getScript(char);
  return script !== "Zyyy" && script !== "Zinh" && script !== "Zzzz";
}

function standsAlone(text: string, at: number, grapheme: string): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at + grapheme.length]];
  return !letter.test(before) && !letter.test(after);
}

function wordStarts(text: string, locale: string): Set<number> {
  const [known = "en"] = Intl.Segmenter.supportedLocalesOf([getLanguage(locale)]);
  const words = new Intl.Segmenter(known, { granularity: "word" }).segment(text);
  return new Set(Array.from(words, ({ index }) => index));
}
