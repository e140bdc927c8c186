import { findNames } from "../names/find-names.ts";
import { findMoney, findPercents, findQuantities } from "../recognize/amounts.ts";
import { findDates, findTimes } from "../recognize/dates.ts";
import { dropOverlaps, type TextEntity } from "../recognize/found.ts";
import { findEmails, findIps, findTags, findUrls } from "../recognize/internet.ts";
import { findCards, findIbans } from "../recognize/numbers.ts";
import { findPhones } from "../recognize/phones.ts";
import { findProductCodes } from "../recognize/product-codes.ts";
import type { TextInput } from "../request.ts";
import { getBaseLanguage } from "../text/words.ts";
import type { EntityOptions, EntityType } from "./request.ts";

/** A text, and the entity types to find in it. */
export interface EntitiesInput extends TextInput, EntityOptions {
  /** The reference time for words such as "tomorrow", in milliseconds since 1970. */
  now: number;
}

const recognizers: Readonly<Record<EntityType, (input: EntitiesInput) => Iterable<TextEntity>>> = {
  // Names of all three types are found together in a separate step.
  person: () => [],
  organization: () => [],
  location: () => [],
  date: ({ text, language, now }) => findDates(text, { language: getBaseLanguage(language), now }),
  time: ({ text }) => findTimes(text),
  money: ({ text }) => findMoney(text),
  percent: ({ text }) => findPercents(text),
  quantity: ({ text }) => findQuantities(text),
  email: ({ text }) => findEmails(text),
  url: ({ text }) => findUrls(text),
  phone: ({ text, language }) => findPhones(text, getBaseLanguage(language)),
  ip: ({ text }) => findIps(text),
  iban: ({ text }) => findIbans(text),
  credit_card: ({ text }) => findCards(text),
  hashtag: ({ text }) => findTags(text),
  mention: () => [],
  product_code: ({ text }) => findProductCodes(text),
};

/** Finds names, dates, sums and other entities, in the order of the text. */
export function findEntities(
  input: EntitiesInput,
  named: readonly TextEntity[] = findNames(input.text, input.language),
) {
  const names = Object.values(recognizers).flatMap((recognize) => [...recognize(input)]);
  const all = [...named, ...names];
  const wanted = new Set<string>(input.types ?? Object.keys(recognizers));
  const found = dropOverlaps(all).filter(({ type }) => wanted.has(type));
  const counts: Record<string, number> = {};
  for (const { type } of found) counts[type] = (counts[type] ?? 0) + 1;
  return {
    entities: found.map(({ type, start, end, normalized, confidence }) => ({
      text: input.text.slice(start, end),
      type: type as EntityType,
      start,
      end,
      ...(input.normalize && normalized !== undefined && { normalized }),
      confidence,
    })),
    counts,
  };
}
