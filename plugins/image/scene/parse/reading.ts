import type { Rgb } from "../rgb.ts";

/** When it is: each has a light of its own. */
export type Time = "dawn" | "morning" | "day" | "golden hour" | "sunset" | "dusk" | "night";

/** What the air is like. */
export type Weather = "clear" | "cloudy" | "rain" | "storm" | "snow" | "fog";

export type Season = "spring" | "summer" | "autumn" | "winter";

/** What it is to feel like: each moves the colours. */
export type Mood =
  | "calm"
  | "gloomy"
  | "dreamy"
  | "vibrant"
  | "mysterious"
  | "romantic"
  | "cheerful"
  | "epic"
  | "cozy"
  | "lonely"
  | "retro";

export type Composition = "close-up" | "wide" | "top";

export type Side = "left" | "right" | "center";

/** Something that the prompt names and that can be drawn. */
export interface Thing {
  name: string;
  /** By which word the prompt names it: "jungle" for a forest. */
  word: string;
  /** How many, where the prompt says it. */
  count: number | undefined;
  /** More than one, and nobody says how many. */
  isPlural: boolean;
  colors: NamedColor[];
  side: Side | undefined;
  /** From 0.6, small, to 1.5, large. */
  size: number;
}

export interface NamedColor {
  name: string;
  rgb: Rgb;
}

/** What holds for the whole picture. */
export interface Circumstances {
  time: Time;
  weather: Weather;
  season: Season;
  mood: Mood;
  composition: Composition;
}

/** What a word asks the picture for. Whether it is given, the scene decides. */
export type Ask =
  | { part: "thing" | "pose"; thing: Thing }
  | { part: "count"; thing: Thing; count: number }
  | { part: "many"; thing: Thing }
  | { part: "size"; thing: Thing; size: number }
  | { part: "side"; thing: Thing; side: Side }
  /** A colour of a thing, or of the whole picture. */
  | { part: "color"; thing: Thing | undefined; color: NamedColor }
  | { part: keyof Circumstances; name: string; word: string }
  /** What is not to be seen; `isKind` where only some of them are not to be: "no red cars". */
  | { part: "absent"; name: string; isKind: boolean };

/** A word or a phrase of the prompt that says something. */
export interface Said {
  /** As it is written. */
  text: string;
  /** The same for "Cats" and "cat". */
  key: string;
  /** Whether it is no more than an article where nobody needs it: "some". */
  isSlight: boolean;
  /** Nothing, where it is not understood. */
  asks: Ask[];
}

type MaybeCircumstances = { [Part in keyof Circumstances]: Circumstances[Part] | undefined };

/** What a prompt says, as far as it is understood. */
export interface Reading extends MaybeCircumstances {
  things: Thing[];
  /** Colours that belong to no thing: those of the whole picture. */
  colors: NamedColor[];
  /** What is not to be seen: names of things and of circumstances. */
  absent: ReadonlySet<string>;
  /** All that the prompt says, each word once. */
  said: readonly Said[];
  /** The same of the negative prompt. */
  denied: readonly Said[];
}

/** Whether snow lies on the ground. */
export function isWhite({ weather, season, absent }: Reading): boolean {
  return (weather === "snow" || season === "winter") && !absent.has("snow");
}
