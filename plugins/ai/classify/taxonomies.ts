import { openTexts } from "hub/data-file";

const taxonomies = ["topics", "intent", "spam", "urgency", "toxicity"] as const;

export type Taxonomy = (typeof taxonomies)[number];

/** Reads the built-in sets of labels, each label with its indicative words. */
export const loadTaxonomies = openTexts(new URL("./taxonomies.txt", import.meta.url), taxonomies);
