import data from "./palettes.json" with { type: "json" };
import { isWhite, type Mood, type Reading, type Time } from "./parse/reading.ts";
import { blend, fromLch, hex, type Rgb, shiftColor, toLch } from "./rgb.ts";

/** All colours of a scene. */
export interface Palette extends Sky {
  grass: Rgb;
  leaves: readonly Rgb[];
  rock: Rgb;
  snow: Rgb;
  sand: Rgb;
  water: Rgb;
}

/** Grass in a winter without snow. */
const bare = "a39a6e";

interface MoodShift {
  light?: number;
  chroma?: number;
  hue?: number;
}

/** The changes of colours by each mood. */
const moodShifts: Readonly<Partial<Record<Mood, MoodShift>>> = data.moods;

/** Builds the colours of a scene at a time of day. */
export function buildPalette(reading: Reading, time: Time, wished: readonly Rgb[]): Palette {
  const usual = reading.absent.has("summer") ? "spring" : "summer";
  const season = reading.season ?? (reading.weather === "snow" ? "winter" : usual);
  const base: Palette = {
    ...buildSky(data.skies[time]),
    grass: hex(season === "winter" && !isWhite(reading) ? bare : data.seasons[season].grass),
    leaves: data.seasons[season].leaves.split(" ").map(hex),
    rock: hex("7c7a82"),
    snow: hex("eef3fb"),
    sand: hex("dfbd88"),
    water: hex("2b7391"),
  };
  const skyColor = reading.things.find(({ name }) => name === "sky")?.colors[0]?.rgb;
  const shift = reading.mood && moodShifts[reading.mood];
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
  const { grass, leaves, rock, sand, water, stops, glow } = palette;
  return {
    ...palette,
    grass: change(grass),
    rock: change(rock),
    sand: change(sand),
    water: change(water),
    leaves: leaves.map(change),
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
  return { ...all, stops };
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

function buildSky({ stops, disc, glow, light, shade, height }: typeof data.skies.day): Sky {
  return {
    stops: stops.split(" ").map(hex) as [Rgb, Rgb, Rgb, Rgb],
    disc: hex(disc),
    glow: hex(glow),
    light: light as unknown as Rgb,
    shade: shade as unknown as Rgb,
    height,
  };
}
