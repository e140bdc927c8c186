import { oneOf, t } from "hub";
import { answer, answerFields, spanFields } from "../answer.ts";
import { entityOptions, entityTypes } from "../entities/options.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";

export default ai.route({
  summary: "Find names, dates, sums and other things in a text",
  description:
    "Names by rules and lists, in English by a tagger too; the rest by their notation, with check digits where they have some. Nothing overlaps.",
  body: t.Object({
    ...textFields,
    ...entityOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    entities: t.Array(
      t.Object({
        text: t.String({ description: "As it stands in the text" }),
        type: oneOf(entityTypes, { description: "What it is" }),
        ...spanFields,
        normalized: t.Optional(
          t.String({ description: "The form that compares, if there is one" }),
        ),
        confidence: t.Number({ description: "How sure it is, from 0 to 1" }),
      }),
      { description: "In the order of the text" },
    ),
    counts: t.Record(t.String(), t.Integer(), { description: "How many there are of each type" }),
  }),
  heavy: true,
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
