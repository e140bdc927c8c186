import { canonical } from "./apertium-modes.ts";
import type { Document } from "./document.ts";
import { type Done, type Translated, wordsOf } from "./engine.ts";
import { unmasked } from "./masks.ts";

/** A text, its language, and what of it is language. */
export interface Read {
  document: Document;
  detected: { code: string; confidence: number };
}

/** One text's translation, and how good it is. */
export interface Translation {
  translation: string;
  alternatives: string[];
  detected_source: { code: string; confidence: number };
  coverage: number;
  untranslated: string[];
  path: string[];
}

const untranslatedMax = 100;

/** Puts a document together again, with its segments translated. */
export function written(
  { document, detected }: Read,
  { done, alternatives }: { done: Done; alternatives: number },
): Translation {
  const { parts, masks, write } = document;
  const text = (pick: (segment: Translated) => string) => {
    let next = 0;
    return parts
      .map((part) =>
        "fixed" in part ? part.fixed : masks.restore(pick(done.segments[next++]!), write),
      )
      .join("");
  };
  const others = Array.from({ length: alternatives }, (_, index) =>
    done.segments.some((segment) => segment.alternatives[index] !== undefined)
      ? text((segment) => segment.alternatives[index] ?? segment.text)
      : undefined,
  );
  const words = parts.flatMap((part) => ("segment" in part ? wordsOf(unmasked(part.segment)) : []));
  const unknown = done.segments.flatMap((segment) => segment.unknown);
  return {
    translation: text((segment) => segment.text),
    alternatives: others.filter((other) => other !== undefined),
    detected_source: rounded(detected),
    coverage: Math.max(0, round(1 - unknown.length / Math.max(1, words.length))),
    untranslated: [...new Set(unknown)].slice(0, untranslatedMax),
    path: done.path,
  };
}

/** A text that is as it should be. */
export function sameAs({ document, detected }: Read): Translation {
  const { parts, masks, write } = document;
  const text = parts.map((part) =>
    "fixed" in part ? part.fixed : masks.restore(part.segment, write),
  );
  return {
    translation: text.join(""),
    alternatives: [],
    detected_source: rounded(detected),
    coverage: 1,
    untranslated: [],
    path: [canonical(detected.code)],
  };
}

function rounded({ code, confidence }: { code: string; confidence: number }) {
  return { code, confidence: round(confidence) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
