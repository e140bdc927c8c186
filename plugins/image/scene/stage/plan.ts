import type { Dice } from "../../random.ts";
import data from "../parse/nouns.json" with { type: "json" };
import { type Figure, parseNames } from "../parse/nouns.ts";
import type { PromptReading, Time } from "../parse/reading.ts";

/** The worlds of a scene. */
export type Backdrop =
  | "land"
  | "sea"
  | "lake"
  | "desert"
  | "city"
  | "moon"
  | "room"
  | "space"
  | "underwater";

/** The decisions about a scene before it is painted. */
export interface Plan {
  reading: PromptReading;
  backdrop: Backdrop;
  time: Time;
  /** Whether the room is the top of a table. */
  isTabletop: boolean;
}

/** Scenery on the ground: a scene with it isn't in open space. */
const earthly = parseNames(
  "mountain hill lake river forest desert dune city road field sea beach water snow room",
);

/** Furniture and household things: without scenery, they are in a room. */
const indoor = parseNames(data.indoor);

/** Decides the world and the time of a scene. */
export function planScene(reading: PromptReading, dice: Dice): Plan {
  const backdrop = chooseBackdrop(reading);
  // The sun always shines in space.
  const isSunny = backdrop === "space" || backdrop === "moon";
  const time = isSunny ? "day" : chooseTime(reading, dice);
  const isTabletop =
    backdrop === "room" && reading.things.every(({ figure }) => !figure || isSmall(figure));
  return { reading, backdrop, time, isTabletop };
}

function isSmall({ name, category, meters, habitat }: Figure): boolean {
  const isLoose = ["Food & Drink", "Objects", "Activities"].includes(category);
  const isLow = habitat === "ground" && meters <= 0.5;
  return name === "table" || (isLoose && isLow && !indoor.has(name));
}

function chooseBackdrop(reading: PromptReading): Backdrop {
  const { things, time, weather, season } = reading;
  const has = (...names: string[]) => things.some(({ name }) => names.includes(name));
  const isOnMoon = things.some(
    ({ relation }) =>
      relation?.to.name === "moon" && (relation.kind === "on" || relation.kind === "in"),
  );
  if (has("planet-surface")) return "moon";
  if (isOnMoon && !things.some(({ name }) => earthly.has(name))) return "moon";
  const figures = things.flatMap(({ figure }) => (figure ? [figure] : []));
  const isDeep = figures.some(({ habitat }) => habitat === "deep");
  const isEarth = things.some(({ name }) => earthly.has(name));
  if (has("space") && !isEarth && !has("underwater")) return "space";
  if (
    has("underwater") ||
    (isDeep &&
      !has("lake", "river", "sky", "beach", "city", "room", "field", "forest") &&
      !(has("sea") && (time || weather)) &&
      figures.every(({ habitat, meters }) => habitat === "deep" || meters < 0.5))
  )
    return "underwater";
  const isOrbital =
    has("planet", "ringed-planet", "satellite", "globe-showing-europe-africa") ||
    (has("rocket") && !has("cloud", "sky"));
  const isFloating = figures.every(
    ({ name, habitat }) => habitat === "air" || name === "astronaut",
  );
  if (isOrbital && !isEarth && isFloating) return "space";
  if (has("room")) return "room";
  const isOpen = Boolean(time ?? weather ?? season) || things.some(({ figure }) => !figure);
  const isDomestic = figures.some(({ name }) => indoor.has(name));
  const isStill = figures.length > 0 && figures.every(isSmall);
  if (!isOpen && (isDomestic || isStill)) return "room";
  if (has("sea", "beach", "island", "lighthouse")) return "sea";
  if (has("lake")) return "lake";
  const isAfloat = figures.some(({ habitat }) => habitat === "water");
  if (isAfloat && !has("river")) return has("mountain", "forest", "duck", "swan") ? "lake" : "sea";
  const isDry = has("cactus", "camel", "two-hump-camel") && !isEarth;
  if (isDry || has("desert", "dune")) return "desert";
  if (has("city")) return "city";
  if (has("water") && !has("river")) return "lake";
  return "land";
}

const byMood = { gloomy: ["dusk", "night"], cozy: ["golden hour"] } as const;

/** Chooses the time of day: that of the prompt, or a suitable one. */
function chooseTime(reading: PromptReading, dice: Dice): Time {
  const { time, absent, things } = reading;
  if (time) return time;
  const isSunny = things.some(({ name }) => name === "sun");
  const suits = (one: Time) => !absent.has(one) && !(isSunny && one === "night");
  const likely = listLikelyTimes(reading).filter(suits);
  if (likely.length > 0) return dice.pick(likely);
  return (["day", "morning", "golden hour", "dusk", "night"] as const).find(suits) ?? "day";
}

function listLikelyTimes({ weather, mood, things }: PromptReading): readonly Time[] {
  const has = (...names: string[]) => things.some(({ name }) => names.includes(name));
  if (has("sun") && has("moon", "star")) return ["dusk"];
  if (has("aurora", "space", "shooting-star", "star", "moon", "fireworks")) return ["night"];
  if (has("campfire")) return ["dusk"];
  const suiting = byMood[mood as keyof typeof byMood];
  if (suiting) return suiting;
  if ((weather && weather !== "clear") || has("rainbow")) return ["day"];
  return ["day", "morning", "day", "golden hour"];
}

/** Returns whether the disc in the sky is the moon. */
export function isMoonlit({ reading: { things }, time }: Pick<Plan, "reading" | "time">): boolean {
  const has = (wanted: string) => things.some(({ name }) => name === wanted);
  return time === "night" || (has("moon") && !has("sun"));
}
