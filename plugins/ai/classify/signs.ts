import { score } from "../sentiment/score.ts";
import type { Taxonomy } from "./taxonomies.ts";

/** What tells a built-in label besides words: marks, capitals, and how the text feels. */
export function signsOf(text: string, taxonomy: Taxonomy): Readonly<Record<string, number>> {
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
