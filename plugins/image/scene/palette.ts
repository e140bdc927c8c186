import { isWhite, type Mood, type Reading, type Time } from "./parse/reading.ts";
import { blend, fromLch, hex, type Rgb, shiftColor, toLch } from "./rgb.ts";

/** The sky of each time of day. */
const skies: Readonly<Record<Time, Sky>> = {
  dawn: buildSky("34477f 7d78ad d99db0 ffcfa0", ["fff0d2", "ffb488"], {
    light: [1, 0.84, 0.78],
    shade: [0.44, 0.42, 0.58],
    height: 0.12,
  }),
  morning: buildSky("4a86cf 84b4e4 bcd6ea fbe6c8", ["fffbe6", "ffe2a8"], {
    light: [1.05, 0.98, 0.86],
    shade: [0.52, 0.56, 0.68],
    height: 0.45,
  }),
  day: buildSky("2868bf 5393dc 93c1ec d6e8f3", ["fffdf0", "fff1c8"], {
    light: [1.06, 1.03, 0.97],
    shade: [0.5, 0.56, 0.7],
    height: 0.72,
  }),
  "golden hour": buildSky("4679b4 86a3bf e3bd8e ffd28a", ["fff6d8", "ffc465"], {
    light: [1.12, 0.94, 0.7],
    shade: [0.46, 0.43, 0.54],
    height: 0.24,
  }),
  sunset: buildSky("2a2c68 74407f d9605f ffb45e", ["fff0bf", "ff8a45"], {
    light: [1.06, 0.74, 0.56],
    shade: [0.36, 0.29, 0.42],
    height: 0.09,
  }),
  dusk: buildSky("131a45 343673 7d558c e58f7c", ["ffe3c4", "f08b74"], {
    light: [0.68, 0.56, 0.66],
    shade: [0.27, 0.26, 0.42],
    height: 0.03,
  }),
  night: buildSky("040818 0a1634 15294f 2b4a74", ["f4f2e4", "7f9fd0"], {
    light: [0.5, 0.58, 0.78],
    shade: [0.17, 0.21, 0.36],
    height: 0.72,
  }),
};

/** All colours of a scene. */
export interface Palette extends Sky {
  grass: Rgb;
  leaves: readonly Rgb[];
  rock: Rgb;
  snow: Rgb;
  sand: Rgb;
  water: Rgb;
  /** The colours of things without a usual colour. */
  accents: readonly Rgb[];
}

const seasonal = {
  spring: { grass: "7fae48", leaves: ["8fbf55", "6fa848", "a5cc6a"] },
  summer: { grass: "6a9a3c", leaves: ["3f7d3a", "55903f", "2f6b3a"] },
  autumn: { grass: "a8923f", leaves: ["c9642a", "dba035", "a8402a", "b8792f"] },
  winter: { grass: "e6edf5", leaves: ["39604f", "2f5549", "466a58"] },
};

/** Grass in a winter without snow. */
const bare = "a39a6e";

/** The changes of lightness, chroma and hue by each mood. */
const moodShift: Readonly<
  Partial<Record<Mood, { light?: number; chroma?: number; hue?: number }>>
> = {
  calm: { chroma: 0.9, light: 0.02 },
  gloomy: { chroma: 0.5, light: -0.07 },
  dreamy: { chroma: 1.12, light: 0.04, hue: -9 },
  vibrant: { chroma: 1.4 },
  mysterious: { chroma: 0.85, light: -0.05, hue: -10 },
  romantic: { chroma: 1.1, light: 0.02, hue: -6 },
  cheerful: { chroma: 1.2, light: 0.03 },
  epic: { chroma: 1.15, light: -0.02 },
  cozy: { chroma: 1.1, hue: 4 },
  lonely: { chroma: 0.75 },
  retro: { chroma: 0.8, hue: 6 },
};

/** Builds the colours of a scene at a time of day. */
export function buildPalette(reading: Reading, time: Time, wished: readonly Rgb[]): Palette {
  const usual = reading.absent.has("summer") ? "spring" : "summer";
  const season = reading.season ?? (reading.weather === "snow" ? "winter" : usual);
  const base: Palette = {
    ...skies[time],
    grass: hex(season === "winter" && !isWhite(reading) ? bare : seasonal[season].grass),
    leaves: seasonal[season].leaves.map(hex),
    rock: hex("7c7a82"),
    snow: hex("eef3fb"),
    sand: hex("dfbd88"),
    water: hex("2b7391"),
    accents: ["d8432f", "f2b134", "3f7fbf", "e8799a", "7a55a8", "3fa08c"].map(hex),
  };
  const skyColor = reading.things.find(({ name }) => name === "sky")?.colors[0]?.rgb;
  const shift = reading.mood ? moodShift[reading.mood] : undefined;
  let all = dullByWeather(base, reading);
  if (shift) all = changeColors(all, (color) => shiftColor(color, shift));
  if (skyColor)
    all = {
      ...all,
      stops: mapStops(all.stops, (stop, at) => pullColor(stop, skyColor, 0.8 - at * 0.12)),
    };
  const colors = wished.length > 0 ? wished : reading.colors.map(({ rgb }) => rgb);
  return colors.length > 0 ? pullTowards(all, colors, wished.length > 0 ? 0.85 : 0.6) : all;
}

