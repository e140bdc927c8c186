import { blend, fromLch, hex, type Rgb, scale, shiftColor, toLch } from "../../color/rgb.ts";
import { isWhite, type Mood, type SceneDescription, type Time } from "./description.ts";
import data from "./palettes.json" with { type: "json" };

/** The changes of colours by each mood. */
const moodShifts: Readonly<Record<Mood, Parameters<typeof shiftColor>[1]>> = data.moods;

/** Builds the colours of a scene at a time of day. */
export function buildPalette(scene: SceneDescription, time: Time, wished: readonly Rgb[]): Palette {
  const usual = scene.absent.has("summer") ? "spring" : "summer";
  const season = scene.season ?? (scene.weather === "snow" ? "winter" : usual);
  const { stops, disc, glow, light, shade, height } = data.skies[time];
  const base: Palette = {
    stops: stops.split(" ").map(hex) as unknown as Stops,
    disc: hex(disc),
    glow: hex(glow),
    light: light as unknown as Rgb,
    shade: shade as unknown as Rgb,
    height,
    grass: hex(
      season === "winter" && !isWhite(scene) ? data.bareGrass : data.seasons[season].grass,
    ),
    leaves: data.seasons[season].leaves.split(" ").map(hex),
    rock: hex("7c7a82"),
    snow: hex("eef3fb"),
    sand: hex("dfbd88"),
    water: hex("2b7391"),
  };
  const sky = scene.scenery.find(({ name }) => name === "sky")?.color;
  const shift = scene.mood && moodShifts[scene.mood];
  let all = dullByWeather(base, scene);
  if (shift) all = changeColors(all, (color) => shiftColor(color, shift));
  const pullSky = (stop: Rgb, at: number) => (sky ? pullColor(stop, sky, 0.8 - at * 0.12) : stop);
  all = { ...all, stops: mapStops(all.stops, pullSky) };
  const colors = wished.length > 0 ? wished : scene.colors;
  return colors.length > 0 ? pullTowards(all, colors, wished.length > 0 ? 0.85 : 0.6) : all;
}

function dullByWeather(palette: Palette, { weather }: SceneDescription): Palette {
  const grey = { rain: 0.62, storm: 0.72, fog: 0.55, cloudy: 0.4, snow: 0.28 }[weather as string];
  if (grey === undefined) return palette;
  const dark = { storm: -0.24, rain: -0.09 }[weather as string] ?? 0;
  const dim = 0.88 + dark * 0.6;
  const [, , low, horizon] = palette.stops;
  const bright = Math.min(1, toLch(horizon)[0]);
  const stops = mapStops(palette.stops, (stop, at) => {
    const light = dark * (1 - at * 0.2) * bright;
    return shiftColor(blend(stop, low, 0.35), { chroma: 1 - grey, light });
  });
  const shift = { chroma: 1 - grey * 0.45, light: dark * 0.25 };
  const all = changeColors(palette, (color) => shiftColor(color, shift));
  return { ...all, stops, light: scale(palette.light, dim) };
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
  const own = light + (wishLight - light) * 0.45;
  return blend(color, fromLch(own, Math.max(chroma * 0.5, wishChroma), hue), share);
}

/** Moves every colour towards the one of a list with the nearest lightness. */
function pullTowards(palette: Palette, colors: readonly Rgb[], share: number): Palette {
  const order = colors.toSorted((a, b) => toLch(a)[0] - toLch(b)[0]);
  const change = (color: Rgb) => {
    const far = (one: Rgb) => Math.abs(toLch(one)[0] - toLch(color)[0]);
    const wish = order.reduce((one, two) => (far(two) < far(one) ? two : one));
    return pullColor(color, wish, share);
  };
  const stops = mapStops(palette.stops, (stop, at) =>
    // The share of the way is at most the whole, and no list is empty.
    pullColor(stop, order[Math.round((at / 3) * (order.length - 1))]!, share),
  );
  return { ...changeColors(palette, change), stops };
}

/** The colours of the sky from straight above down to the horizon. */
type Stops = readonly [zenith: Rgb, upper: Rgb, low: Rgb, horizon: Rgb];

function mapStops(
  [zenith, upper, low, horizon]: Stops,
  change: (stop: Rgb, at: number) => Rgb,
): Stops {
  return [change(zenith, 0), change(upper, 1), change(low, 2), change(horizon, 3)];
}

/** All colours and the light of a scene. */
export interface Palette {
  stops: Stops;
  /** The disc of the sun or the moon, and the light around it. */
  disc: Rgb;
  glow: Rgb;
  /** The factors of colours in the light and in the shade. */
  light: Rgb;
  shade: Rgb;
  /** How high the sun stands: 0 at the horizon, 1 at the top. */
  height: number;
  grass: Rgb;
  leaves: readonly Rgb[];
  rock: Rgb;
  snow: Rgb;
  sand: Rgb;
  water: Rgb;
}
