import { splitSentences } from "../text/sentences.ts";
import { identify } from "./identify.ts";
import { namesOf } from "./names.ts";

interface Options {
  top: number;
  candidates: readonly string[];
  segments: boolean;
}

/** Tells the languages of texts. */
export function detectLanguages({ texts, ...options }: Options & { texts: { text: string }[] }) {
  const results = texts.map(({ text }) => detectLanguage(text, options));
  return { first: results[0]!, results };
}

/** Tells the language of a text, what else it may be, and of which pieces it is mixed. */
export function detectLanguage(text: string, { top, candidates, segments }: Options) {
  const { guesses, reliable, script, direction } = identify(text, candidates);
  const described = guesses.slice(0, Math.max(1, top)).map(({ code, confidence }) => ({
    code,
    ...namesOf(code),
    confidence: rounded(confidence),
  }));
  const [best = { code: "und", ...namesOf("und"), confidence: 0 }, ...alternatives] = described;
  return {
    language: { ...best, script, direction, reliable },
    alternatives,
    ...(segments && { segments: segmentsOf(text, candidates) }),
  };
}

/** The stretches of one language each, in order. What cannot be told goes with what is before it. */
function segmentsOf(text: string, candidates: readonly string[]) {
  const segments: { code: string; start: number; end: number; text: string }[] = [];
  let open = 0;
  for (const { text: sentence, start, end } of splitSentences(text)) {
    const { guesses, reliable, script } = identify(sentence, candidates);
    const last = segments.at(-1);
    const sure = reliable || (script !== "Latn" && script !== "Zyyy");
    const code = guesses[0] && (sure || !last) ? guesses[0].code : (last?.code ?? "und");
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

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
