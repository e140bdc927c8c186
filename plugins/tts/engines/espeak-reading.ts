import type { HubError } from "hub";
import { asTable } from "hub";
import tts from "../plugin.ts";
import { getDigitValue, getScript, getScriptName, letter, toPlainForm } from "../text/letters.ts";
import type { Script } from "../text/script.ts";
import type { Span } from "../text/words.ts";
import { findLanguagesOfScript, listReadableScripts } from "../voices/espeak.ts";
import { getLanguage, type Voice } from "../voices/voice.ts";
import { missingSyllables, respellMandarin } from "./mandarin.ts";

/** A piece of the engine's input, and its position in the text. */
export interface Piece {
  piece: string;
  at: number;
}

/** The reading abilities of an eSpeak NG voice. */
export interface Reader {
  /** Whether it reads the letters of a script as words. */
  reads(script: string): boolean;
  /** Whether it has a sound for a symbol, or for a character of a partly supported script. */
  sounds(char: string): boolean;
  /** Phonemes of characters that it lacks, in eSpeak NG's notation. */
  phonemes?: ReadonlyMap<string, string>;
  /** Replaces words that it misreads by others that sound right, as long as they are. */
  respell?(text: string): string;
  /** The script whose digits it counts in. */
  ownScript: string | undefined;
  /** Its language, for word segmentation. */
  locale: string;
}

/** A span of the text that a voice can't read, with its script. */
export interface Unread extends Span {
  script: string;
}

/** The share of unreadable letters from which a text is rejected. Below it they are left out. */
const refusedShare = 0.25;
/** The engine drops the rest of a word after 160 bytes, so longer words are split before. */
const runBytes = 100;
const runBytesMax = 140;
/**
 * The engine drops the rest of a clause after 1000 phonemes. A letter has at most one, but spelled-out symbols
 * have many.
 */
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
/** Marks that always end a clause, and those that do before a space. */
const clauseEnd = /[،؛。、，；：！？।॥]/u;
const spacedClauseEnd = /[.,;:!?]/;
/** Scripts of which the engine lacks some characters. */
const partlyReadScripts = new Set(["Hani", "Hira", "Kana"]);
const separators: Readonly<Record<string, string>> = asTable({
  // Arabic decimal and thousands separators, which the engine treats as the end of a number.
  "\u066b": ".",
  "\u066c": ",",
  // The engine reads the wave dash as a Japanese letter. The others are its own phoneme notation.
  "\u301c": "、",
  "[": "(",
  "]": ")",
});

/** Creates the reader of a voice from its known scripts. */
export function createReader({ locale, scripts: own, engineName = "" }: Voice): Reader {
  const scripts = own ? new Set(own) : listReadableScripts(locale);
  const ownScript = new Intl.Locale(locale).maximize().script;
  return {
    locale,
    ownScript,
    reads: (script) => scripts.has(script),
    sounds: () => true,
    ...(/^cmn\b/.test(engineName) && { phonemes: missingSyllables, respell: respellMandarin }),
  };
}

/** Creates the reader of a loaded voice, which also tests single characters. */
export function probeCharacters(reader: Reader, toPhonemes: (text: string) => string): Reader {
  const known = new Map<string, boolean>();
  // The engine's output for an ideograph that it lacks: "letter", as no dictionary has this one.
  const unknown = toPhonemes("\u9fd5");
  const sounds = (char: string) => {
    let has = known.get(char);
    if (has === undefined) {
      const phonemes = toPhonemes(char);
      // Missing characters are named in English, as in "Chinese letter".
      const isNamed = letter.test(char) && (phonemes === unknown || phonemes.includes("(en)"));
      has = /\p{L}/u.test(phonemes) && !isNamed;
      known.set(char, has);
    }
    return has;
  };
  return { ...reader, sounds };
}

/**
 * Prepares a span of text for the engine. Compatibility forms become plain letters, and digits become ones it can
 * count. Unreadable text is left out, and long runs are split by spaces and stops, because the engine would drop
 * the rest.
 */
