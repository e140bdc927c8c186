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
  if (has("aurora") || has("space") || has("comet") || has("star") || has("moon")) return "night";
  if (has("campfire")) return "dusk";
  if (mood === "romantic") return "sunset";
  if (mood === "gloomy" || mood === "mysterious") return dice.pick(["dusk", "night"] as const);
  if (mood === "epic" || mood === "cozy") return "golden hour";
  if (mood === "dreamy") return dice.pick(["dawn", "sunset"] as const);
  if (weather && weather !== "clear" && weather !== "wind") return "day";
  if (has("rainbow")) return "day";
  return dice.pick(["day", "morning", "day", "golden hour"] as const);
}

const skyward = [
  "sun",
  "moon",
  "star",
  "cloud",
  "sky",
  "aurora",
  "rainbow",
  "comet",
  "lightning",
  "space",
];
const ground = [...skyward, "mountain", "hill", "field", "forest", "road", "river"];
/** What the painters of each world show besides what is drawn as shapes. */
const painted: Readonly<Record<Backdrop, readonly string[]>> = {
  land: ground,
  sea: [...skyward, "sea", "water", "beach", "mountain", "forest"],
  lake: [...skyward, "lake", "water", "mountain", "hill", "forest", "field"],
  desert: [...skyward, "desert", "dune", "mountain", "road", "river"],
  city: [...skyward, "city", "road", "river", "mountain", "hill", "forest", "field"],
  space: ["space", "star", "sky", "comet"],
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
  const isBare = backdrop === "abstract";
  return reading.things
    .map(({ name }) => name)
    .filter((name) => !painted[backdrop].includes(name) && (isBare || !subjects[name]));
}
