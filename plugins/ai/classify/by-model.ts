import { t } from "hub";
import { promptModel } from "../language-model/ask-model.ts";
import type { ByModel } from "../language-model/choose-engine.ts";
import { type ClassifyInput, rankLabels, resolveLabels } from "./classify.ts";

const schema = t.Object({
  labels: t.Array(t.Object({ name: t.String(), score: t.Number({ minimum: 0, maximum: 1 }) })),
  unclear: t.Boolean(),
});
const instructions = `You sort texts under labels. Answer with each of "labels" by its "name" as it is given, and how well it fits "text" as its "score", from 0 to 1: each for itself where "multi" is true, and else so that all scores make 1 together. The "description", "keywords" and "examples" of a label say what it means. "unclear" tells whether nothing speaks for any of them.`;

interface Classified extends ReturnType<typeof rankLabels> {
  method: "examples" | "descriptions" | "model";
  /** The model of sentences that the embedded engine used. */
  sentence_model: string | null;
}

/** Scores labels for a text with a language model. */
export const classifyByModel: ByModel<ClassifyInput, Classified> = async (input, doors, given) => {
  const { text, language, multi } = input;
  const labels = resolveLabels(input);
  const names = new Set(labels.map(({ name }) => name));
  const answer = await promptModel(
    {
      name: "classify",
      instructions,
      schema,
      data: { text, language, labels, multi },
      tokensMax: 200 + 60 * labels.length,
      fault: (found) =>
        found.labels.length === names.size &&
        names.symmetricDifference(new Set(found.labels.map(({ name }) => name))).size === 0
          ? undefined
          : "it does not have each label exactly once",
    },
    doors,
    given,
  );
  const scores = new Map(answer.labels.map(({ name, score }) => [name, score]));
  const total = multi ? 1 : [...scores.values()].reduce((sum, score) => sum + score, 0) || 1;
  const scored = labels.map(({ name }) => ({ name, score: (scores.get(name) ?? 0) / total }));
  const hasEvidence = !answer.unclear && scored.some(({ score }) => score > 0);
  return {
    ...rankLabels(scored, { ...input, hasEvidence }),
    method: "model",
    sentence_model: null,
  };
};
