import type { Composition, Mood, Season, Side, Time, Weather } from "./reading.ts";

/** The words and phrases for each thing that can be drawn, by its name. */
const things: Readonly<Record<string, string>> = {
  mountain: "mountain, peak, summit, alp, mountain range, cliff, rocky",
  volcano: "volcano, eruption, lava",
  hill: "hill, hillside, valley, countryside, highland, landscape, rolling hill",
  sea: "sea, ocean, seaside, coast, shore, seascape, bay, wave",
  beach: "beach, sandy beach, tropical",
  island: "island, isle",
  lake: "lake, pond, lagoon, fjord, reflection",
  river: "river, stream, creek, brook",
  waterfall: "waterfall, cascade",
  forest: "forest, wood, woodland, grove, jungle, pine forest, birch forest",
  tree: "tree, oak, maple, willow, birch, apple tree, oak tree",
  pine: "pine, pine tree, fir, spruce, conifer, christmas tree",
  palm: "palm, palm tree, coconut tree",
  blossom: "cherry blossom, sakura, cherry tree, blossom, blossoming tree",
  desert: "desert, sahara, desert landscape",
  dune: "dune, sand dune",
  city: "city, skyline, cityscape, skyscraper, downtown, metropolis, urban, town, city street",
  house: "house, cottage, cabin, home, hut, farmhouse, barn, village, log cabin, building",
  castle: "castle, fortress, palace, tower, citadel",
  church: "church, chapel, cathedral",
  windmill: "windmill, mill",
  lighthouse: "lighthouse, light house, beacon",
  road: "road, path, street, trail, highway, lane, way, pathway",
  bridge: "bridge, viaduct",
  boat: "boat, sailboat, sailing boat, ship, yacht, sailing ship, sail",
  space: "space, outer space, galaxy, cosmos, universe, nebula, cosmic, interstellar, milky way",
  planet: "planet, saturn, jupiter, mars, world, alien planet",
  moon: "moon, full moon, moonlight, moonlit, crescent, crescent moon",
  sun: "sun, sunshine, sunlight, sunny",
  star: "star, starry, starlight, constellation, starry sky, starry night",
  comet: "comet, shooting star, meteor, falling star",
  aurora: "aurora, northern light, aurora borealis, polar light",
  cloud: "cloud, cumulus",
  lightning: "lightning, thunderbolt, lightning bolt",
  rainbow: "rainbow",
  field:
    "field, meadow, grassland, grass, prairie, pasture, lawn, farmland, wheat field, wheat, plain, garden, park",
  flower: "flower, wildflower, rose, daisy, poppy, floral, bloom, blooming, lavender field",
  sunflower: "sunflower",
  tulip: "tulip",
  cat: "cat, kitten, kitty, tabby",
  dog: "dog, puppy, doggy, hound, wolf",
  fox: "fox",
  rabbit: "rabbit, bunny, hare",
  owl: "owl",
  bird: "bird, gull, seagull, flock, eagle, dove, crow, raven, swallow, flock of bird",
  fish: "fish, goldfish, tropical fish, school of fish",
  whale: "whale, orca",
  underwater:
    "underwater, coral reef, reef, seabed, ocean floor, undersea, coral, seaweed, under the sea",
  butterfly: "butterfly, moth",
  robot: "robot, android, droid, cyborg",
  rocket: "rocket, spaceship, spacecraft, rocket ship, space shuttle",
  balloon: "balloon, hot air balloon, air balloon",
  heart: "heart, love heart, valentine",
  mushroom: "mushroom, toadstool, fungus",
  cactus: "cactus, saguaro, succulent",
  person:
    "person, man, woman, girl, boy, child, figure, traveler, traveller, hiker, wanderer, silhouette of a person",
  snowman: "snowman",
  tent: "tent, camp, campsite, camping",
  campfire: "campfire, bonfire, fire, camp fire",
  car: "car, automobile, vehicle, truck, taxi",
  sheep: "sheep, lamb",
  horse: "horse, pony, unicorn, stallion",
  fence: "fence",
  abstract:
    "abstract, pattern, geometric, swirl, shape, wallpaper, gradient, abstraction, geometry",
  sky: "sky, heaven",
  water: "water",
};

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
  add(things, (name) => ({ kind: "thing", name }));
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

/** The names of all things that can be drawn. */
export const lexiconThings: readonly string[] = Object.keys(things);
