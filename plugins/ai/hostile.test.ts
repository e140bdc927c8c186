import { describe, expect, test } from "bun:test";
import { isFullDepth, sampleCases } from "hub/testing";
import { findEntities } from "./entities/entities.ts";
import { extractAnswers } from "./extract/extract.ts";
import { indexSentences } from "./grammar/check.ts";
import { checkPhrases } from "./grammar/phrase-rules.ts";
import { findKeywords } from "./keywords/keywords.ts";
import { detectLanguage } from "./language/detect.ts";
import ai from "./plugin.ts";
import { redact } from "./redact/redact.ts";
import type { Mode } from "./rewrite/request.ts";
import { rewrite } from "./rewrite/rewrite.ts";
import { measureSentiment } from "./sentiment/sentiment.ts";
import { compareAll } from "./similarity/similarity.ts";

// Input on which careless patterns backtrack, by default a fifth as long as a request may be.
const { textMax, contextMax } = ai.limits;
/** At full depth, five times the maximum length, so that quadratic time becomes visible. */
const lengthMax = isFullDepth ? 5 * textMax : textMax / 5;
// Every other one by default: letters, digits, addresses, brackets, names and emoji.
const parts = [
  ...["a", " ", "1 ", "1:", "a@", "http://"],
  ...["(", ".", "Bob Bob ", "was seen by ", "😀", "\n"],
];
const hostile = sampleCases(parts, 6).map(
  (part) => [JSON.stringify(part), part.repeat(lengthMax / part.length)] as const,
);

const modes: readonly Mode[] = ["formal", "casual", "concise", "simple", "polite", "active"];

describe.each(hostile)("a long text of only %s,", (_, text) => {
  const within = (spans: readonly { start: number; end: number }[]) =>
    spans.every(({ start, end }) => start >= 0 && start <= end && end <= text.length);

  test("is analysed for sentiment and language", async () => {
    const options = { language: "en", sentences: true, aspects: ["a"], explain: true };
    const found = measureSentiment(text, options);
    expect(Math.abs(found.score)).toBeLessThanOrEqual(1);
    expect(within(found.sentences ?? [])).toBe(true);
    const { segments } = await detectLanguage(text, { top: 3, candidates: [], segments: true });
    expect(within(segments ?? [])).toBe(true);
  });

  test("is searched for entities, names and phrases", () => {
    const found = findEntities({ text, language: "de", normalize: true, now: 0 });
    expect(within(found.entities)).toBe(true);
    const salt = new Uint8Array(8);
    const options = {
      mode: "label" as const,
      custom: ["a"],
      confidence: 0.5,
      include_original: false,
      salt,
    };
    expect(within(redact({ text, language: "de", ...options }).findings)).toBe(true);
    const asked = { top: 10, method: "yake" as const, max_ngram: 3, stopwords: [] };
    expect(findKeywords({ text, language: "de", ...asked }).keywords.length).toBeLessThanOrEqual(
      10,
    );
  });

  test("is corrected, rewritten, queried and compared", async () => {
    expect(within([...checkPhrases(text, "picky", indexSentences(text))])).toBe(true);
    for (const mode of modes) {
      const options = { language: "en", mode, strength: 3, preserve_terms: ["zz"] };
      expect(within((await rewrite({ text, ...options })).changes)).toBe(true);
    }
    const context = text.repeat(contextMax / (isFullDepth ? lengthMax : textMax));
    const question = { question: "why is a the 1?", language: "en", max_answers: 3 };
    const { answers } = extractAnswers({ documents: [context], ...question });
    expect(answers.every(({ start, end }) => 0 <= start && start <= end)).toBe(true);
    expect(answers.every(({ end }) => end <= context.length)).toBe(true);
    const compared = { language: "en", method: "blend", duplicate_threshold: 0.9 } as const;
    expect(compareAll([text, `${text}b`], compared).matrix[0]?.[0]).toBe(1);
  });
});
