import type { Rgb } from "../rgb.ts";

/** When it is: each has a light of its own. */
export const times = [
  ...(["dawn", "morning", "day", "golden hour", "sunset", "dusk", "night"] as const),
];
export type Time = (typeof times)[number];

/** What the air is like. */
export const weathers = [...(["clear", "cloudy", "rain", "storm", "snow", "fog", "wind"] as const)];
export type Weather = (typeof weathers)[number];

export const seasons = ["spring", "summer", "autumn", "winter"] as const;
export type Season = (typeof seasons)[number];

/** What it is to feel like: each moves the colours. */
export const moods = [
  ...(["calm", "gloomy", "dreamy", "vibrant", "mysterious", "romantic", "cheerful"] as const),
  ...(["epic", "cozy", "lonely", "retro"] as const),
];
export type Mood = (typeof moods)[number];

export const compositions = ["close-up", "wide", "top"] as const;
export type Composition = (typeof compositions)[number];

export type Side = "left" | "right" | "center";

/** Something that the prompt names and that can be drawn. */
export interface Thing {
  name: string;
  /** How many, where the prompt says it. */
  count: number | undefined;
  /** More than one, and nobody says how many. */
  isPlural: boolean;
  colors: readonly NamedColor[];
  side: Side | undefined;
  /** From 0.6, small, to 1.5, large. */
  size: number;
}

export interface NamedColor {
  name: string;
  rgb: Rgb;
}

/** What a prompt says, as far as it is understood. */
export interface Reading {
  things: Thing[];
  /** Colours that belong to no thing: those of the whole picture. */
  colors: NamedColor[];
  time: Time | undefined;
  weather: Weather | undefined;
  season: Season | undefined;
  mood: Mood | undefined;
  composition: Composition | undefined;
  /** Words that mean nothing to the engine, as they are written. */
  ignored: string[];
}
