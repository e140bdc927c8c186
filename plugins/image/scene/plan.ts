import type { Dice } from "../dice.ts";
import type { Reading, Time } from "./parse/reading.ts";

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

/** What a scene is to be, before anything is painted. */
export interface Plan {
  reading: Reading;
  backdrop: Backdrop;
  time: Time;
}

/** Things that stand on the ground, or that a landscape has: where one is, it is no open space. */
const earthly = [
  "mountain",
  "hill",
  "lake",
  "river",
  "forest",
  "tree",
  "pine",
  "palm",
  "desert",
  "dune",
  "city",
  "house",
  "castle",
  "road",
  "bridge",
  "field",
  "cat",
  "dog",
  "sea",
  "beach",
  "tent",
  "person",
  "church",
  "lighthouse",
  "boat",
  "waterfall",
  "island",
  "flower",
  "campfire",
  "volcano",
  "water",
  "moon",
  "sun",
];

/** Decides which world a scene is set in, and when. */
export function planOf(reading: Reading, dice: Dice): Plan {
  const backdrop = backdropOf(reading);
  // Out there the sun always shines.
  const time = backdrop === "space" ? "day" : timeOf(reading, dice);
  return { reading, backdrop, time };
}

function backdropOf({ things }: Reading): Backdrop {
  const has = (...names: string[]) => things.some(({ name }) => names.includes(name));
  if (isAbstract(things)) return "abstract";
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

/** "abstract" alone asks for no things; a pattern or a shape does where there is nothing else. */
function isAbstract(things: Reading["things"]): boolean {
  const abstract = things.find(({ name }) => name === "abstract");
  if (!abstract) return false;
  return things.length === 1 || ["abstract", "abstraction"].includes(abstract.word);
}

const byMood = {
  romantic: ["sunset"],
  gloomy: ["dusk", "night"],
  mysterious: ["dusk", "night"],
  epic: ["golden hour"],
  cozy: ["golden hour"],
  dreamy: ["dawn", "sunset"],
} as const;

/** The time of day: as it is asked for, or one that suits. */
function timeOf(reading: Reading, dice: Dice): Time {
  const { time, absent, things } = reading;
  if (time) return time;
  // Who wants the sun wants no night.
  const isSunny = things.some(({ name }) => name === "sun");
  const suits = (one: Time) => !absent.has(one) && !(isSunny && one === "night");
  const likely = likelyTimes(reading).filter(suits);
  if (likely.length > 0) return dice.pick(likely);
  return (["day", "morning", "golden hour", "dusk", "night"] as const).find(suits) ?? "day";
}

function likelyTimes({ weather, mood, things }: Reading): readonly Time[] {
  const has = (...names: string[]) => things.some(({ name }) => names.includes(name));
  if (has("sun") && has("moon", "star")) return ["dusk"];
  if (has("aurora", "space", "comet", "star", "moon")) return ["night"];
  if (has("campfire")) return ["dusk"];
  const suiting = byMood[mood as keyof typeof byMood];
  if (suiting) return suiting;
  if ((weather && weather !== "clear") || has("rainbow")) return ["day"];
  return ["day", "morning", "day", "golden hour"];
}

/** Whether the disc in the sky is the moon. */
export function isMoonlit({ reading: { things }, time }: Pick<Plan, "reading" | "time">): boolean {
  const has = (wanted: string) => things.some(({ name }) => name === wanted);
  return time === "night" || (has("moon") && !has("sun"));
}
