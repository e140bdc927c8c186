import { identifyLanguage, languageCodes, splitSentences } from "hub";
import { itemAt } from "../lists.ts";
import { roundScore } from "../round-score.ts";
import type { DetectOptions } from "./request.ts";

/** Detects the languages of texts. */
export async function detectLanguages({
  texts,
  ...options
}: DetectOptions & { texts: { text: string }[] }) {
  const results: Awaited<ReturnType<typeof detectLanguage>>[] = [];
  for (const { text } of texts) results.push(await detectLanguage(text, options));
  return { first: itemAt(results, 0), results };
}

/** Detects the language of a text, the alternatives, and the segments of a mixed text. */
export async function detectLanguage(text: string, { top, candidates, segments }: DetectOptions) {
  const found = await identifyLanguage(text, candidates);
  const { guesses, reliable, foreign, script, direction } = found;
  const described = guesses.slice(0, Math.max(1, top)).map(({ code, confidence }) => ({
    code,
    ...getLanguageNames(code),
    confidence: roundScore(confidence),
  }));
  const [best = unknown, ...alternatives] = foreign ? [unknown, ...described] : described;
  return {
    language: { ...best, script, direction, reliable },
    alternatives,
    ...(segments && { segments: await splitByLanguage(text, candidates) }),
  };
}

const unknown = { code: "und", ...getLanguageNames("und"), confidence: 0 };

/** Splits a text into segments of one language each, in order. Undetermined text joins the previous segment. */
async function splitByLanguage(text: string, candidates: readonly string[]) {
  const segments: { code: string; start: number; end: number; text: string }[] = [];
  let open = 0;
  for (const { text: sentence, start, end } of splitSentences(text)) {
    const { guesses, reliable, foreign, script } = await identifyLanguage(sentence, candidates);
    const [best = "und"] = foreign ? [] : guesses.map(({ code }) => code);
    const last = segments.at(-1);
    const sure = reliable || foreign || (script !== "Latn" && script !== "Zyyy");
    const code = sure || !last ? best : last.code;
    if (last && last.code === code) {
      last.end = end;
      last.text = text.slice(last.start, end);
    } else {
      const from = segments.length === 0 ? open : start;
      segments.push({ code, start: from, end, text: text.slice(from, end) });
    }
    open = end;
  }
  return segments;
}

/** Returns the names of a language: its ISO 639-3 code, English name and own name. */
function getLanguageNames(code: string) {
  const iso639_3 = languageCodes[code];
  if (!iso639_3) return { iso639_3: "und", name: "Undetermined", native_name: "" };
  return {
    iso639_3,
    name: nameIn("en", code),
    native_name: nameIn(code, code),
  };
}

function nameIn(language: string, code: string): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
}
