import { oneOf, t } from "hub";
import { answer, answerFields } from "../answer.ts";
import { classifyOptions, labelName } from "../classify/options.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";

export default ai.route({
  summary: "Sort a text under labels",
  description:
    "With examples for any label: by naive Bayes and the nearest centroid. Without: by what the labels' names, descriptions and keywords have in common with the text. `best` is null where nothing speaks for any label. The built-in taxonomies are of English words.",
  body: t.Object({
    ...textFields,
    ...classifyOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    labels: t.Array(
      t.Object({
        name: labelName,
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
