import { splitSentences as findSentences } from "hub";
import { spaceless } from "./letters.ts";

/** A span of a text, from `start` to `end` (exclusive). */
export interface Span {
  start: number;
  end: number;
}

const opening = /^[\p{Ps}\p{Pi}"'¿¡#$€£@&]+$/u;

/** Returns the words of a text with attached punctuation. Together they cover everything but spaces. */
export function splitWords(text: string, language: string): Span[] {
  const words: (Span & { isSaid: boolean; isDense: boolean })[] = [];
  for (const { segment, index, isWordLike = false } of segments(text, {
    language,
    granularity: "word",
  })) {
    const end = index + segment.length;
    if (segment.trim() === "") continue;
    const last = words.at(-1);
    const isDense = spaceless.test(segment);
    const touches = last?.end === index;
    const joins = isWordLike
      ? !(last?.isSaid && (isDense || last.isDense))
      : !(opening.test(segment) && last?.isDense);
    if (last && touches && joins) {
      last.end = end;
      last.isSaid ||= isWordLike;
      last.isDense ||= isDense;
    } else words.push({ start: index, end, isSaid: isWordLike, isDense });
  }
  return attachSigns(words);
}

/** Attaches lone punctuation to the previous word, or else to the next one. */
function attachSigns(words: readonly (Span & { isSaid: boolean })[]): Span[] {
  const said: Span[] = [];
  let from: number | undefined;
  for (const { start, end, isSaid } of words) {
    const last = said.at(-1);
    if (isSaid) said.push({ start: from ?? start, end });
    else if (last) last.end = end;
    else from ??= start;
    if (isSaid) from = undefined;
  }
  const [first, last] = [words[0], words.at(-1)];
  return said.length === 0 && first && last ? [{ start: first.start, end: last.end }] : said;
}

/** Returns the sentences of a text, with the spaces after them. A line break may occur within one, a paragraph break may not. */
export function splitSentences(text: string, language: string): Span[] {
  const joined = text.replaceAll(/(?<!\n)\r?\n(?!\r?\n)/g, (end) => " ".repeat(end.length));
  const sentences = findSentences(joined, language);
  return sentences.map(({ start }, index) => ({
    start,
    end: sentences[index + 1]?.start ?? text.length,
  }));
}

function segments(
  text: string,
  { language, granularity }: { language: string; granularity: "word" },
) {
  const [known = "en"] = Intl.Segmenter.supportedLocalesOf([language]);
  return new Intl.Segmenter(known, { granularity }).segment(text);
}
