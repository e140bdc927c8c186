import { oneOf, t } from "hub";
import { answer, answerFields } from "../answer.ts";
import { taxonomyNames } from "../classify/options.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";

const name = t.String({ minLength: 1, maxLength: 100, description: "What it is called" });

export default ai.route({
  summary: "Sort a text under labels",
  description:
    "With examples for any label: by naive Bayes and the nearest centroid. Without: by what the labels' names, descriptions and keywords have in common with the text. `best` is null where nothing speaks for any label. The built-in taxonomies are of English words.",
  body: t.Object({
    ...textFields,
    labels: t.Optional(
      t.Array(
        t.Union([
          name,
          t.Object({
            name,
            description: t.Optional(t.String({ maxLength: 500, description: "What it means" })),
            keywords: t.Optional(
              t.Array(t.String({ minLength: 1, maxLength: 100 }), {
                maxItems: 50,
                description: "Words that tell it",
              }),
            ),
            examples: t.Optional(
              t.Array(t.String({ minLength: 1, maxLength: 2000 }), {
                maxItems: 20,
                description: "Texts that have it",
              }),
            ),
          }),
        ]),
        { minItems: 2, maxItems: 50, description: "The labels: names, or what they mean too" },
      ),
    ),
    taxonomy: t.Optional(
      oneOf(taxonomyNames, { description: "Labels that are built in, instead of `labels`" }),
    ),
    multi: t.Boolean({
      default: false,
      description: "Whether several labels may hold: then their scores are each for itself",
    }),
    threshold: t.Optional(
      t.Number({
        minimum: 0,
        maximum: 1,
        description: "The least score to be named; 0.3 with `multi`, else 0",
      }),
    ),
  }),
  response: t.Object({
    ...answerFields,
    labels: t.Array(
      t.Object({
        name,
        score: t.Number({ description: "From 0 to 1; without `multi`, all are 1" }),
      }),
      { description: "The labels over the threshold, the best first" },
    ),
    best: t.Union([t.String(), t.Null()], {
      description: "The best label, if any speaks for itself",
    }),
    method: oneOf(["examples", "descriptions", "model"], { description: "What it was told by" }),
  }),
  plain: "best",
  heavy: true,
  bodyBytesMax: 4_194_304,
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
      throw ai.error("invalid_input", `body.labels must differ: "${twice}" is there twice`, {
        at: "body.labels",
      });
    const { classify } = await import("../classify/classify.ts");
    const { classifyByModel } = await import("../classify/by-model.ts");
    return answer(doors.body, { doors, embedded: classify, model: classifyByModel });
  },
});
