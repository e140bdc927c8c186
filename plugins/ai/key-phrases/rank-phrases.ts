import { itemAt } from "../lists.ts";
import { getBaseLanguage, isCapitalized } from "../text/words.ts";
import { extractTerms, type Run, type Terms } from "./terms.ts";
import { type TermWeighting, weighTerms } from "./weigh.ts";

/** A sequence of words, with its relevance and its places in the text. */
interface Phrase {
  key: string;
  phrase: string;
  words: number;
  score: number;
  positions: { start: number; end: number }[];
}

interface RankingOptions {
  language: string;
  /** Maximum number of phrases. */
  top: number;
  method: TermWeighting;
  /** Maximum number of words in a phrase. */
  max_ngram: number;
  stopwords: readonly string[];
}

/** Returns the key phrases of a text, most relevant first. None repeats a better one. */
export function rankPhrases(
  text: string,
  { top, method, max_ngram, ...options }: RankingOptions,
): Phrase[] {
  const terms = extractTerms(text, options);
  const candidates = collectCandidates(terms, { text, max: max_ngram, ...options });
  return dropRepetitions(scoreCandidates(text, candidates, weighTerms(terms, method)), top);
}

interface Candidate extends Phrase {
  keys: readonly string[];
  forms: Map<string, number>;
}

interface Limits {
  text: string;
  max: number;
  language: string;
}

/** Returns every sequence of up to `max` words within the runs of meaningful words. */
function collectCandidates({ runs }: Terms, { text, max, language }: Limits): Candidate[] {
  const found = new Map<string, Candidate>();
  const isGerman = getBaseLanguage(language) === "de";
  for (const run of runs)
    for (let from = 0; from < run.length; from++)
      for (let to = from; to < Math.min(run.length, from + max); to++)
        // A German phrase is about its last word, a capitalized noun.
        if (!isGerman || isCapitalized(itemAt(run, to).text))
          collect(found, { text, run, from, to });
  return [...found.values()];
}

interface Stretch {
  text: string;
  run: Run;
  from: number;
  to: number;
}

function collect(found: Map<string, Candidate>, { text, run, from, to }: Stretch): void {
  const terms = run.slice(from, to + 1);
  const key = terms.map((term) => term.key).join(" ");
  const [first, last] = [itemAt(terms, 0), itemAt(terms, terms.length - 1)];
  const [start, end] = [first.start, last.start + last.lower.length];
  const form = text.slice(start, end);
  const candidate = found.get(key) ?? {
    key,
    phrase: form,
    words: terms.length,
    score: 0,
    positions: [] as Candidate["positions"],
    keys: terms.map((term) => term.key),
    forms: new Map(),
  };
  candidate.positions.push({ start, end });
  candidate.forms.set(form, (candidate.forms.get(form) ?? 0) + 1);
  found.set(key, candidate);
}

/** Scores phrases by the mean weight of their words. Longer and more frequent phrases score higher. */
function scoreCandidates(
  text: string,
  candidates: readonly Candidate[],
  weights: ReadonlyMap<string, number>,
): Phrase[] {
  const length = Math.max(1, text.length);
  return candidates
    .map((candidate) => {
      const { keys, forms, words, positions } = candidate;
      const mean = keys.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0) / keys.length;
      const early = 1 + 0.2 * (1 - getStart(candidate) / length);
      const byCount = [...forms].toSorted((a, b) => b[1] - a[1] || compareForms(a[0], b[0]));
      const [phrase] = itemAt(byCount, 0);
      const isName = phrase !== phrase.toLowerCase() && words > 1;
      const worth = 0.75 + 0.6 * Math.log2(words) + (isName ? 0.15 : 0);
      return {
        ...candidate,
        phrase,
        score: mean * worth * (1 + Math.log(positions.length)) ** 0.75 * early,
      };
    })
    .toSorted((a, b) => b.score - a.score || getStart(a) - getStart(b));
}

/** Returns the position of a phrase's first occurrence. */
function getStart({ positions }: Pick<Phrase, "positions">): number {
  return itemAt(positions, 0).start;
}

/** Compares equally common forms, lower case first: a capitalized form may just have opened a sentence. */
function compareForms(a: string, b: string): number {
  return Number(a !== a.toLowerCase()) - Number(b !== b.toLowerCase()) || a.length - b.length;
}

/** Returns the best phrases without those that repeat a better one. */
function dropRepetitions(phrases: readonly Phrase[], top: number): Phrase[] {
  const chosen: Phrase[] = [];
  for (const phrase of phrases) {
    if (chosen.length >= top) break;
    const padded = ` ${phrase.key} `;
    const isRepetition = chosen.some((other) => {
      const theirs = ` ${other.key} `;
      if (theirs.includes(padded)) return phrase.positions.length <= other.positions.length * 2;
      return padded.includes(theirs) && phrase.positions.length === 1 && other.positions.length > 2
        ? false
        : padded.includes(theirs);
    });
    if (!isRepetition) chosen.push(phrase);
  }
  return chosen;
}