export function prepareText(
  written: string,
  {
    reader,
    isSpelled = false,
    lengths = { run: 0, clause: 0 },
  }: { reader: Reader; isSpelled?: boolean; lengths?: Lengths },
): { pieces: Piece[]; unread: Unread[] } {
  const text = reader.respell?.(written) ?? written;
  const pieces: Piece[] = [];
  const unread: Unread[] = [];
  const breaks = new Breaks(text, { locale: reader.locale, lengths });
  for (const { segment, index: at } of graphemes.segment(text)) {
    const plain = toReadableForm(segment, reader);
    const phonemes = reader.phonemes?.get(plain);
    if (phonemes !== undefined) {
      pieces.push({ piece: ` [[${phonemes}]] `, at });
      breaks.endRun();
      continue;
    }
    const script = isSpelled
      ? undefined
      : findUnreadScript(plain, reader, isIsolated(text, at, segment));
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

/** The lengths so far of a text that is prepared in several pieces. */
export interface Lengths {
  /** Bytes since the last space. */
  run: number;
  /** Phonemes since the last stop. */
  clause: number;
}

/** Determines where a text needs extra spaces and commas, because its runs or clauses are too long. */
class Breaks {
  readonly #text: string;
  readonly #locale: string;
  readonly #lengths: Lengths;
  #words: ReadonlySet<number> | undefined;

  constructor(text: string, { locale, lengths }: { locale: string; lengths: Lengths }) {
    this.#text = text;
    this.#locale = locale;
    this.#lengths = lengths;
  }

  endRun(): void {
    this.#lengths.run = 0;
  }

  /** Returns the separator to insert before a grapheme, or undefined. */
  before(plain: string, { at, next }: { at: number; next: string }): string | undefined {
    const isSpace = /^\s/.test(plain);
    const isStop = clauseEnd.test(plain) || (spacedClauseEnd.test(plain) && /\s/.test(next));
    this.#lengths.run = isSpace || isStop ? 0 : this.#lengths.run + Buffer.byteLength(plain);
    this.#lengths.clause = isStop ? 0 : this.#lengths.clause + soundsIn(plain);
    const isLong = this.#lengths.clause > clauseSounds;
    if (isLong && isSpace) {
      this.#lengths.clause = 0;
      return ",";
    }
    if (this.#lengths.run <= runBytes) return undefined;
    this.#words ??= listWordStarts(this.#text, this.#locale);
    if (!this.#words.has(at) && this.#lengths.run <= runBytesMax) return undefined;
    if (isLong) this.#lengths.clause = 0;
    this.#lengths.run = Buffer.byteLength(plain);
    return isLong ? ", " : " ";
  }
}

/** Returns an upper estimate of a grapheme's phonemes. */
function soundsIn(plain: string): number {
  return manySounds.find(([kind]) => kind.test(plain))?.[1] ?? 1;
}

/** Returns an error if too much of a text is in a script that the voice can't read. */
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
    letters += countLetters(own);
    for (const { script, ...span } of prepareText(own, { reader }).unread) {
      const words = missing.get(script) ?? [];
      missing.set(script, [...words, own.slice(span.start, span.end)]);
    }
  }
  const scripts = [...missing]
    .map(([script, words]) => ({ script, words, count: countLetters(words.join("")) }))
    .sort((a, b) => b.count - a.count);
  const count = scripts.reduce((sum, one) => sum + one.count, 0);
  const [most] = scripts;
  if (!most || count < refusedShare * letters) return undefined;
  const languages = findLanguagesOfScript(most.script);
  const sample = Array.from(most.words[0] ?? "")
    .slice(0, 20)
    .join("");
  return tts.error(
    "script_unreadable",
    `Cannot speak ${at} as "${voice.id}": the voice cannot read the script of ${count} of its ${letters} letters: ${getScriptName(most.script)}, as in "${sample}", which ${describeReaders(languages)}`,
    { at, members: { script: most.script, languages } },
  );
}

/** Whether a voice can read all letters of a script. */
export function canReadLetters({ text, parts }: Script, voice: Voice): boolean {
  const reader = createReader(voice);
  return parts.every((part) => {
    if (part.kind === "pause") return true;
    const own = part.spoken ?? text.slice(part.start, part.end);
    return prepareText(own, { reader }).unread.length === 0;
  });
}

function describeReaders(languages: readonly string[]): string {
  return languages.length > 0
    ? `voices of these languages read: ${languages.join(", ")}`
    : "no offline voice reads";
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Invisible formatting marks, which would split words. */
const invisibleMark = /^[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]$/;
const foreignDigit = /^[^\P{Nd}0-9]$/u;

function toReadableForm(grapheme: string, { ownScript }: Reader): string {
  if (invisibleMark.test(grapheme)) return "";
  const plain = separators[grapheme] ?? toPlainForm(grapheme);
  // Languages with their own script may only count in its digits: Nepali reads European digits in English.
  const isOwn = ownScript !== "Arab" && getScript(plain) === ownScript;
  return foreignDigit.test(plain) && !isOwn ? String(getDigitValue(plain)) : plain;
}

/** Returns the script of a grapheme that can't be read, or undefined. */
function findUnreadScript(plain: string, reader: Reader, isAlone: boolean): string | undefined {
  const char = Array.from(plain).find((one) => letter.test(one) || isOfScript(one));
  if (char === undefined) return symbol.test(plain) && !reader.sounds(plain) ? "Zsym" : undefined;
  const script = getScript(char);
  // A single Greek letter is a symbol with a name in every language.
  if (script === "Grek" && isAlone) return undefined;
  if (!reader.reads(script)) return script;
  return partlyReadScripts.has(script) && char !== "ー" && !reader.sounds(char)
    ? script
    : undefined;
}

/** Whether only one script has the character, such as the Tibetan syllable mark. */
function isOfScript(char: string): boolean {
  const script = getScript(char);
  return script !== "Zyyy" && script !== "Zinh" && script !== "Zzzz";
}

function isIsolated(text: string, at: number, grapheme: string): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at + grapheme.length]];
  return !letter.test(before) && !letter.test(after);
}

function listWordStarts(text: string, locale: string): Set<number> {
  const [known = "en"] = Intl.Segmenter.supportedLocalesOf([getLanguage(locale)]);
  const words = new Intl.Segmenter(known, { granularity: "word" }).segment(text);
  return new Set(Array.from(words, ({ index }) => index));
}
