import { icons, metadata } from "@iconify-json/fluent-emoji-flat";
import { asTable } from "hub";
import drawings from "../figures/drawings.json" with { type: "json" };
import data from "./nouns.json" with { type: "json" };

/** The kinds of trees that are grown instead of drawn, because they change with the season. */
export const treeKinds = ["tree", "pine", "blossom-tree"] as const;
export type TreeKind = (typeof treeKinds)[number];

/** The surface or medium that a figure belongs to. */
type Habitat = "ground" | keyof typeof data.habitats;

/** A kind of thing that can be drawn at a position: an illustration, a drawing of our own, or a tree. */
export interface Figure {
  name: string;
  category: string;
  /** The usual height, in metres. */
  meters: number;
  habitat: Habitat;
  isPerson: boolean;
  isAnimal: boolean;
}

/** Splits a list of names. */
export function parseNames(text: string): Set<string> {
  return new Set(text.split(" "));
}

/** Names that mean something else in a prompt, or that no picture should show on its own. */
const notThings = parseNames(data.notThings);
const plants = parseNames(data.plants);
const metersByName = indexNames(data.meters);
const habitatByName = indexNames(data.habitats);
const categoryMeters: Readonly<Record<string, number>> = asTable(data.categoryMeters);
const toneEnding = /-(?:light|medium-light|medium|medium-dark|dark)$/;
const genders = /^(?:wo)?man-|^person-/;

/** Returns the key under which each name of a table is listed. */
function indexNames(table: Readonly<Record<string, string>>): Map<string, string> {
  const entries = Object.entries(table);
  return new Map(entries.flatMap(([key, names]) => names.split(" ").map((name) => [name, key])));
}

/** All figures by name. */
export const figures: ReadonlyMap<string, Figure> = buildFigures();

function buildFigures(): Map<string, Figure> {
  const all = new Map<string, Figure>();
  for (const [category, names] of Object.entries(metadata.categories ?? {}))
    for (const name of names)
      if (!toneEnding.test(name) && category !== "Symbols")
        all.set(name, buildFigure(name, category));
  for (const name of [...treeKinds, ...Object.keys(drawings)])
    all.set(name, buildFigure(name, "Travel & Places"));
  return all;
}

function buildFigure(name: string, category: string): Figure {
  const base = name.replace(genders, "person-");
  const isPerson =
    category === "People & Body" &&
    icons.icons[`${name}-medium`] !== undefined &&
    !/hand|finger|fist|thumb|^(?:leg|foot|ear|nose|bone)$|ear-with/.test(name);
  const usual = isPerson ? 1.7 : (categoryMeters[category] ?? 0.4);
  return {
    name,
    category,
    meters: Number(metersByName.get(name) ?? usual),
    habitat: (habitatByName.get(name) ?? habitatByName.get(base) ?? "ground") as Habitat,
    isPerson: isPerson || ["person-zombie", "person-genie", "santa-claus"].includes(base),
    isAnimal: category === "Animals & Nature" && !plants.has(name),
  };
}

/** The figures of nouns and noun phrases in the singular, or the scenery that the layers paint. */
export const nounWords = buildWords();

function buildWords(): ReadonlyMap<string, { figure?: Figure; scenery?: string }> {
  const words = new Map<string, { figure?: Figure; scenery?: string }>();
  for (const figure of figures.values()) {
    if (notThings.has(figure.name)) continue;
    const phrase = figure.name.replaceAll("-", " ");
    // "lying" isn't the lying face.
    const isMood = figure.category === "Smileys & Emotion";
    const short = isMood ? phrase : phrase.replace(/ face$/, "");
    words.set(phrase, { figure });
    words.set(short, words.get(short) ?? { figure });
  }
  for (const [name, phrases] of Object.entries(data.synonyms)) {
    const figure = figures.get(name);
    if (!figure) throw new Error(`No illustration is called "${name}"`);
    for (const phrase of phrases.split(", ")) words.set(phrase, { figure });
  }
  for (const [scenery, phrases] of Object.entries(data.scenery))
    for (const phrase of phrases.split(", ")) words.set(phrase, { scenery });
  return words;
}
