export const genders = ["female", "male", "neutral"] as const;
export type Gender = (typeof genders)[number];
export const providers = ["embedded", "azure", "openai"] as const;

/** What is spoken where a request does not say. */
export const usualLanguage = "en-US";

/** Somebody who speaks. */
export interface Voice {
  /** What requests call it. */
  id: string;
  name: string;
  /** A BCP 47 tag of what it speaks, or `mul` where that is any language. */
  locale: string;
  gender: Gender;
  /** Who has it. */
  provider: (typeof providers)[number];
  /** Whether it speaks other languages than its own, too. */
  multilingual: boolean;
  /** Whether it speaks without the network. */
  offline: boolean;
  /** What its engine calls it, where that is not its id. */
  engineName?: string;
}

/** The language of a tag: `en` of `en-US`. */
export function getLanguage(tag: string): string {
  const [first = ""] = tag.toLowerCase().split("-", 1);
  return synonyms[first] ?? first;
}

/** Tags that mean the same, by ISO 639-3's macrolanguages and older use. */
const synonyms: Readonly<Record<string, string>> = {
  cmn: "zh",
  no: "nb",
  iw: "he",
  in: "id",
  tl: "fil",
};
