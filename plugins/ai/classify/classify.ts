import { pairUp } from "../lists.ts";
import type { TextInput } from "../request.ts";
import { roundScore } from "../round-score.ts";
import { score } from "../sentiment/score.ts";
import { scoreByDescriptions } from "./by-descriptions.ts";
import { scoreByExamples, toShares } from "./by-examples.ts";
import { type ClassifyOptions, type Label, toLabel } from "./options.ts";
import { type Taxonomy, taxonomies } from "./taxonomies.ts";

/** What is to be sorted, and under what. */
export type ClassifyInput = TextInput & ClassifyOptions;

/** How a text was classified. */
type ClassifyMethod = "examples" | "descriptions";

/** Scores of labels for a text, the best first, from examples where there are any. */
export function classify(input: ClassifyInput) {
  const { text, language, taxonomy, multi } = input;
  const labels = resolveLabels(input);
  const method: ClassifyMethod = labels.some(({ examples }) => examples.length > 0)
    ? "examples"
    : "descriptions";
  const signs = taxonomy ? measureSignals(text, taxonomy) : {};
  const found =
    method === "examples"
      ? { scores: scoreByExamples(text, labels, language), evidence: 1 }
      : scoreDescriptions(text, { labels, language, signs, multi });
  const scored = pairUp(labels, found.scores).map(([{ name }, score]) => ({ name, score }));
  return { ...rankLabels(scored, { ...input, isTold: found.evidence > 0 }), method };
}

/** The labels that are meant: the caller's or those of a taxonomy. */
export function resolveLabels({ labels, taxonomy }: ClassifyInput): Label[] {
  return taxonomy ? builtInLabels(taxonomy) : (labels ?? []).map(toLabel);
}

/** The labels over the threshold, the best first, and the best if anything speaks for it. */
export function rankLabels(
  labels: readonly { name: string; score: number }[],
  { threshold, multi, isTold }: Pick<ClassifyInput, "threshold" | "multi"> & { isTold: boolean },
) {
  const least = threshold ?? (multi ? 0.3 : 0);
  const scored = labels
    .map(({ name, score }) => ({ name, score: roundScore(score) }))
    .toSorted((a, b) => b.score - a.score);
  const [first] = scored;
  return {
    labels: scored.filter(({ score }) => score >= least),
    best: isTold && first !== undefined && first.score >= least ? first.name : null,
  };
}

interface Described {
  labels: readonly Label[];
  language: string;
  signs: Readonly<Record<string, number>>;
  multi: boolean;
}

/** Shares of 1, or with `multi` each label for itself: how much it says over what would be nothing. */
function scoreDescriptions(text: string, { labels, language, signs, multi }: Described) {
  const raw = scoreByDescriptions(text, labels, language);
  const weighed = pairUp(raw, labels).map(([value, { name }]) => value + (signs[name] ?? 0));
  const evidence = weighed.reduce((sum, value) => sum + value, 0);
  const scores = multi
    ? weighed.map((value) => value / (value + 2.5))
    : toShares(weighed.map((value) => value * 0.9));
  return { scores, evidence };
}

function builtInLabels(taxonomy: Taxonomy): Label[] {
  return Object.entries(taxonomies[taxonomy]).map(([name, words]) => ({
    name,
    description: "",
    keywords: words.split(" "),
    examples: [],
  }));
}

/** What tells a built-in label besides words: marks, capitals, and how the text feels. */
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
