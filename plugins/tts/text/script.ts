import tts from "../plugin.ts";

/** A stretch of the text, and how it is to be spoken. */
export interface Say {
  kind: "say";
  /** Where it is in the text. */
  start: number;
  end: number;
  /** What is said instead of it. */
  spoken?: string;
  /** Letter by letter. */
  spelled?: boolean;
  /** Each as a factor. */
  rate: number;
  pitch: number;
  volume: number;
}

/** Silence. */
export interface Pause {
  kind: "pause";
  ms: number;
}

/** A text as it is shown, and how it is spoken. */
export interface Script {
  text: string;
  parts: (Say | Pause)[];
  /** Where the request has it. Default "body.text". */
  at?: string;
}

export const usualProsody = { rate: 1, pitch: 1, volume: 1 } as const;

/** A text that is spoken as it stands. */
export function createScript(text: string): Script {
  return { text, parts: [{ kind: "say", start: 0, end: text.length, ...usualProsody }] };
}

/** Whether there is more to a script than its text. */
export function isPlain({ parts }: Script): boolean {
  return parts.every(
    (part) =>
      part.kind === "say" &&
      !part.spelled &&
      part.rate === 1 &&
      part.pitch === 1 &&
      part.volume === 1,
  );
}

/** What is said between the pauses. */
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

/** The text without what speech engines cannot take: control characters and halves of pairs. */
export function removeUnspeakable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
  return text.toWellFormed().replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
}

/** How long a text may be, by the tier of whoever calls. */
export function getTextMax({ tier }: { tier?: { isPaid: boolean } | undefined }): number {
  return tier?.isPaid ? tts.limits.paidTextMax : tts.limits.textMax;
}

/** Refuses what is too long or says nothing. */
export function checkText(text: string, at: string, textMax: number): void {
  const length = [...text].length;
  if (length > textMax)
    throw tts.error(
      "text_too_long",
      `${at} must have at most ${textMax} characters: it has ${length}`,
      { at },
    );
  if (text.trim() === "")
    throw tts.error("nothing_to_say", `${at} must have something to say: it is empty`, { at });
}
