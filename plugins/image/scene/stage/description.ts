import type { Rgb } from "../../color/rgb.ts";
import type palettes from "./palettes.json";

/** The time of day, which decides the light. */
export type Time = keyof typeof palettes.skies;

export type Weather = "clear" | "cloudy" | "rain" | "storm" | "snow" | "fog";

export type Season = keyof typeof palettes.seasons;

/** The mood, which shifts the colours. */
export type Mood = keyof typeof palettes.moods;

/** A part of a landscape or a sky, such as a mountain. */
export interface Scenery {
  /** The name by which a layer paints it. */
  name: string;
  /** The word of the prompt, in the singular: "jungle" for a forest. */
  word: string;
  color: Rgb | undefined;
}

/** The parameters of a background. The seed decides everything else. */
export interface SceneDescription {
  time: Time | undefined;
  weather: Weather | undefined;
  season: Season | undefined;
  mood: Mood | undefined;
  scenery: readonly Scenery[];
  /** The colours of the whole picture. */
  colors: readonly Rgb[];
  /** The names of excluded scenery. */
  absent: ReadonlySet<string>;
}

/** Returns whether snow covers the ground. */
export function isWhite({ weather, season, absent, scenery }: SceneDescription): boolean {
  const isSnowfield = scenery.some(({ name }) => name === "snow");
  return (weather === "snow" || season === "winter" || isSnowfield) && !absent.has("snow");
}
