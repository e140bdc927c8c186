import { money, percents, quantities } from "../recognize/amounts.ts";
import { dates, times } from "../recognize/dates.ts";
import { type Found, withoutOverlaps } from "../recognize/found.ts";
import { emails, ips, tags, urls } from "../recognize/internet.ts";
import { cards, ibans } from "../recognize/numbers.ts";
import { phones } from "../recognize/phones.ts";
import { productCodes } from "../recognize/product-codes.ts";
import { base } from "../text/words.ts";
import { names } from "./names.ts";
import type { EntityType } from "./options.ts";

/** What is to be found, and in what. */
export interface EntitiesInput {
  text: string;
  language: string;
  types?: readonly EntityType[];
  normalize: boolean;
  /** What words such as "tomorrow" count from, in milliseconds since 1970. */
  now: number;
}

const recognizers: Readonly<Record<EntityType, (input: EntitiesInput) => Iterable<Found>>> = {
  // Names of all three types are found together, apart from the rest.
  person: () => [],
  organization: () => [],
  location: () => [],
  date: ({ text, language, now }) => dates(text, { language: base(language), now }),
  time: ({ text }) => times(text),
  money: ({ text }) => money(text),
  percent: ({ text }) => percents(text),
  quantity: ({ text }) => quantities(text),
  email: ({ text }) => emails(text),
  url: ({ text }) => urls(text),
  phone: ({ text, language }) => phones(text, base(language)),
  ip: ({ text }) => ips(text),
  iban: ({ text }) => ibans(text),
  credit_card: ({ text }) => cards(text),
  hashtag: ({ text }) => tags(text),
  mention: () => [],
  product_code: ({ text }) => productCodes(text),
};

/** Names, dates, sums and other things that a text speaks of, in its order. */
export function entities(
  input: EntitiesInput,
  named: readonly Found[] = names(input.text, input.language),
) {
  const noted = Object.values(recognizers).flatMap((recognize) => [...recognize(input)]);
  const all = [...named, ...noted];
  const wanted = new Set<string>(input.types ?? Object.keys(recognizers));
  const found = withoutOverlaps(all).filter(({ type }) => wanted.has(type));
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
