import type { Composition, Mood, Season, Side, Time, Weather } from "./reading.ts";
import { thingWords } from "./thing-words.ts";

const times: Readonly<Record<Time, string>> = {
  dawn: "dawn, daybreak, sunrise, first light, early morning, at sunrise, rising sun",
  morning: "morning",
  day: "day, noon, midday, afternoon, daytime, daylight, sunny, sunny day",
  "golden hour": "golden hour, late afternoon, golden light, warm light",
  sunset: "sunset, sundown, evening, sun set, setting sun, at sunset",
  dusk: "dusk, twilight, blue hour, nightfall, gloaming",
  night:
    "night, midnight, nighttime, night time, nocturnal, at night, moonlit, starry night, night sky, moonlight, starry, starry sky, dark night",
};

const weathers: Readonly<Record<Weather, string>> = {
  clear: "clear, clear sky, cloudless, cloudless sky, sunny, sunny day",
  cloudy: "cloudy, overcast, cloud covered, grey sky, gray sky",
  rain: "rain, rainy, drizzle, downpour, rain shower, raining, rainfall",
  storm: "storm, stormy, thunderstorm, thunder, tempest, hurricane",
  snow: "snowing, snow, snowfall, blizzard, snowflake, snowstorm, falling snow",
  fog: "fog, foggy, mist, misty, haze, hazy",
};

const seasons: Readonly<Record<Season, string>> = {
  spring: "spring, springtime",
  summer: "summer, summery, summertime",
  autumn: "autumn, fall, autumnal, autumn leaf, fall color, fall foliage",
  winter:
    "winter, wintry, wintertime, snowy, snow covered, snow capped, snowcapped, icy, frozen, frost, frosty",
};

const moods: Readonly<Record<Mood, string>> = {
  calm: "calm, peaceful, serene, quiet, tranquil, relaxing, still, gentle, zen, minimalist, minimal",
  gloomy:
    "gloomy, sad, dark, bleak, dreary, moody, melancholic, melancholy, somber, grim, spooky, scary, haunted, dystopian",
  dreamy:
    "dreamy, magical, fantasy, ethereal, surreal, enchanted, fairytale, fairy tale, whimsical, dreamlike, magic",
  vibrant:
    "vibrant, colorful, colourful, vivid, bright, psychedelic, saturated, neon, rainbow colored",
  mysterious: "mysterious, mystic, mystical, eerie, secret, ancient",
  romantic: "romantic, lovely, love, tender",
  cheerful: "cheerful, happy, joyful, playful, cute, fun, funny, merry, festive, adorable",
  epic: "epic, dramatic, majestic, grand, cinematic, breathtaking, heroic, powerful, stunning",
  cozy: "cozy, cosy, warm, homely, snug",
  lonely: "lonely, solitary, lone, alone, isolated, desolate, abandoned, empty",
  retro: "retro, vintage, nostalgic, old, faded, synthwave, vaporwave",
};

const compositions: Readonly<Record<Composition, string>> = {
  "close-up": "close up, closeup, close up portrait, portrait, macro, zoomed in, headshot, face of",
  wide: "wide, panorama, panoramic, wide angle, distant, far away, vast, aerial, in the distance, sweeping",
  top: "top view, top down, top down view, bird eye, birds eye, from above, overhead, bird eye view, birds eye view",
};

const counts: Readonly<Record<string, string>> = {
  1: "one, single, lone, solitary, lonely",
  2: "two, pair of, couple of, both, twin, pair, couple",
  3: "three, few, trio of, a few, some",
  4: "four, several",
  5: "five, group of, bunch of",
  6: "six, half a dozen",
  7: "seven, many, lot of, lots of, numerous, a lot of",
  8: "eight, herd of, flock of",
  9: "nine",
  10: "ten",
  11: "eleven",
  12: "twelve, dozen, a dozen",
};

/** Of those, the ones that leave open how many. */
const vague =
  "few, a few, some, several, many, lot of, lots of, numerous, a lot of, group of, bunch of, herd of, flock of";

const sides: Readonly<Record<Side, string>> = {
  left: "left, on the left, to the left, left side, on the left side, on left",
  right: "right, on the right, to the right, right side, on the right side, on right",
  center: "center, centre, in the center, in the middle, in the centre, middle, centered",
};

const sizes: Readonly<Record<string, string>> = {
  0.65: "small, little, tiny, mini, miniature, distant",
  1.35: "big, large, tall, huge, giant, enormous, towering, massive",
};

const far = "mountain hill forest city volcano sea lake field desert dune sky cloud sun moon";
const near =
  "cat dog fox rabbit owl robot person horse sheep snowman cactus mushroom flower sunflower tulip tent campfire car palm fence";
const plants = "tree pine palm blossom cactus flower sunflower tulip mushroom";

