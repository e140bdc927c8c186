import { countMax } from "./parse/read-prompt.ts";
import { type Ask, isWhite, type Said, type Thing } from "./parse/reading.ts";
import { type Backdrop, isMoonlit, type Plan } from "./plan.ts";
import { subjects } from "./subjects.ts";

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
/** What the painters of each world show besides what is drawn as shapes. */
const painted: Readonly<Record<Backdrop, readonly string[]>> = {
  land: [...skyward, "mountain", "hill", "field", "forest", "road", "river", "water"],
  sea: [...skyward, "sea", "water", "beach", "mountain", "hill", "forest", "field", "city"],
  lake: [...skyward, "lake", "water", "mountain", "hill", "forest", "field", "city"],
  desert: [...skyward, "desert", "dune", "mountain", "hill", "road", "river", "city"],
  city: [...skyward, "city", "road", "river", "mountain", "forest", "field"],
  space: ["space", "star", "sky", "comet", "aurora", "rainbow", "lightning"],
  underwater: ["underwater", "sea", "water"],
  abstract: ["abstract"],
};
/** What each world shows without being asked, and cannot do without. */
const unasked: Readonly<Record<Backdrop, readonly string[]>> = {
  land: ["field", "sky"],
  sea: ["sea", "water", "sky", "beach"],
  lake: ["lake", "water", "sky", "field"],
  desert: ["desert", "dune", "sky"],
  city: ["city", "sky"],
  space: ["space", "sky"],
  underwater: ["underwater", "sea", "water"],
  abstract: ["abstract"],
};
/** What has its own colours, whatever is asked for. */
const uncolored = ["star", "lightning", "rainbow", "campfire"];
const twoColored = ["house", "castle", "boat", "rocket", "balloon", "space", "aurora", "cat"];
const manyColored = ["underwater", "abstract"];
/** Of what the painters show, what there may be several of. */
const paintedMany = [
  "mountain",
  "hill",
  "star",
  "cloud",
  "forest",
  "dune",
  "comet",
  "lightning",
  "city",
  "aurora",
];
const paintedSizes = ["mountain", "moon", "sun"];
/** What has leaves or grass, which the seasons change. */
const grown = ["tree", "forest", "hill", "field", "pine", "house"];

/** Whether a thing is in the picture. */
export function isDrawn({ name }: Thing, plan: Plan): boolean {
  const { backdrop } = plan;
  if (name === "sun" || name === "moon")
    return painted[backdrop].includes(name) && isMoonlit(plan) === (name === "moon");
  const has = (wanted: string) => plan.reading.things.some((thing) => thing.name === wanted);
  if (name === "star" && backdrop !== "space") return isStarry(plan);
  if (name === "field" && backdrop === "sea" && has("beach")) return false;
  if (painted[backdrop].includes(name)) return true;
  return backdrop !== "abstract" && subjects[name] !== undefined;
}

/** Whether stars are seen: not by day, and not through clouds. */
function isStarry({ backdrop, time, reading: { weather } }: Plan): boolean {
  const isDark = ["night", "dusk", "dawn", "sunset"].includes(time);
  return (
    painted[backdrop].includes("star") &&
    isDark &&
    (!weather || weather === "clear" || weather === "fog")
  );
}

/** Whether the picture shows what a word asks for. */
export function isShown(ask: Ask, plan: Plan): boolean {
  switch (ask.part) {
    case "absent":
      return isAbsent(ask, plan);
    case "color":
      return isColorShown(ask, plan);
    case "time":
    case "weather":
    case "season":
    case "mood":
    case "composition":
      return plan.reading[ask.part] === ask.name && isCircumstanceShown(ask, plan);
    default:
      return plan.reading.things.includes(ask.thing) && isDrawn(ask.thing, plan) && isSoShown(ask);
  }
}

/** How many of a thing the prompt asks for, where so many are drawn. */
export function countOf({ name, count }: Thing): number | undefined {
  if (count === undefined || count > countMax) return undefined;
  if (subjects[name] || name === "comet" || name === "lightning") return count;
  return count === 1 && !paintedMany.includes(name) ? 1 : undefined;
}

