import { oneOf, t } from "hub";
import { classifyOptions, labelName } from "../classify/request.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";
import { answer, answerFields, sentenceModel } from "../response.ts";

export default ai.route({
  summary: "Classify a text",
  tool: { fields: ["text", "labels"] },
  keywords: "text classification, categorize text, intent detection, spam detection",
  description:
    "Sorts messages, tickets and articles into your own labels, or those of a taxonomy, best first. If any label has examples, a logistic regression on words and parts of words learns from them; otherwise by what it has in common with the labels' names, descriptions and keywords. If the operator has added the model of sentences (`bun run data refresh ai --model all-minilm-l6-v2`), the meaning of English texts counts as well. `best` is null if nothing in the text points to a label. The built-in taxonomies are for English texts.",
  body: t.Object({
    ...textFields,
    ...classifyOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    sentence_model: sentenceModel,
    labels: t.Array(
      t.Object({
        name: labelName,
        score: t.Number({ description: "From 0 to 1; without `multi`, all scores add up to 1" }),
      }),
      { description: "The labels above the threshold, best first" },
    ),
    best: t.Union([t.String(), t.Null()], {
      description: "The best label, or null if nothing points to one",
    }),
    method: oneOf(["examples", "descriptions", "model"], {
      description: "Method of classification",
    }),
  }),
  plain: "best",
  heavy: true,
  bodyBytesMax: 4_194_304,
  headers: ["x-degraded"],
  example: {
    body: {
      text: "My parcel has not arrived and the tracking page shows nothing.",
      labels: ["billing", "shipping", { name: "bug", examples: ["The app crashes when I log in"] }],
    },
  },
  async handler(doors) {
    const { labels, taxonomy } = doors.body;
    if ((labels === undefined) === (taxonomy === undefined))
      throw ai.error(
        "invalid_input",
        `The body must have either labels or taxonomy: it has ${labels ? "both" : "neither"}`,
        { at: "body.labels" },
      );
    const names = (labels ?? []).map((label) => (typeof label === "string" ? label : label.name));
    const twice = names.find((one, index) => names.indexOf(one) < index);
    if (twice !== undefined)
      throw ai.error(
        "invalid_input",
        `body.labels must be distinct: "${twice}" occurs more than once`,
        {
          at: "body.labels",
        },
      );
    const { classify, listTexts } = await import("../classify/classify.ts");
    const { findLikeness } = await import("../text/sentence-vectors.ts");
    const { classifyByModel } = await import("../classify/by-model.ts");
    return answer(doors.body, {
      doors,
      async embedded(input) {
        const likeness = await findLikeness(() => listTexts(input), input.language, doors);
        return { ...classify(input, likeness?.scores), sentence_model: likeness?.model ?? null };
      },
      model: classifyByModel,
    });
  },
});
