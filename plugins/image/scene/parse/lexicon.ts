import { nounWords } from "../nouns.ts";
import type { Composition, Mood, RelationKind, Season, Side, Time, Weather } from "./reading.ts";

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
  calm: "calm, peaceful, serene, quiet, tranquil, relaxing",
  gloomy:
    "gloomy, dark, bleak, dreary, moody, melancholic, melancholy, somber, grim, spooky, dystopian",
  dreamy: "dreamy, magical, ethereal, surreal, enchanted, dreamlike",
  vibrant:
    "vibrant, colorful, colourful, vivid, bright, psychedelic, saturated, rainbow colored, rainbow coloured",
  mysterious: "mysterious, mystic, mystical, eerie",
  romantic: "romantic",
  cheerful: "cheerful, joyful, merry",
  epic: "epic, dramatic, majestic, cinematic, breathtaking",
  cozy: "cozy, cosy, warm",
  lonely: "lonely, solitary, lone, alone, isolated",
  retro: "retro, vintage, nostalgic, faded",
};

const compositions: Readonly<Record<Composition, string>> = {
  "close-up": "close up, closeup, macro, zoomed in, close up of, closeup of",
  wide: "wide, panorama, panoramic, wide angle, far away, vast, in the distance",
  top: "top view, top down, top down view, bird eye, birds eye, from above, overhead, bird eye view, birds eye view, aerial, aerial view",
};

const counts: Readonly<Record<number, string>> = {
  1: "one, single, lone, solitary, lonely",
  2: "two, pair of, couple of, both, twin, pair, couple, a pair of, a couple of",
  3: "three, few, trio of, a few, some",
  4: "four, several",
  5: "five, group of, bunch of, pile of",
  6: "six, half a dozen",
  7: "seven, many, lot of, lots of, numerous, a lot of",
  8: "eight, herd of, flock of, crowd of, swarm of, school of",
  9: "nine",
  10: "ten",
  11: "eleven",
  12: "twelve, dozen, a dozen",
};

/** The counts without an exact number. */
const vague = new Set(
  "few, a few, some, several, many, lot of, lots of, numerous, a lot of, group of, bunch of, pile of, herd of, flock of, crowd of, swarm of, school of".split(
    ", ",
  ),
);

const sides: Readonly<Record<Side, string>> = {
  left: "left, on the left, to the left, left side, on the left side, on left",
  right: "right, on the right, to the right, right side, on the right side, on right",
  center: "center, centre, in the center, in the middle, in the centre, middle, centered",
};

const sizes: Readonly<Record<string, string>> = {
  0.65: "small, little, tiny, mini, miniature, distant, short",
  1.35: "big, large, tall, huge, giant, enormous, towering, massive, gigantic, great",
};

const prepositions: Readonly<Record<RelationKind, string>> = {
  on: "on, on top of, atop, upon, onto, on the back of, on a pile of",
  under: "under, below, beneath, underneath, at the foot of",
  "next to":
    "next to, beside, besides, near, by, close to, alongside, against, at, around, along, facing, opposite",
  behind: "behind",
  "in front of": "in front of, before",
  in: "in, inside, within, into, inside of",
  above: "above, over, high above",
  riding: "",
  holding: "",
  wearing: "",
};

/** The prepositions that say nothing about a position. */
const connecting =
  "of, with, from, to, toward, towards, for, through, across, among, amongst, amid, amidst, between, during, about, off, out of, out, up, down, via, per, until, since, after, beyond, throughout, because of, instead of, as, like, at the top of, in front, on top";

/** The verbs between two things, with the relation that the picture shows. */
const relationVerbs: Partial<Record<RelationKind, string>> = {
  riding:
    "riding, rides, ride, rode, riding on, rides on, on horseback on, mounted on, driving, drives",
  holding: "holding, holds, carrying, carries, holding up, clutching, waving",
  wearing: "wearing, wears, dressed in, dressed as, wore",
  above:
    "flying over, flies over, hovering over, hovering above, flying above, soaring over, jumping over, floating above",
  on: "crossing, crosses, standing on, sitting on, sits on, stands on, lying on, perched on, resting on, sleeping on",
  under: "standing under, sitting under, sleeping under, lying under",
  "next to":
    "building, builds, standing next to, sitting next to, chasing, watching, looking at, standing by, chases, talking to, meeting, kissing, hugging, feeding, eating, drinking, fighting, pulling, pushing, following, reading, playing, playing the, playing a, with a view of",
};

/** The verbs that say nothing about a position, or that no picture of ours shows. */
const verbs =
  "watches, flies, rings, sits, sat, stands, stood, lies, lay, sleeps, slept, eats, ate, drinks, drank, runs, ran, flies, flew, swims, swam, jumps, plays, looks, rests, waits, walks, shows, breathes, howls, barks, sings, sang, shines, glows, blooms, grows, floats, sails, drives, reads, writes, paints, cooks, smiles, laughs, cries, barking, asleep, awake, alive, outside, outdoors, together, alone, away, made, seen, surrounded, covered, filled, eat, drink, run, fly, swim, jump, play, look, rest, wait, walk, sleep, sit, stand, lie";

