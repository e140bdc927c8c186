import { oneOf, t } from "hub";
import { promptModel } from "../language-model/ask-model.ts";
import type { ByModel } from "../language-model/choose-engine.ts";
import { findNames } from "../names/find-names.ts";
import type { TextEntity } from "../recognize/found.ts";
import { findOccurrences } from "../text/places.ts";
import { type EntitiesInput, findEntities } from "./entities.ts";

const schema = t.Object({
  names: t.Array(
    t.Object({
      text: t.String(),
      type: oneOf(["person", "organization", "location"]),
      confidence: t.Number({ minimum: 0, maximum: 1 }),
    }),
  ),
});
const instructions = `You find names in texts. Answer with all names of persons, organizations and locations in "text" as "names", each once. Each "text" stands in the text exactly as you write it: the whole name, without titles such as "Mr". "confidence" is how sure you are, from 0 to 1.`;
const namesMax = 300;

/**
 * Finds names with a language model and keeps those that occur in the text. Entities with their own notation, such
 * as dates and account numbers, still come from the rules: check digits are more reliable than a model.
 */
export const entitiesByModel: ByModel<EntitiesInput, ReturnType<typeof findEntities>> = async (
  input,
  doors,
  given,
) => {
  const { text, language } = input;
  const answer = await promptModel(
    {
      name: "entities",
      instructions,
      schema,
      data: { text, language },
      tokensMax: Math.min(4000, 300 + text.length),
      fault: ({ names: found }) => {
        const lost = found.filter((one) => findOccurrences(one.text, text).length === 0);
        return lost.length * 2 > found.length ? "most of the names are not in the text" : undefined;
      },
    },
    doors,
    given,
  );
  const known = new Map(findNames(text, language).map((one) => [`${one.start}-${one.end}`, one]));
  const found: TextEntity[] = answer.names.slice(0, namesMax).flatMap(({ text: name, ...one }) =>
    findOccurrences(name, text).map((place) => {
      const normalized = known.get(`${place.start}-${place.end}`)?.normalized;
      return { ...one, ...place, normalized };
    }),
  );
  return findEntities(input, found);
};
