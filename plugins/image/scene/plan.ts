import type { Dice } from "../dice.ts";
import type { Reading, Time } from "./parse/reading.ts";
import { subjects } from "./subjects/all.ts";

/** The worlds that a scene may be set in. */
export type Backdrop =
  | "land"
  | "sea"
  | "lake"
  | "desert"
  | "city"
  | "space"
  | "underwater"
  | "abstract";

/** Things that stand on the ground, or that a landscape has: where one is, it is no open space. */
const earthly = [
  ...["mountain", "hill", "lake", "river", "forest", "tree", "pine", "palm", "desert", "dune"],
  ...["city", "house", "castle", "road", "bridge", "field", "cat", "dog", "sea", "beach", "tent"],
  ...["person", "church", "lighthouse", "boat", "waterfall", "island", "flower", "campfire"],
];

/** Decides which world a scene is set in. */
export function backdropOf({ things, ignored }: Reading): Backdrop {
  const has = (...names: string[]) => things.some(({ name }) => names.includes(name));
  if (has("abstract") || (things.length === 0 && ignored.length > 0)) return "abstract";
  if (has("underwater") || (has("fish", "whale") && !has("boat", "lake", "river", "sky")))
    return "underwater";
  if (has("space") && !has(...earthly)) return "space";
  if (has("planet", "comet") && !has(...earthly)) return "space";
  if (has("rocket") && !has(...earthly, "cloud", "sky")) return "space";
  if (has("sea", "beach", "island", "lighthouse")) return "sea";
  if (has("lake")) return "lake";
  if (has("boat") && !has("river")) return has("mountain", "forest") ? "lake" : "sea";
  if (has("desert", "dune", "cactus")) return "desert";
  if (has("city")) return "city";
  if (has("water") && !has("river")) return "lake";
  return "land";
}

/** The time of day: as it is asked for, or one that suits. */
export function timeOf({ time, weather, mood, things }: Reading, dice: Dice): Time {
  if (time) return time;
  const has = (name: string) => things.some((thing) => thing.name === name);
  if (has("aurora") || has("comet") || has("star") || has("moon")) return "night";
  if (has("campfire")) return "dusk";
  if (mood === "romantic") return "sunset";
  if (mood === "gloomy" || mood === "mysterious") return dice.pick(["dusk", "night"] as const);
  if (mood === "epic" || mood === "cozy") return "golden hour";
  if (mood === "dreamy") return dice.pick(["dawn", "sunset"] as const);
  if (weather && weather !== "clear" && weather !== "wind") return "day";
  if (has("rainbow")) return "day";
  return dice.pick(["day", "morning", "day", "golden hour"] as const);
}

/** What the painters of each world show besides what is drawn as shapes. */
const sky = ["sun", "moon", "star", "cloud", "sky"];
const painted: Readonly<Record<Backdrop, readonly string[]>> = {
  land: [...sky, "mountain", "hill", "field"],
  sea: [...sky, "sea", "water", "beach", "mountain"],
  lake: [...sky, "lake", "water", "mountain", "hill"],
  desert: [...sky, "desert", "dune"],
  city: [...sky],
  space: ["space", "star", "sky"],
  underwater: ["underwater", "sea", "water"],
  abstract: ["abstract"],
};

/** The names of the things that are understood and yet not in the picture. */
export function undrawnOf({
  reading,
  backdrop,
}: {
  reading: Reading;
  backdrop: Backdrop;
}): string[] {
  return reading.things
    .map(({ name }) => name)
    .filter((name) => !subjects[name] && !painted[backdrop].includes(name));
}
