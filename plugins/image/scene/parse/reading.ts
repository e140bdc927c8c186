import type { Rgb } from "../../color/rgb.ts";
import type palettes from "../stage/palettes.json";
import type { Figure } from "./nouns.ts";

/** The time of day, which decides the light. */
export type Time = keyof typeof palettes.skies;

type Weather = "clear" | "cloudy" | "rain" | "storm" | "snow" | "fog";

/** The mood, which shifts the colours. */
export type Mood = keyof typeof palettes.moods;

/** The composition. Scenes aren't painted from the top. */
type Composition = "close-up" | "wide" | "top";

/** The relations of one thing to another in the picture. */
export const relationKinds = [
  "riding",
  "on",
  "in",
  "wearing",
  "holding",
  "under",
  "behind",
  "in front of",
  "above",
  "next to",
] as const;
export type RelationKind = (typeof relationKinds)[number];

export interface Relation {
  kind: RelationKind;
  to: Thing;
}

/** A thing that the prompt names and that can be drawn. */
export interface Thing {
  id: number;
  /** The name of the figure, or of the scenery that a layer paints. */
  name: string;
  /** The word of the prompt, in the singular: "jungle" for a forest. */
  word: string;
  /** Undefined for scenery. */
  figure: Figure | undefined;
  /** The number, if the prompt gives one. */
  count: number | undefined;
  /** Whether there are several without a number. */
  isPlural: boolean;
  colors: NamedColor[];
  /** From 0.65, small, to 1.35, large. */
  size: number;
  relation: Relation | undefined;
  /** Whether it sits on the object of its relation. */
  isSeated: boolean;
}

export interface NamedColor {
  name: string;
  rgb: Rgb;
}

/** The properties of the whole picture. */
export interface Circumstances {
  time: Time;
  weather: Weather;
  season: keyof typeof palettes.seasons;
  mood: Mood;
  composition: Composition;
}

/** A property that a word requests. The painters report which of them the picture has. */
export interface Ask {
  part:
    | keyof Circumstances
    | "thing"
    | "pose"
    | "count"
    | "many"
    | "size"
    | "color"
    | "relation"
    | "absent";
  /** Undefined if it is a property of the whole picture. */
  thing?: Thing;
  value: string;
}

/** A meaningful word or phrase of the prompt. */
export interface Term {
  /** The text, as written. */
  text: string;
  /** The same for "Cats" and "cat". */
  key: string;
  /** Whether it may be an article: "some". */
  isSlight: boolean;
  /** Empty if the word isn't understood. */
  asks: Ask[];
}

type MaybeCircumstances = { [Part in keyof Circumstances]: Circumstances[Part] | undefined };

/** The meaning of a prompt, as far as it is understood. */
export interface PromptReading extends MaybeCircumstances {
  things: Thing[];
  /** The colours of the whole picture. */
  colors: NamedColor[];
  /** The names of excluded things and circumstances. */
  absent: ReadonlySet<string>;
  /** The meaningful words of the prompt, each once. */
  terms: readonly Term[];
  /** The meaningful words of the negative prompt. */
  denied: readonly Term[];
  /** The main nouns that can't be drawn. */
  missing: readonly Term[];
}

/** Returns a text that is the same for equal asks. */
export function askKey({ part, thing, value }: Ask): string {
  return `${part}/${thing?.id ?? ""}/${value}`;
}

/** Returns whether snow covers the ground. */
export function isWhite({ weather, season, absent, things }: PromptReading): boolean {
  const isSnowfield = things.some(({ name }) => name === "snow");
  return (weather === "snow" || season === "winter" || isSnowfield) && !absent.has("snow");
}