/** The poses of people that have an illustration of their own. */
const personPoses: Readonly<Record<string, string>> = {
  running: "running, jogging, sprinting, runs",
  walking: "walking, strolling, hiking, walks",
  dancing: "dancing, dances",
  swimming: "swimming, swims",
  surfing: "surfing",
  biking: "cycling, biking",
  climbing: "climbing",
  juggling: "juggling",
  kneeling: "kneeling",
  "in-lotus-position": "meditating, doing yoga, practicing yoga, in lotus position",
  golfing: "golfing, playing golf",
  "rowing-boat": "rowing, rowing a boat",
  "lifting-weights": "lifting weight, weightlifting",
  "bouncing-ball": "playing basketball, bouncing a ball",
  cartwheeling: "doing a cartwheel, cartwheeling",
  bowing: "bowing",
  "taking-bath": "taking a bath, bathing",
};

/** The words for being in the air. */
const flying = "flying, soaring, hovering, gliding, flies, in flight, in the air, in the sky";

/** Words without a meaning of their own. */
const functional =
  "the, this, that, these, those, there, here, it, he, she, they, you, please, him, his, her, hers, them, their, theirs, its, my, mine, our, ours, your, yours, i, me, we, us, who, whom, whose, which, what, where, when, while, if, than, then, so, too, very, quite, really, rather, just, only, also, even, and, or, nor, but, plus, is, are, was, were, be, been, being, am, has, have, had, having, do, does, did, can, could, will, would, shall, should, may, might, must, each, every, all, any, such, other, more, most, much, own, same, yet, a, an, another";

/** Phrases whose words have other meanings on their own. */
const misleading =
  "sea lion, star wars, prairie dog, snow leopard, snow white, snow globe, car park, still life, bird house, dog house, cat food, dog food, fish tank, road sign, street light, street lamp, sand castle, night club, fire hydrant, fire station, baseball bat, star fish, starfish, sea horse, seahorse, space suit, spacesuit, on fire, apple pie, cat woman, hot spot, table tennis table, chess board, pool table, dog bed, horse race, bear hug, car race, cheese board";

/** Words that request a picture, at the start of a prompt. */
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
  "depict",
]);
/** Words for a picture: "a winter scene". */
export const media: ReadonlySet<string> = new Set([
  "picture",
  "image",
  "scene",
  "view",
  "drawing",
  "photo",
  "photograph",
  "painting",
  "illustration",
  "sketch",
  "artwork",
  "art",
  "style",
  "rendering",
  "render",
  "portrait",
  "poster",
  "cartoon",
  "watercolor",
  "watercolour",
]);

/** Words that accompany a colour: "in blue tones", "a house painted red". */
export const tintWords: ReadonlySet<string> = new Set(
  "color colour colored coloured painted tone tones toned shades shade hue hues tint tinted palette colors colours".split(
    " ",
  ),
);

/** A meaning of a word or phrase. "starry night" has two. */
export type Meaning =
  | { kind: "noun"; name: string }
  | { kind: "time" | "weather" | "season" | "mood" | "composition"; name: string }
  | { kind: "side"; name: Side }
  | { kind: "count"; count: number; isVague: boolean }
  | { kind: "size"; size: number }
  | { kind: "preposition"; relation: RelationKind | undefined }
  | { kind: "verb"; relation: RelationKind | undefined }
  | { kind: "pose"; name: string }
  | { kind: "function" }
  | { kind: "misleading" };

/** The number of words of the longest phrase. */
export const phraseMax = 5;

/** The meanings of each word and phrase. */
export const lexicon: ReadonlyMap<string, readonly Meaning[]> = buildLexicon();

function buildLexicon(): Map<string, Meaning[]> {
  const all = new Map<string, Meaning[]>();
  const add = (phrases: string, meaning: Meaning) => {
    for (const phrase of phrases.split(", "))
      if (phrase !== "") all.set(phrase, [...(all.get(phrase) ?? []), meaning]);
  };
  for (const phrase of nounWords.keys()) add(phrase, { kind: "noun", name: phrase });
  const tables = {
    time: times,
    weather: weathers,
    season: seasons,
    mood: moods,
    composition: compositions,
  };
  for (const [kind, table] of Object.entries(tables))
    for (const [name, phrases] of Object.entries(table))
      add(phrases, { kind: kind as "time", name });
  for (const [name, phrases] of Object.entries(sides))
    add(phrases, { kind: "side", name: name as Side });
  for (const [count, phrases] of Object.entries(counts))
    for (const phrase of phrases.split(", "))
      add(phrase, { kind: "count", count: Number(count), isVague: vague.has(phrase) });
  for (const [size, phrases] of Object.entries(sizes))
    add(phrases, { kind: "size", size: Number(size) });
  for (const [relation, phrases] of Object.entries(prepositions))
    add(phrases, { kind: "preposition", relation: relation as RelationKind });
  add(connecting, { kind: "preposition", relation: undefined });
  for (const [relation, phrases] of Object.entries(relationVerbs))
    add(phrases, { kind: "verb", relation: relation as RelationKind });
  for (const [name, phrases] of Object.entries(personPoses)) add(phrases, { kind: "pose", name });
  add(flying, { kind: "pose", name: "flying" });
  for (const verb of verbs.split(", "))
    if (!all.has(verb)) add(verb, { kind: "verb", relation: undefined });
  add(functional, { kind: "function" });
  for (const phrase of misleading.split(", ")) all.set(phrase, [{ kind: "misleading" }]);
  return all;
}
