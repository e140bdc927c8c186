import type { Dice } from "../../random.ts";
import { isWhite, type SceneDescription, type Time } from "./description.ts";

/** The worlds of a scene. */
export type Backdrop =
  | "land"
  | "sea"
  | "lake"
  | "desert"
  | "city"
  | "moon"
  | "space"
  | "underwater"
  /** A sky without ground, behind an illustration. */
  | "plain";

/** The decisions about a scene before it is painted. */
export interface Plan {
  scene: SceneDescription;
  backdrop: Backdrop;
  time: Time;
}

/** Scenery on the ground: a scene with it isn't in open space. */
const earthly = new Set(
  "mountain hill lake river forest desert dune city road field sea beach water snow".split(" "),
);

/** Decides the world and the time of a scene. */
export function planScene(scene: SceneDescription, dice: Dice, isPlain = false): Plan {
  const backdrop = isPlain ? "plain" : chooseBackdrop(scene);
  // The sun always shines in space.
  const isSunny = backdrop === "space" || backdrop === "moon";
  return { scene, backdrop, time: isSunny ? "day" : chooseTime(scene, dice) };
}

function chooseBackdrop({ scenery }: SceneDescription): Backdrop {
  const has = (...names: string[]) => scenery.some(({ name }) => names.includes(name));
  const isEarth = scenery.some(({ name }) => earthly.has(name));
  if (has("planet-surface") || (has("moon-surface") && !isEarth)) return "moon";
  if (has("underwater")) return "underwater";
  if (has("space") && !isEarth) return "space";
  if (has("sea", "beach")) return "sea";
  if (has("lake")) return "lake";
  if (has("desert", "dune")) return "desert";
  if (has("city")) return "city";
  return has("water") && !has("river") ? "lake" : "land";
}

const byMood = { gloomy: ["dusk", "night"], cozy: ["golden hour"] } as const;

/** Chooses the time of day: the requested one, or a suitable one. */
function chooseTime(scene: SceneDescription, dice: Dice): Time {
  const { time, absent, scenery } = scene;
  if (time) return time;
  const isSunny = scenery.some(({ name }) => name === "sun");
  const suits = (one: Time) => !absent.has(one) && !(isSunny && one === "night");
  const likely = listLikelyTimes(scene).filter(suits);
  if (likely.length > 0) return dice.pick(likely);
  return (["day", "morning", "golden hour", "dusk", "night"] as const).find(suits) ?? "day";
}

function listLikelyTimes(scene: SceneDescription): readonly Time[] {
  const { weather, mood, scenery } = scene;
  const has = (...names: string[]) => scenery.some(({ name }) => names.includes(name));
  if (has("sun") && has("moon", "star")) return ["dusk"];
  if (has("aurora", "space", "star", "moon")) return ["night"];
  const suiting = byMood[mood as keyof typeof byMood];
  // A storm at night is black.
  if (suiting) return weather === "storm" ? ["dusk"] : suiting;
  if ((weather && weather !== "clear") || has("rainbow")) return ["day"];
  // Snow in a golden light looks like sand.
  return isWhite(scene) ? ["day", "morning"] : ["day", "morning", "day", "golden hour"];
}

/** Returns whether the disc in the sky is the moon. */
export function isMoonlit({ scene: { scenery }, time }: Pick<Plan, "scene" | "time">): boolean {
  const has = (wanted: string) => scenery.some(({ name }) => name === wanted);
  return time === "night" || (has("moon") && !has("sun"));
}