function dullByWeather(palette: Palette, { weather }: Reading): Palette {
  const grey = { rain: 0.62, storm: 0.72, fog: 0.55, cloudy: 0.4, snow: 0.28 }[weather as string];
  if (grey === undefined) return palette;
  const dull = (color: Rgb, light: number) => shiftColor(color, { chroma: 1 - grey, light });
  const dark = weather === "storm" ? -0.24 : weather === "rain" ? -0.09 : 0;
  const [red, green, blue] = palette.light;
  const dim = 0.88 + dark * 0.6;
  const [, , low, horizon] = palette.stops;
  const [horizonLight] = toLch(horizon);
  return {
    ...changeColors(palette, (color) =>
      shiftColor(color, { chroma: 1 - grey * 0.45, light: dark * 0.25 }),
    ),
    stops: mapStops(palette.stops, (stop, at) =>
      dull(blend(stop, low, 0.35), dark * (1 - at * 0.2) * Math.min(1, horizonLight)),
    ),
    light: [red * dim, green * dim, blue * dim],
  };
}

/** Changes all colours but those of light. */
function changeColors(palette: Palette, change: (color: Rgb) => Rgb): Palette {
  const { grass, leaves, rock, sand, water, accents, stops, glow } = palette;
  return {
    ...palette,
    grass: change(grass),
    rock: change(rock),
    sand: change(sand),
    water: change(water),
    leaves: leaves.map(change),
    accents: accents.map(change),
    stops: mapStops(stops, change),
    glow: change(glow),
  };
}

/** Returns a colour with the hue of another, and its own lightness. */
function pullColor(color: Rgb, wish: Rgb, share: number): Rgb {
  const [light, chroma] = toLch(color);
  const [wishLight, wishChroma, hue] = toLch(wish);
  const target = fromLch(
    light + (wishLight - light) * 0.45,
    Math.max(chroma * 0.5, wishChroma),
    hue,
  );
  return blend(color, target, share);
}

/** Moves every colour towards the one of a list with a similar lightness. */
function pullTowards(palette: Palette, colors: readonly Rgb[], share: number): Palette {
  const order = colors.toSorted((a, b) => toLch(a)[0] - toLch(b)[0]);
  const nearest = (color: Rgb) => {
    const [light, , hue] = toLch(color);
    const far = ([l, c, h]: readonly [number, number, number]) =>
      Math.abs(l - light) + (c > 0.02 ? Math.abs(((h - hue + 540) % 360) - 180) / 240 : 0.3);
    return order.reduce((one, two) => (far(toLch(two)) < far(toLch(one)) ? two : one));
  };
  const all = changeColors(palette, (color) => pullColor(color, nearest(color), share));
  const last = palette.stops.length - 1;
  const stops = mapStops(palette.stops, (stop, at) =>
    // The share of the way is at most the whole, and no list is empty.
    pullColor(stop, order[Math.round((at / last) * (order.length - 1))]!, share),
  );
  return { ...all, stops, accents: [...colors] };
}

/** The colours of the sky from straight above down to the horizon. */
type Stops = readonly [zenith: Rgb, upper: Rgb, low: Rgb, horizon: Rgb];

function mapStops(
  [zenith, upper, low, horizon]: Stops,
  change: (stop: Rgb, at: number) => Rgb,
): Stops {
  return [change(zenith, 0), change(upper, 1), change(low, 2), change(horizon, 3)];
}

/** The light of a time of day. */
interface Sky {
  stops: Stops;
  /** The disc of the sun or the moon, and the light around it. */
  disc: Rgb;
  glow: Rgb;
  /** The factors of colours in the light and in the shade. */
  light: Rgb;
  shade: Rgb;
  /** How high the sun stands: 0 at the horizon, 1 at the top. */
  height: number;
}

function buildSky(
  stops: string,
  [disc, glow]: readonly [string, string],
  { light, shade, height }: Pick<Sky, "light" | "shade" | "height">,
): Sky {
  return {
    stops: stops.split(" ").map(hex) as [Rgb, Rgb, Rgb, Rgb],
    disc: hex(disc),
    glow: hex(glow),
    light,
    shade,
    height,
  };
}
