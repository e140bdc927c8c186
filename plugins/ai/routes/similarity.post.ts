import { oneOf, t } from "hub";
import { answer, answerFields } from "../answer.ts";
import ai from "../plugin.ts";
import { checkLength, checkTotal, ownProvider, textFields } from "../request.ts";
import { similarityOptions } from "../similarity/options.ts";

const { candidatesMax, textsMax } = ai.limits;

export default ai.route({
  summary: "Tell how alike texts are",
  description:
    "Compares `text` with each of `candidates`, or with `matrix` every two of `texts`. All scores are from 0 to 1; `bm25` is not the same both ways. Of texts over 600 characters, `levenshtein` and `blend` count the edits of their first 600 words.",
  body: t.Object({
    text: t.Optional(textFields.text),
    candidates: t.Optional(
      t.Array(t.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: candidatesMax,
        description: "What to compare the text with",
      }),
    ),
    matrix: t.Boolean({ default: false, description: "Whether to compare every two of `texts`" }),
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
      description: "Whether to tell what is different in the best candidate, if both are short",
    }),
    language: textFields.language,
    provider: ownProvider,
  }),
  response: t.Object({
    ...answerFields,
    results: t.Array(
      t.Object({
        index: t.Integer({ description: "Which candidate, from 0" }),
        score: t.Number({ description: "How alike it is, from 0 to 1" }),
      }),
      { description: "The candidates, the most alike first; empty with `matrix`" },
    ),
    matrix: t.Optional(
      t.Array(t.Array(t.Number()), { description: "With `matrix`: the score of every two texts" }),
    ),
    duplicates: t.Array(
      t.Object({
        indexes: t.Array(t.Integer(), { description: "Which ones" }),
        score: t.Number({ description: "The least score between neighbours" }),
      }),
      {
        description: "Candidates that say what the text says, or groups of texts that say the same",
      },
    ),
    diff: t.Optional(
      t.Array(
        t.Object({
          kind: oneOf(["same", "removed", "added"], {
            description:
              "Whether the stretch is in both, in the text alone, or in the candidate alone",
          }),
          text: t.String({ description: "The stretch" }),
        }),
        { description: "From the text to the best candidate" },
      ),
    ),
  }),
  heavy: true,
  bodyBytesMax: 4_194_304,
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
    if (matrix ? !texts || text || candidates : !text || !candidates || texts)
      throw ai.error(
        "invalid_input",
        `The body must have ${matrix ? "texts alone with matrix" : "text and candidates without matrix"}: it has ${given.join(" and ") || "none of these"}`,
        { at: matrix ? "body.texts" : "body.candidates" },
      );
    const others = matrix ? texts! : candidates!;
    const at = matrix ? "body.texts" : "body.candidates";
    for (const [index, one] of others.entries()) checkLength(one, { at: `${at}.${index}` });
    checkTotal(others, at);
    const { rankSimilar, compareAll } = await import("../similarity/similarity.ts");
    const { language, method, duplicate_threshold } = options;
    const common = { language, provider: options.provider, text: text ?? texts![0]! };
    return answer(common, {
      doors,
      embedded: (input) => {
        const how = { language: input.language, method, duplicate_threshold };
        return matrix
          ? compareAll(others, how)
          : rankSimilar(input.text, others, { ...how, diff: options.diff });
      },
    });
  },
});
