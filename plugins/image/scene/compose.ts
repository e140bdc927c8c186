import { paintBlades } from "./layers/blades.ts";
import { coverOf, paintClouds } from "./layers/clouds.ts";
import { paintGround } from "./layers/ground.ts";
import { paintRidge } from "./layers/ridge.ts";
import { paintDisc, paintSky } from "./layers/sky.ts";
import { paintStars } from "./layers/stars.ts";
import { paintWater } from "./layers/water.ts";
import { drawnAt, placesOf } from "./place.ts";
import { blend, type Rgb } from "./rgb.ts";
import type { Stage } from "./stage.ts";
import { stamp } from "./stamp.ts";

/** Paints a scene from behind to the front. */
export async function compose(stage: Stage): Promise<void> {
  const { time } = stage;
  paintSky(stage);
  if (time === "night" || time === "dusk")
    paintStars(stage, { density: time === "dusk" ? 0.35 : 1 });
  paintDisc(stage);
  paintClouds(stage, coverOf(stage));
  paintFar(stage);
  if (stage.backdrop === "sea" || stage.backdrop === "lake") paintShore(stage);
  else paintPlain(stage);
  const sprites = placesOf(stage);
  const drawing = sprites.flatMap((sprite, at) => drawnAt(stage, sprite, `s${at}`));
  await stamp(stage, drawing, { layer: 40 });
}

function paintFar(stage: Stage): void {
  const { thing, horizon, palette, reading, height, backdrop } = stage;
  const isWhite = reading.weather === "snow" || reading.season === "winter";
  const mountain = thing("mountain");
  const leaf = palette.leaves[0]!;
  if (mountain) {
    const color = mountain.colors[0]?.rgb ?? palette.rock;
    const tall = horizon * 0.62 * Math.min(1.15, mountain.size);
    const peak = 0.5 - stage.side * 0.16;
    const base = { kind: "rock" as const, color, snow: isWhite ? 0.1 : 0.62, base: horizon + 2 };
    paintRidge(stage, { ...base, name: "back", height: tall * 0.72, depth: 0.85, layer: 10 });
    paintRidge(stage, {
      ...base,
      name: "main",
      height: tall,
      depth: 0.5,
      layer: 11,
      peaks: [peak, peak + 0.34, peak - 0.36, peak + 0.62, peak - 0.6],
    });
  }
  if (backdrop === "sea" || backdrop === "desert" || backdrop === "city") return;
  const hill = isWhite ? blend(palette.snow, palette.rock, 0.15) : blend(palette.grass, leaf, 0.45);
  const rolling = { kind: "hill" as const, color: hill, base: horizon + 3 };
  if (!mountain) {
    paintRidge(stage, { ...rolling, name: "h0", height: height * 0.16, depth: 0.92, layer: 12 });
    paintRidge(stage, { ...rolling, name: "h1", height: height * 0.1, depth: 0.7, layer: 13 });
  }
  paintRidge(stage, {
    ...rolling,
    kind: "wood",
    color: leaf,
    name: "w",
    height: height * 0.035,
    depth: 0.42,
    layer: 14,
  });
}

function groundColor({ palette, reading }: Stage): Rgb {
  return reading.weather === "snow" || reading.season === "winter" ? palette.snow : palette.grass;
}

function paintPlain(stage: Stage): void {
  const { horizon, noise, width, height, unit, reading, backdrop, palette, isFlat } = stage;
  const isWhite = reading.weather === "snow" || reading.season === "winter";
  const isSand = backdrop === "desert";
  const color = isSand ? palette.sand : groundColor(stage);
  const top = (x: number) => horizon + noise((x / width) * 2.4, 7) * unit * 5;
  paintGround(stage, {
    color,
    kind: isSand ? "sand" : isWhite ? "snow" : "grass",
    top,
    from: horizon,
    layer: 20,
  });
  if (!isSand && !isWhite && !isFlat)
    paintBlades(stage, {
      color,
      from: horizon + (height - horizon) * 0.3,
      to: height + unit * 12,
      count: 2600 * (width / height),
      length: unit * 34,
    });
}

function paintShore(stage: Stage): void {
  const { horizon, noise, width, height, unit, backdrop, palette, thing, isFlat } = stage;
  const isSea = backdrop === "sea";
  const low = height - (height - horizon) * (thing("beach") ? 0.42 : 0.2);
  const edge = (x: number) =>
    low + noise((x / width) * 1.7, 21) * unit * 16 + (x / width - 0.5) * stage.side * unit * 50;
  paintWater(stage, { top: horizon, bottom: () => height, rough: isSea ? 0.85 : 0.12, layer: 30 });
  const color = isSea ? palette.sand : groundColor(stage);
  paintGround(stage, {
    color,
    kind: isSea ? "sand" : "grass",
    top: edge,
    from: low - 40 * unit,
    layer: 31,
  });
  if (!isSea && !isFlat)
    paintBlades(stage, {
      color,
      from: low + unit * 16,
      to: height + unit * 10,
      count: 1800 * (width / height),
      length: unit * 30,
    });
}
