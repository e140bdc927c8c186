import { continueParts, type Say, type Script } from "./script.ts";
import { splitSentences } from "./words.ts";

/** Letters and digits of the first chunk at least. It is short, so that a stream starts early. */
const firstLetters = 40;
/** Chunks grow up to this, because each has a fixed cost. */
const lettersMax = 400;
/** Longer sentences are split. */
const sentenceMax = 1000;

/** Returns the end positions of a text's chunks. A chunk is one or more sentences, or a part of a long one. */
export function findChunkEnds(text: string, language: string): number[] {
  const ends: number[] = [];
  let letters = 0;
  let wanted = firstLetters;
  let from = 0;
  for (const { start, end } of splitSentences(text, language)) {
    for (const to of splitLongSentence(text, Math.max(from, start), end)) {
      letters += countLetters(text.slice(from, to));
      from = to;
      if (letters < wanted) continue;
      ends.push(to);
      letters = 0;
      wanted = Math.min(lettersMax, 2 * wanted);
    }
  }
  // The rest without a letter, such as a closing quotation mark, belongs to the last chunk.
  if (letters === 0) ends.pop();
  return [...ends, text.length];
}

/** Returns where to split a sentence: after a comma if possible, otherwise between words. */
function splitLongSentence(text: string, start: number, end: number): number[] {
  const ends: number[] = [];
  let from = start;
  while (end - from > sentenceMax) {
    const piece = text.slice(from, from + sentenceMax);
    const comma = Math.max(
      ...[", ", "; ", ": ", "、", "，"].map((mark) => piece.lastIndexOf(mark)),
    );
    const cut = comma > sentenceMax / 2 ? comma + 1 : piece.lastIndexOf(" ");
    from += cut > 0 ? cut : sentenceMax - (isInPair(text, from + sentenceMax) ? 1 : 0);
    ends.push(from);
  }
  return [...ends, end];
}

/** Whether a position is within a surrogate pair. */
function isInPair(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at));
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Splits the parts of a script at positions of its text. Positions don't change. */
export function splitParts({ parts }: Script, ends: readonly number[]): Script["parts"][] {
  const chunks: Script["parts"][] = [];
  let open: Script["parts"] = [];
  let until = ends[0] ?? 0;
  const pieces = parts.flatMap((part): Script["parts"] =>
    part.kind === "say" ? splitSay(part, ends) : [part],
  );
  for (const part of pieces) {
    if (part.kind === "say" && part.start >= until) {
      // A chunk has at least one part to speak.
      if (open.some(({ kind }) => kind === "say")) {
        chunks.push(open);
        open = [];
      }
      until = ends.find((end) => end > part.start) ?? Number.POSITIVE_INFINITY;
    }
    open.push(part);
  }
  return [...chunks, open];
}

/** Splits a part at the ends of chunks. A replacement of the text and a pronunciation can't be split. */
function splitSay(part: Say, ends: readonly number[]): Say[] {
  const { start, end, spoken, ipa } = part;
  if (spoken !== undefined || ipa !== undefined) return [part];
  const cuts = ends.filter((cut) => cut > start && cut < end);
  return continueParts(
    [...cuts, end].map((to, index) => ({ ...part, start: cuts[index - 1] ?? start, end: to })),
  );
}

/** Splits a script into one script for each chunk of its text. */
export function splitScript(script: Script, language: string): Script[] {
  return splitParts(script, findChunkEnds(script.text, language)).map((parts) => {
    const says = parts.filter((part) => part.kind === "say");
    const from = says[0]?.start ?? 0;
    const shifted = parts.map((part) =>
      part.kind === "say" ? { ...part, start: part.start - from, end: part.end - from } : part,
    );
    return { ...script, text: script.text.slice(from, says.at(-1)?.end), parts: shifted };
  });
}