/** What things are doing, and who is drawn as doing it. */
const poses: readonly (readonly [words: string, names: string])[] = [
  ["sitting, sits, seated", "cat dog fox owl rabbit"],
  [
    "standing, stands",
    `person horse sheep robot snowman house castle church windmill lighthouse tent fence ${plants}`,
  ],
  ["flying, flies, soaring, soars", "bird butterfly balloon rocket"],
  ["floating, floats", "boat balloon heart cloud planet"],
  ["swimming, swims", "fish whale"],
  ["sailing, sails", "boat"],
  ["erupting, erupts", "volcano"],
  ["shining, shines, glowing, glows", "sun moon star aurora campfire lightning"],
  ["burning, burns", "campfire"],
  ["winding", "road river"],
  ["arched, stone", "bridge castle"],
  ["parked", "car"],
  ["in the background, on the horizon, at the horizon", far],
  ["in the foreground", near],
];

/** Words that say how the others hang together, and nothing that could be drawn. */
const functional =
  "the this that these those there here it he she they him his her hers them their theirs its my mine " +
  "our ours your yours you i me we us who whom whose which what where when while as if than then so too " +
  "very quite really rather just only also even of in on at with and or nor but to from by for over under " +
  "above below near next beside besides between behind within inside outside into onto through across " +
  "around along against among amongst amid amidst during about toward towards upon off out up down via " +
  "per until since before after beyond underneath beneath atop alongside throughout opposite is are was " +
  "were be been being am has have had having do does did can could will would shall should may might must " +
  "each every all any such other more most much own same yet plus like away";

/** Phrases that do: "top" alone would be a view. */
const functionalPhrases =
  "on top of, at the top of, on top, in front of, in front, next to, close to, far from, out of, because of, instead of, kind of, sort of";

/** Phrases of which no word means here what it means elsewhere. */
const misleading =
  "ice cream, hot dog, hot spring, fire truck, fire engine, fire station, fire hydrant, on fire, " +
  "sea lion, sea turtle, sea horse, star wars, star fish, prairie dog, light bulb, snow globe, " +
  "snow leopard, snow white, flower pot, house plant, car park, still life, space station, " +
  "space suit, bird house, dog house, cat food, dog food, fish tank, road sign, street light, " +
  "street lamp, sand castle, night club, love letter";

/** What asks for a picture, where a prompt begins with it. */
export const requests: ReadonlySet<string> = new Set([
  "please",
  "draw",
  "show",
  "make",
  "create",
  "generate",
  "give",
  "want",
  "need",
  "picture",
  "image",
  "scene",
  "view",
  "drawing",
]);
/** Of those, what a picture is called: "a winter scene". */
export const media: ReadonlySet<string> = new Set(["picture", "image", "scene", "view", "drawing"]);

/** Words that go with a colour: "in blue tones", "a house painted red". */
export const tintWords: ReadonlySet<string> = new Set([
  "color",
  "colour",
  "colored",
  "coloured",
  "painted",
  "tone",
  "tones",
  "toned",
  "shades",
  "shade",
  "hue",
  "hues",
  "tint",
  "tinted",
  "palette",
  "colors",
  "colours",
]);

/** What a word or a phrase may mean: more than one thing, as "starry night" does. */
export type Meaning =
  | { kind: "thing"; name: string }
  | { kind: "time" | "weather" | "season" | "mood" | "composition"; name: string }
  | { kind: "side"; name: Side }
  | { kind: "count"; count: number; isVague: boolean }
  | { kind: "size"; size: number }
  | { kind: "pose"; names: ReadonlySet<string> }
  | { kind: "function" }
  | { kind: "misleading" };

/** What each word and phrase means. */
export const lexicon: ReadonlyMap<string, readonly Meaning[]> = lexiconOf();

/** How many words the longest phrase has. */
export const phraseMax = 4;

function lexiconOf(): Map<string, Meaning[]> {
  const all = new Map<string, Meaning[]>();
  const add = (phrases: string, meaning: Meaning) => {
    for (const phrase of phrases.split(", "))
      all.set(phrase, [...(all.get(phrase) ?? []), meaning]);
  };
  const isVague = new Set(vague.split(", "));
  for (const [name, phrases] of Object.entries(thingWords)) add(phrases, { kind: "thing", name });
  for (const [kind, table] of Object.entries({
    time: times,
    weather: weathers,
    season: seasons,
    mood: moods,
    composition: compositions,
  } as const))
    for (const [name, phrases] of Object.entries(table))
      add(phrases, { kind: kind as "time", name });
  for (const [name, phrases] of Object.entries(sides))
    add(phrases, { kind: "side", name: name as Side });
  for (const [count, phrases] of Object.entries(counts))
    for (const phrase of phrases.split(", "))
      add(phrase, { kind: "count", count: Number(count), isVague: isVague.has(phrase) });
  for (const [size, phrases] of Object.entries(sizes))
    add(phrases, { kind: "size", size: Number(size) });
  for (const [phrases, names] of poses)
    add(phrases, { kind: "pose", names: new Set(names.split(" ")) });
  add(functional.replaceAll(" ", ", "), { kind: "function" });
  add(functionalPhrases, { kind: "function" });
  add(misleading, { kind: "misleading" });
  return all;
}
