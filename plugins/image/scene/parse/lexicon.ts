import type { Composition, Mood, Season, Side, Time, Weather } from "./reading.ts";
import { thingWords } from "./thing-words.ts";

const times: Readonly<Record<Time, string>> = {
  dawn: "dawn, daybreak, sunrise, first light, early morning, at sunrise",
  morning: "morning",
  day: "day, noon, midday, afternoon, daytime, daylight, sunny, sunny day",
  "golden hour": "golden hour, late afternoon, golden light, warm light",
  sunset: "sunset, sundown, evening, sun set, setting sun, at sunset",
  dusk: "dusk, twilight, blue hour, nightfall, gloaming",
  night:
    "night, midnight, nighttime, nocturnal, at night, moonlit, starry night, night sky, moonlight, starry, starry sky, dark night",
};

const weathers: Readonly<Record<Weather, string>> = {
  clear: "clear, clear sky, cloudless, sunny, blue sky, sunny day",
  cloudy: "cloudy, overcast, cloud covered, grey sky",
  rain: "rain, rainy, drizzle, downpour, shower, raining, rainfall",
  storm: "storm, stormy, thunderstorm, thunder, tempest, hurricane",
  snow: "snow, snowfall, blizzard, snowing, snowflake, snowstorm, falling snow",
  fog: "fog, foggy, mist, misty, haze, hazy, smoke",
  wind: "wind, windy, breeze, breezy",
};

const seasons: Readonly<Record<Season, string>> = {
  spring: "spring, springtime",
  summer: "summer, summery, summertime",
  autumn: "autumn, fall, autumnal, autumn leaf, fall color, fall foliage",
  winter:
    "winter, wintry, wintertime, snowy, snow covered, snow capped, snowcapped, icy, frozen, frost, frosty, ice, iced, glacier",
};

const moods: Readonly<Record<Mood, string>> = {
  calm: "calm, peaceful, serene, quiet, tranquil, relaxing, still, gentle, zen, minimalist, minimal",
  gloomy:
    "gloomy, sad, dark, bleak, dreary, moody, melancholic, melancholy, somber, grim, spooky, scary, haunted, dystopian",
  dreamy:
    "dreamy, magical, fantasy, ethereal, surreal, enchanted, fairytale, fairy tale, whimsical, dreamlike, magic",
  vibrant:
    "vibrant, colorful, colourful, vivid, bright, psychedelic, saturated, neon, rainbow colored",
  mysterious: "mysterious, mystic, mystical, eerie, secret, ancient, alien",
  romantic: "romantic, lovely, love, tender",
  cheerful: "cheerful, happy, joyful, playful, cute, fun, funny, merry, festive, adorable, smiling",
  epic: "epic, dramatic, majestic, grand, cinematic, breathtaking, heroic, powerful, stunning",
  cozy: "cozy, cosy, warm, homely, snug",
  lonely: "lonely, solitary, lone, alone, isolated, desolate, abandoned, empty",
  retro: "retro, vintage, nostalgic, old, faded, synthwave, vaporwave",
};

const compositions: Readonly<Record<Composition, string>> = {
  "close-up": "close up, closeup, portrait, macro, zoomed in, detail, headshot, face of",
  wide: "wide, panorama, panoramic, wide angle, distant, far away, vast, aerial, in the distance, sweeping",
  top: "top, top view, top down, bird eye, birds eye, from above, overhead, bird eye view, birds eye view",
};

const counts: Readonly<Record<string, string>> = {
  1: "one, a, an, single, lone, solitary, lonely",
  2: "two, pair of, couple of, both, twin, pair, couple",
  3: "three, few, trio of, a few, some",
  4: "four, several",
  5: "five, group of, bunch of",
  6: "six",
  7: "seven, many, lot of, lots of, numerous, a lot of",
  8: "eight, herd of, flock of",
  9: "nine",
  10: "ten",
  11: "eleven",
  12: "twelve, dozen, a dozen, dozens of, hundreds of",
};

const sides: Readonly<Record<Side, string>> = {
  left: "left, on the left, to the left, left side, on the left side, on left",
  right: "right, on the right, to the right, right side, on the right side, on right",
  center: "center, centre, in the center, in the middle, in the centre, middle, centered",
};

const sizes: Readonly<Record<string, string>> = {
  0.65: "small, little, tiny, mini, miniature, distant",
  1.35: "big, large, tall, huge, giant, enormous, towering, massive, giant",
};

/** Words that say how the others hang together, and nothing that could be drawn. */
const grammar =
  "the of in on at with and or to from by for over under above below near next beside between behind " +
  "into onto through across around along against is are was be being it its that this these those " +
  "there where which while as against up down out front side background foreground scene image picture " +
  "view very so s his her their my our your, one, standing sitting lying flying floating swimming " +
  "rising setting shining glowing growing running walking against among amid surrounded full filled " +
  "under, covered, his, has, have, having, beautiful, nice, pretty, color, colour, colored, coloured, " +
  "tones, tone, shades, palette, draw, drawing, show, showing, please, sky's, sailing, setting, during, " +
  "time, weather, season, hour, light, lit, lights, drawn, painted, made, lots, lot, pair, inside, off";

/** What a word or a phrase may mean: more than one thing, as "starry night" does. */
export type Meaning =
  | { kind: "thing"; name: string }
  | { kind: "time"; name: Time }
  | { kind: "weather"; name: Weather }
  | { kind: "season"; name: Season }
  | { kind: "mood"; name: Mood }
  | { kind: "composition"; name: Composition }
  | { kind: "side"; name: Side }
  | { kind: "count"; count: number }
  | { kind: "size"; size: number }
  | { kind: "grammar" };

/** What each word and phrase means. */
export const lexicon: ReadonlyMap<string, readonly Meaning[]> = lexiconOf();

/** How many words the longest phrase has. */
export const phraseMax = 4;

function lexiconOf(): Map<string, Meaning[]> {
  const all = new Map<string, Meaning[]>();
  const add = (table: Readonly<Record<string, string>>, meaning: (name: string) => Meaning) => {
    for (const [name, phrases] of Object.entries(table))
      for (const phrase of phrases.split(", "))
        all.set(phrase, [...(all.get(phrase) ?? []), meaning(name)]);
  };
  const words = grammar.replaceAll(",", "").split(" ").join(", ");
  add(thingWords, (name) => ({ kind: "thing", name }));
  add(times, (name) => ({ kind: "time", name: name as Time }));
  add(weathers, (name) => ({ kind: "weather", name: name as Weather }));
  add(seasons, (name) => ({ kind: "season", name: name as Season }));
  add(moods, (name) => ({ kind: "mood", name: name as Mood }));
  add(compositions, (name) => ({ kind: "composition", name: name as Composition }));
  add(sides, (name) => ({ kind: "side", name: name as Side }));
  add(counts, (name) => ({ kind: "count", count: Number(name) }));
  add(sizes, (name) => ({ kind: "size", size: Number(name) }));
  add({ words }, () => ({ kind: "grammar" }));
  return all;
}
