import { oneOf, t } from "hub";
import { itemAt } from "../lists.ts";
import ai from "../plugin.ts";
import { checkLength, checkTotal, ownProvider, textFields } from "../request.ts";
import { answer, answerFields, sentenceModel } from "../response.ts";
import { conflicts, similarityOptions } from "../similarity/request.ts";

const { candidatesMax, textsMax } = ai.limits;

export default ai.route({
  summary: "Compare texts",
  keywords: "semantic similarity, compare sentences, duplicate detection, plagiarism",
  description:
    "Compares `text` with each of `candidates` or, with `matrix`, every pair of `texts`. All scores are from 0 to 1; `bm25` is not symmetric. `levenshtein` and `blend` count edits by character if both texts have at most 600 characters, and otherwise by word, in the first 600 words. `meaning` and `blend` know about 500 common English synonyms, and those of WordNet if the operator has added it: `bun run data refresh ai/wordnet`. If the operator has added the model of sentences (`bun run data refresh ai --model all-minilm-l6-v2`), it compares English texts, so that paraphrases without a word in common are similar. The scores of both methods are lower if short texts conflict: `conflicts` lists negations (14 languages), opposites (English), numbers, names and exchanged roles. Other methods only report these. In other languages, `meaning` is otherwise `tfidf`. A different word is no conflict, so that “a dog” and “a cat” remain similar.",
  body: t.Object({
    text: t.Optional(textFields.text),
    candidates: t.Optional(
      t.Array(t.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: candidatesMax,
        description: "The texts to compare `text` with",
      }),
    ),
    matrix: t.Boolean({ default: false, description: "Whether to compare every pair of `texts`" }),
    texts: t.Optional(
      t.Array(t.String({ minLength: 1 }), {
        minItems: 2,
        maxItems: textsMax,
        description: "The texts to compare, with `matrix`",
      }),
    ),
    ...similarityOptions.properties,
    diff: t.Boolean({
      default: false,
      description:
        "Whether to return the differences from the best candidate, if both texts are short enough",
    }),
    language: textFields.language,
    provider: ownProvider,
  }),
  response: t.Object({
    ...answerFields,
    sentence_model: sentenceModel,
    results: t.Array(
      t.Object({
        index: t.Integer({ description: "Index of the candidate, from 0" }),
        score: t.Number({ description: "Similarity, from 0 to 1" }),
        conflicts: t.Optional(
          t.Array(oneOf(conflicts), {
            description:
              "How the candidate conflicts with the text though it has nearly the same words: a negation, an opposite, another number, another name, or exchanged roles",
          }),
        ),
      }),
      { description: "The candidates, most similar first; empty with `matrix`" },
    ),
    matrix: t.Optional(
      t.Array(t.Array(t.Number()), {
        description: "With `matrix`: the score of every pair of texts",
      }),
    ),
    duplicates: t.Array(
      t.Object({
        indexes: t.Array(t.Integer(), { description: "Indexes of the texts" }),
        score: t.Number({ description: "The lowest score that links the texts" }),
      }),
      {
        description:
          "Candidates that are duplicates of the text, or groups of texts that are duplicates of each other",
      },
    ),
    diff: t.Optional(
      t.Array(
        t.Object({
          kind: oneOf(["same", "removed", "added"], {
            description:
              "Whether the segment is in both texts, only in `text`, or only in the candidate",
          }),
          text: t.String({ description: "The text of the segment" }),
        }),
        { description: "The differences from the text to the best candidate" },
      ),
    ),
  }),
  heavy: true,
  bodyBytesMax: 4_194_304,
  headers: ["x-degraded"],
  example: {
    body: {
      text: "How do I reset my password?",
      candidates: ["Opening hours of the shop", "I forgot my password, how can I reset it?"],
    },
  },
  async handler(doors) {
    const { text, candidates, texts, matrix, ...options } = doors.body;
    const given = Object.entries({ text, candidates, texts }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
    const others = matrix ? texts : candidates;
    if (!others || (matrix ? text || candidates : !text || texts))
      throw ai.error(
        "invalid_input",
        `The body must have ${matrix ? "only texts with matrix" : "text and candidates without matrix"}: it has ${given.join(" and ") || "none of these"}`,
        { at: matrix ? "body.texts" : "body.candidates" },
      );
    const at = matrix ? "body.texts" : "body.candidates";
    for (const [index, one] of others.entries()) checkLength(one, { at: `${at}.${index}` });
    checkTotal(others, at);
    const { rankSimilar, compareAll, isEnglish } = await import("../similarity/similarity.ts");
    const { embedSentences } = await import("../text/sentence-vectors.ts");
    const { loadWordNet } = await import("../similarity/word-net.ts");
    const { language, method, duplicate_threshold } = options;
    const hasMeaning = method === "meaning" || method === "blend";
    const wordNet = hasMeaning ? await loadWordNet(await doors.data.get("wordnet")) : undefined;
    const common = { language, provider: options.provider, text: text ?? itemAt(others, 0) };
    return answer(common, {
      doors,
      async embedded(input) {
        const all = matrix ? others : [input.text, ...others];
        const hasVectors = hasMeaning && isEnglish(input.language);
        const sentences = hasVectors ? await embedSentences(all, doors) : undefined;
        const { language } = input;
        const comparison = { language, method, wordNet, sentences, duplicate_threshold };
        const found = matrix
          ? compareAll(others, comparison)
          : rankSimilar(input.text, others, { ...comparison, diff: options.diff });
        return { ...found, sentence_model: sentences?.model ?? null };
      },
    });
  },
});
