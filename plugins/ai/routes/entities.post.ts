import { oneOf, t } from "hub";
import { entityOptions, entityTypes } from "../entities/request.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";
import { answer, answerFields, spanFields } from "../response.ts";

export default ai.route({
  summary: "Find names, dates, amounts of money and other entities in a text",
  keywords: "named entity recognition, ner, extract names, extract dates",
  description:
    "Finds names by rules and lists, and in English also with a tagger. Everything else is recognized by its notation and verified by its check digits, if it has any. Entities never overlap.",
  body: t.Object({
    ...textFields,
    ...entityOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    entities: t.Array(
      t.Object({
        text: t.String({ description: "The entity, exactly as it appears in the text" }),
        type: oneOf(entityTypes, { description: "Type of the entity" }),
        ...spanFields,
        normalized: t.Optional(t.String({ description: "A normalized form, if there is one" })),
        confidence: t.Number({ description: "Confidence, from 0 to 1" }),
      }),
      { description: "The entities, in the order of the text" },
    ),
    counts: t.Record(t.String(), t.Integer(), { description: "Number of entities of each type" }),
  }),
  heavy: true,
  headers: ["x-degraded"],
  example: {
    body: {
      text: "Christine Lagarde of the European Central Bank spoke in Frankfurt on 14 September 2023: rates rise to 4%.",
    },
  },
  async handler(doors) {
    const { findEntities } = await import("../entities/entities.ts");
    const { entitiesByModel } = await import("../entities/by-model.ts");
    const body = { ...doors.body, now: doors.clock() };
    return answer(body, {
      doors,
      embedded: (input) => findEntities(input),
      model: entitiesByModel,
    });
  },
});
