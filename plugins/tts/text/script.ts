import tts from "../plugin.ts";

/** The interpretation that SSML's `say-as` asks for. */
export interface SayAs {
  kind:
    | "cardinal"
    | "ordinal"
    | "digits"
    | "telephone"
    | "date"
    | "time"
    | "currency"
    | "fraction"
    | "unit";
  /** The order of a date's parts, such as `mdy`. */
  format?: string;
}

/** A span of the text, and how to speak it. */
export interface Say {
  kind: "say";
  /** Its position in the text. */
  start: number;
  end: number;
  /** Replacement to speak instead of the text. */
  spoken?: string;
  /** Whether to spell it letter by letter. */
  spelled?: boolean;
  /** How SSML asks to read it. */
  as?: SayAs;
  /** Its pronunciation in IPA. */
  ipa?: string;
  /** The voice or the language that SSML asks for. */
  speaker?: Speaker;
  /** Whether it only differs from the previous part in its words, so that their sound is one. */
  continues?: boolean;
  /** Factors relative to the defaults. */
  rate: number;
  pitch: number;
  volume: number;
}

/** The id of a voice, or the language and gender of one. */
export interface Speaker {
  voice?: string;
  language?: string;
  gender?: "female" | "male";
}

/** A pause. */
export interface Pause {
  kind: "pause";
  ms: number;
}

/** A text as captions show it, and the parts to speak. */
export interface Script {
  text: string;
  parts: (Say | Pause)[];
  /** Location of the text in the request. Default "body.text". */
  at?: string;
  /** The language that SSML declares for all of it. */
  language?: string;
  /** SSML's marks, with their positions in the text. */
  marks?: readonly { name: string; place: number }[];
  /** Reports of parts of SSML that were ignored or approximated. */
  notes?: readonly string[];
}

export const usualProsody = { rate: 1, pitch: 1, volume: 1 } as const;

/** Creates the script of a plain text. */
export function createScript(text: string): Script {
  return { text, parts: [{ kind: "say", start: 0, end: text.length, ...usualProsody }] };
}

/** Whether a script is only its text. */
export function isPlain({ parts }: Script): boolean {
  return parts.every(
    (part) =>
      part.kind === "say" &&
      !part.spelled &&
      part.ipa === undefined &&
      part.rate === 1 &&
      part.pitch === 1 &&
      part.volume === 1,
  );
}

/** Marks the pieces of a split part as one stretch of sound. */
export function continueParts([first, ...others]: readonly Say[]): Say[] {
  return first ? [first, ...others.map((part) => ({ ...part, continues: true }))] : [];
}

/** Splits a script into pauses and the phrases between them. */
export function splitPhrases({ parts }: Script): (Say[] | Pause)[] {
  const phrases: (Say[] | Pause)[] = [];
  for (const part of parts) {
    const last = phrases.at(-1);
    if (part.kind === "pause") phrases.push(part);
    else if (Array.isArray(last)) last.push(part);
    else phrases.push([part]);
  }
  return phrases;
}

/** Whether a phrase is a pause. */
export function isPause(phrase: Say[] | Pause): phrase is Pause {
  return !Array.isArray(phrase);
}

/** Removes characters that speech engines reject: control characters and lone surrogates. */
export function removeUnspeakable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject
  return text.toWellFormed().replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
}

/** Returns the maximum text length for the caller's tier. */
export function getTextMax({ tier }: { tier?: { isPaid: boolean } | undefined }): number {
  return tier?.isPaid ? tts.limits.paidTextMax : tts.limits.textMax;
}

/** Throws if a text is too long or has no words. */
export function checkText(text: string, at: string, textMax: number): void {
  const length = [...text].length;
  if (length > textMax)
    throw tts.error(
      "text_too_long",
      `${at} must have at most ${textMax} characters: it has ${length}`,
      { at },
    );
  if (text.trim() === "")
    throw tts.error("nothing_to_say", `${at} must contain text to speak: it is empty`, { at });
}
