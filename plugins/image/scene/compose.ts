import { paintAbstract } from "./layers/abstract.ts";
import { paintBlades } from "./layers/blades.ts";
import { paintCity } from "./layers/city.ts";
import { coverOf, paintClouds } from "./layers/clouds.ts";
import { paintFar } from "./layers/far.ts";
import { paintGround } from "./layers/ground.ts";
import { paintLights } from "./layers/lights.ts";
import { paintPaths } from "./layers/paths.ts";
import { paintDisc, paintSky } from "./layers/sky.ts";
import { paintSpace } from "./layers/space.ts";
import { paintMilkyWay, paintStars } from "./layers/stars.ts";
import { paintUnderwater } from "./layers/underwater.ts";
import { paintWater } from "./layers/water.ts";
import { paintWeather } from "./layers/weather.ts";
import { isWhite } from "./parse/reading.ts";
import { drawAt, placesOf, type Sprite } from "./place.ts";
import { hex, type Rgb } from "./rgb.ts";
import type { Stage } from "./stage.ts";
import { stamp } from "./stamp.ts";
import { subjects } from "./subjects.ts";

/** Paints a scene from behind to the front. */
export async function compose(stage: Stage): Promise<void> {
  const { backdrop } = stage;
  if (backdrop === "abstract") return paintAbstract(stage);
  const sprites = placesOf(stage);
  if (backdrop === "space") {
    paintSpace(stage);
    await paintLights(stage);
  } else if (backdrop === "underwater") await paintUnderwater(stage);
  else
    await paintWorld(
      stage,
      sprites.filter(({ subject }) => subject.place === "far"),
    );
  const isWorld = backdrop !== "space" && backdrop !== "underwater";
  await drawSprites(
    stage,
    sprites.filter(({ subject }) => subject.place !== "far" || !isWorld),
    40,
  );
  if (isWorld) paintWeather(stage);
}

async function paintWorld(stage: Stage, far: readonly Sprite[]): Promise<void> {
  const { time, backdrop } = stage;
  paintSky(stage);
  const isDark = time === "night" || time === "dusk";
  if (stage.thing("star") || (isDark && !stage.reading.absent.has("star")))
    paintStars(stage, { density: time === "night" ? 1 : 0.4 });
  if (stage.thing("space")) paintMilkyWay(stage);
  paintDisc(stage);
  paintClouds(stage, coverOf(stage));
  await paintLights(stage);
  paintFar(stage);
  await drawSprites(stage, far, 40);
  if (stage.thing("city")) await paintCity(stage, stage.horizon + 3 * stage.unit);
  const isOnWater = backdrop === "sea" || backdrop === "lake";
  if (isOnWater || (backdrop === "city" && !hasStreets(stage))) paintShore(stage);
  else await paintPlain(stage);
}

/** Whether a city has anything to stand before it; if not, it mirrors itself in water. */
function hasStreets({ reading, thing }: Stage): boolean {
  if (thing("road") || thing("river") || thing("field")) return true;
  if (["water", "river", "lake", "sea"].some((name) => reading.absent.has(name))) return true;
  return reading.things.some(({ name }) =>
    ["near", "ground"].includes(subjects[name]?.place ?? ""),
  );
}

async function drawSprites(stage: Stage, sprites: readonly Sprite[], layer: number): Promise<void> {
  const drawing = sprites.flatMap((sprite, at) => drawAt(stage, sprite, `s${layer}-${at}`));
  await stamp(stage, drawing, { layer });
  if (stage.isFlat || groundKind(stage) !== "grass") return;
  // A few blades before their feet keep things from hovering.
  for (const { subject, x, y, tall } of sprites.slice(0, 24))
    if ((subject.place === "near" || subject.place === "ground") && !subject.isScattered)
      paintTuft(stage, { x, y, wide: tall * subject.wide });
}

function paintTuft(stage: Stage, { x, y, wide }: { x: number; y: number; wide: number }): void {
  const near = (y - stage.horizon) / (stage.height - stage.horizon);
  if (near < 0.2) return;
  const length = stage.unit * (4 + near * 15);
  const place = {
    from: y - 1,
    to: y + length * 0.4,
    left: x - wide * 0.42,
    right: x + wide * 0.42,
  };
  paintBlades(stage, {
    color: stage.palette.grass,
    ...place,
    count: Math.round(wide / stage.unit / 1.6),
    length,
  });
}

function groundKind({ reading, backdrop, thing }: Stage): "grass" | "sand" | "snow" | "stone" {
  const isMeadow = thing("field") && !thing("beach");
  if (backdrop === "desert" || (backdrop === "sea" && !isMeadow)) return "sand";
  if (isWhite(reading)) return "snow";
  return backdrop === "city" && !thing("field") ? "stone" : "grass";
}

function groundColor({ palette, thing }: Stage, kind: ReturnType<typeof groundKind>): Rgb {
  const own = (thing("field") ?? thing("hill"))?.colors[0]?.rgb;
  if (own && kind === "grass") return own;
  const sand = (thing("desert") ?? thing("dune") ?? thing("beach"))?.colors[0]?.rgb ?? palette.sand;
  return { grass: palette.grass, sand, snow: palette.snow, stone: hex("7b8088") }[kind];
}

async function paintPlain(stage: Stage): Promise<void> {
  const { horizon, noise, width, height, unit, isFlat } = stage;
  const kind = groundKind(stage);
  const color = groundColor(stage, kind);
  const swell = kind === "stone" ? 0 : 5;
  const top = (x: number) => horizon + noise((x / width) * 2.4, 7) * unit * swell;
  paintGround(stage, { color, kind, top, from: horizon, layer: 20 });
  await paintPaths(stage);
  if (kind !== "grass" || isFlat) return;
  const from = horizon + (height - horizon) * 0.3;
  paintBlades(stage, {
    color,
    from,
    to: height + unit * 12,
    count: 2600 * (width / height),
    length: unit * 34,
  });
}

function paintShore(stage: Stage): void {
  const { horizon, noise, width, height, unit, backdrop, isFlat, shore, side } = stage;
  paintWater(stage, {
    top: horizon,
    bottom: () => height,
    rough: { sea: 0.85, city: 0.3 }[backdrop as string] ?? 0.12,
    layer: 30,
  });
  if (shore >= height) return;
  const edge = (x: number) =>
    shore + noise((x / width) * 1.7, 21) * unit * 16 + (x / width - 0.5) * side * unit * 50;
  const kind = groundKind(stage);
  const color = groundColor(stage, kind);
  paintGround(stage, { color, kind, top: edge, from: shore - 40 * unit, layer: 31 });
  if (kind !== "grass" || isFlat) return;
  paintBlades(stage, {
    color,
    from: shore + unit * 16,
    to: height + unit * 10,
    count: 1800 * (width / height),
    length: unit * 30,
  });
}