/** Whether a thing that is drawn is as it is asked for. */
function isSoShown(
  ask: Extract<Ask, { thing: Thing; part: "thing" | "pose" | "count" | "many" | "size" | "side" }>,
): boolean {
  const { thing, part } = ask;
  const isSprite = subjects[thing.name] !== undefined;
  switch (part) {
    case "count":
      return countOf(thing) === ask.count;
    case "many":
      return isSprite || paintedMany.includes(thing.name);
    case "size":
      return thing.size === ask.size && (isSprite || paintedSizes.includes(thing.name));
    case "side":
      return thing.side === ask.side && (isSprite || ["sun", "moon"].includes(thing.name));
    default:
      return true;
  }
}

function isColorShown(
  { thing, color }: Extract<Ask, { part: "color" }>,
  { reading, ...plan }: Plan,
): boolean {
  if (!thing) return reading.colors.includes(color);
  if (!reading.things.includes(thing) || !isDrawn(thing, { reading, ...plan })) return false;
  const { name, colors, count } = thing;
  if (uncolored.includes(name)) return false;
  if (manyColored.includes(name)) return true;
  const isCovered = name === "house" && isWhite(reading);
  const each = twoColored.includes(name) && !isCovered ? 2 : 1;
  // Of several each has colours of its own.
  const number = subjects[name]
    ? (count ?? (thing.isPlural ? (subjects[name].several ?? 3) : 1))
    : 1;
  return colors.indexOf(color) < each * Math.min(countMax, number);
}

function isCircumstanceShown(
  { part, name, word }: Extract<Ask, { word: string }>,
  { reading: { things, season }, backdrop }: Plan,
): boolean {
  const has = (...names: string[]) => things.some((thing) => names.includes(thing.name));
  const isOutside = !["space", "underwater", "abstract"].includes(backdrop);
  const sprites = things.filter((thing) => subjects[thing.name]);
  switch (part) {
    case "time":
      return isOutside || (backdrop === "underwater" && name === "night");
    case "weather":
      return isOutside && !(name === "clear" && has("cloud"));
    case "season":
      if (season === "winter" && has("mountain")) return isOutside;
      return isOutside && (backdrop === "land" || backdrop === "lake" || has(...grown));
    case "mood":
      if (backdrop === "abstract") return name === "vibrant" || name === "calm";
      return isOutside || (name === "lonely" && sprites.length > 0);
    default:
      if (backdrop === "abstract") return false;
      if (name === "close-up") return isCloseUp({ things, word });
      return name === "top" ? isOutside : isOutside || sprites.length > 0;
  }
}

/** People are seen from behind, which is no portrait. */
function isCloseUp({ things, word }: { things: readonly Thing[]; word: string }): boolean {
  const isFace = ["portrait", "headshot", "face", "close up portrait"].includes(word);
  const [main] = things.filter(({ name }) => subjects[name] && subjects[name].place !== "far");
  return main !== undefined && !(isFace && main.name === "person");
}

function isAbsent({ name, isKind }: Extract<Ask, { part: "absent" }>, plan: Plan): boolean {
  const { reading, backdrop } = plan;
  if (!reading.absent.has(name) || unasked[backdrop].includes(name)) return false;
  const has = (...names: string[]) => reading.things.some((thing) => names.includes(thing.name));
  if (isKind && has(name)) return false;
  if (name === "cloud") return reading.weather === undefined || reading.weather === "clear";
  // A wood is of trees, and an island has its palms.
  if (name === "tree" || name === "pine") return !has("forest");
  if (name === "palm") return !has("island");
  return true;
}

/** What of a prompt the picture shows and what not: each word in one of the lists, and once. */
export function wordsShown(plan: Plan): { shown: Said[]; ignored: Said[] } {
  const shown: Said[] = [];
  const ignored: Said[] = [];
  for (const said of plan.reading.said)
    if (said.asks.some((ask) => isShown(ask, plan))) shown.push(said);
    else if (!said.isSlight) ignored.push(said);
  return { shown, ignored };
}
