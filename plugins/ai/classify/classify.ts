import { pairUp } from "../lists.ts";
import type { TextInput } from "../request.ts";
import { roundScore } from "../round-score.ts";
import { score } from "../word-ratings/score.ts";
import { scoreByDescriptions } from "./by-descriptions.ts";
import { scoreByExamples, toShares } from "./by-examples.ts";
import { type ClassifyOptions, type Label, toLabel } from "./request.ts";
import { loadTaxonomies, type Taxonomy } from "./taxonomies.ts";

/** A text to classify, with the labels or taxonomy. */
export type ClassifyInput = TextInput & ClassifyOptions;

/** The classification method. */
type ClassifyMethod = "examples" | "descriptions";

/** Returns the text, and the texts that describe each of the caller's labels. */
export function listTexts(input: ClassifyInput): { text: string; labels: string[][] } {
  const labels = input.taxonomy ? [] : resolveLabels(input);
  return {
    text: input.text,
    labels: labels.map(({ name, description, examples }) => [
      `${name.replaceAll(/[_-]/g, " ")} ${description}`.trim(),
      ...examples,
    ]),
  };
}

/**
 * Scores labels for a text, best first. Uses the labels' examples if there are any. `likeness` has the greatest likeness
 * of the text to a text of each label, if the hub has a model of sentences.
 */
export function classify(input: ClassifyInput, likeness?: readonly number[]) {
  const { text, language, taxonomy, multi } = input;
  const labels = resolveLabels(input);
  const method: ClassifyMethod = labels.some(({ examples }) => examples.length > 0)
    ? "examples"
    : "descriptions";
  const signs = taxonomy ? measureSignals(text, taxonomy) : {};
  const found =
    method === "examples"
      ? { scores: scoreByExamples(text, labels, { language, likeness }), evidence: 1 }
      : scoreDescriptions(text, { labels, language, signs, multi, likeness });
  const scored = pairUp(labels, found.scores).map(([{ name }, score]) => ({ name, score }));
  return { ...rankLabels(scored, { ...input, hasEvidence: found.evidence > 0 }), method };
}

/** Returns the caller's labels or those of the taxonomy. */
export function resolveLabels({ labels, taxonomy }: ClassifyInput): Label[] {
  return taxonomy ? builtInLabels(taxonomy) : (labels ?? []).map(toLabel);
}

/** Returns the labels above the threshold, best first, and the best one if there is any evidence for it. */
export function rankLabels(
  labels: readonly { name: string; score: number }[],
  {
    threshold,
    multi,
    hasEvidence,
  }: Pick<ClassifyInput, "threshold" | "multi"> & { hasEvidence: boolean },
) {
  const least = threshold ?? (multi ? 0.3 : 0);
  const scored = labels
    .map(({ name, score }) => ({ name, score: roundScore(score) }))
    .toSorted((a, b) => b.score - a.score);
  const [first] = scored;
  return {
    labels: scored.filter(({ score }) => score >= least),
    best: hasEvidence && first !== undefined && first.score >= least ? first.name : null,
  };
}

interface Described {
  labels: readonly Label[];
  language: string;
  signs: Readonly<Record<string, number>>;
  multi: boolean;
  likeness: readonly number[] | undefined;
}

/** Likeness of unrelated texts, and the weight of any excess, in addition to the relevance of words. */
const likenessMin = 0.2;
const likenessWeight = 20;

/**
 * Scores labels by their descriptions. With `multi` each label is scored independently, otherwise scores add up to
 * 1.
 */
function scoreDescriptions(
  text: string,
  { labels, language, signs, multi, likeness = [] }: Described,
) {
  const raw = scoreByDescriptions(text, labels, language);
  const weighed = pairUp(raw, labels).map(([value, { name }], index) => {
    const meaning = Math.max(0, (likeness[index] ?? 0) - likenessMin);
    return value + (signs[name] ?? 0) + likenessWeight * meaning;
  });
  const evidence = weighed.reduce((sum, value) => sum + value, 0);
  const scores = multi
    ? weighed.map((value) => value / (value + 2.5))
    : toShares(weighed.map((value) => value * 0.9));
  return { scores, evidence };
}

function builtInLabels(taxonomy: Taxonomy): Label[] {
  return Object.entries(loadTaxonomies()[taxonomy]).map(([name, words]) => ({
    name,
    description: "",
    keywords: words.split(" "),
    examples: [],
  }));
}

/** Measures signals for built-in labels other than words: punctuation, capitals and sentiment. */
function measureSignals(text: string, taxonomy: Taxonomy): Readonly<Record<string, number>> {
  const marks = [...text].filter((char) => char === "!").length;
  const letters = [...text].filter((char) => /\p{L}/u.test(char));
  const capitals = letters.filter((char) => char !== char.toLowerCase()).length;
  const shouts = letters.length > 12 && capitals / letters.length > 0.4;
  if (taxonomy === "spam")
    return {
      spam:
        Math.min(marks, 4) * 0.5 +
        (shouts ? 1.5 : 0) +
        (/[$€£]\s?\d|\d\s?%|https?:/.test(text) ? 1 : 0),
      legitimate: 0.8,
    };
  const { compound } = score(text);
  if (taxonomy === "urgency")
    return { critical: shouts ? 1 : 0, high: Math.min(marks, 3) * 0.4, normal: 0.8, low: 0 };
  if (taxonomy === "toxicity")
    return { toxic: compound < -0.3 ? -compound * 0.8 : 0, neutral: compound >= 0 ? 1.2 : 0.5 };
  if (taxonomy === "intent")
    return {
      question: /[?？]/.test(text) ? 2 : 0,
      complaint: compound < -0.2 ? -compound * 2 : 0,
      thanks: 0,
    };
  return {};
}
