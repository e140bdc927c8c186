import { hex, type Rgb } from "../color/rgb.ts";
import { layoutFigures, type Sprite } from "./figures/layout.ts";
import { paintSprite } from "./figures/sprites.ts";
import { paintCity } from "./layers/city.ts";
import { paintFar } from "./layers/far.ts";
import { paintForest } from "./layers/forest.ts";
import { type Ground, paintBlades, paintGround } from "./layers/ground.ts";
import { paintPaths } from "./layers/paths.ts";
import { paintDressing, paintMoonscape, paintRoom } from "./layers/places.ts";
import {
  discLayer,
  paintDisc,
  paintLights,
  paintSky,
  paintSpace,
  paintStars,
} from "./layers/sky.ts";
import { paintUnderwater, paintWater } from "./layers/water.ts";
import { getCloudCover, paintClouds, paintWeather } from "./layers/weather.ts";
import { isWhite } from "./parse/reading.ts";
import { paintDot } from "./stage/dots.ts";
import { isMoonlit } from "./stage/plan.ts";
import type { Stage } from "./stage/stage.ts";
import { blurMap } from "./styles/blur.ts";

/** Paints a scene from back to front, and reports what it shows. */
export async function compose(stage: Stage): Promise<void> {
  const sprites = await layoutFigures(stage);
  await paintBackdrop(stage);
  await paintDressing(stage);
  const { canvas, width, height, unit } = stage;
  if (stage.reading.composition === "close-up")
    canvas.color.set(blurMap(canvas.color, { width, height, radius: Math.round(5 * unit) }));
  const areas: number[] = [];
  for (const [at, sprite] of sprites.entries())
    areas.push(await paintSprite(stage, sprite, at + 1));
  reportSprites(stage, sprites, areas);
  if (isOutside(stage)) await paintAir(stage);
  reportWhole(stage, sprites);
}

/** Returns whether a scene has a sky with weather. */
function isOutside({ backdrop }: Stage): boolean {
  return !["space", "underwater", "room", "moon"].includes(backdrop);
}

async function paintBackdrop(stage: Stage): Promise<void> {
  const { backdrop, thing, report, reading } = stage;
  if (backdrop === "space") {
    await paintScenery(stage, ["space", "sky"], paintSpace);
    if (!reading.absent.has("star")) report.addScenery("star");
    await paintLightsOfSky(stage);
  } else if (backdrop === "moon") {
    const world = thing("planet-surface") ? ["planet-surface"] : ["moon"];
    await paintScenery(stage, [...world, "space", "star", "sky"], paintMoonscape);
  } else if (backdrop === "room") await paintScenery(stage, ["room"], paintRoom);
  else if (backdrop === "underwater")
    await paintScenery(stage, ["underwater", "sea", "water"], paintUnderwater);
  else await paintWorld(stage);
}

/** Runs a painter, and reports scenery if the painter has changed enough of the picture. */
async function paintScenery(
  stage: Stage,
  names: readonly string[],
  paint: (stage: Stage) => void | Promise<void>,
): Promise<boolean> {
  const { color } = stage.canvas;
  const before = Float32Array.from(color);
  await paint(stage);
  const changed = color.reduce(
    (sum, part, at) => sum + (Math.abs(part - before[at]!) > 3 ? 1 : 0),
    0,
  );
  const isVisible = changed > color.length * 0.0006;
  for (const name of isVisible ? names : []) stage.report.addScenery(name);
  return isVisible;
}

async function paintWorld(stage: Stage): Promise<void> {
  const { time, backdrop, reading, thing } = stage;
  const cover = getCloudCover(stage);
  const isDark = time === "night" || time === "dusk";
  await paintScenery(stage, ["sky"], paintSky);
  if (thing("space")) await paintScenery(stage, ["space"], paintSpace);
  else if (cover <= 0.6 && (thing("star") || (isDark && !reading.absent.has("star")))) {
    const isBright = ["morning", "noon", "day", "golden hour"].includes(time);
    await paintScenery(stage, isBright ? [] : ["star"], () =>
      paintStars(stage, { density: time === "night" ? 1 : 0.4 }),
    );
  }
  await paintScenery(stage, [isMoonlit(stage) ? "moon" : "sun"], paintDisc);
  await paintScenery(stage, ["cloud"], () => paintClouds(stage, cover));
  await paintLightsOfSky(stage);
  const far = ["mountain", "hill", "desert", "dune"].filter((name) => thing(name));
  await paintScenery(stage, far, paintFar);
  if (thing("city")) await paintScenery(stage, ["city"], () => paintCity(stage));
  if (backdrop === "sea" || backdrop === "lake") await paintShore(stage);
  else await paintPlain(stage);
  if (thing("forest")) await paintScenery(stage, ["forest", "tree", "pine"], paintForest);
}

async function paintLightsOfSky(stage: Stage): Promise<void> {
  const names = ["aurora", "rainbow", "lightning"].filter((name) => stage.thing(name));
  await paintScenery(stage, names, paintLights);
}

/** The colours of flowers, and of fallen leaves. */
const dots = {
  spring: ["ffffff", "fabed7", "ffe16e"].map(hex),
  autumn: ["c9642a", "dba035", "a8402a"].map(hex),
};

/** Paints the small flowers of a meadow in spring, or the fallen leaves of an autumn. */
function paintDots(stage: Stage, season: keyof typeof dots, from: number): void {
  const { width, height, unit, dice } = stage;
  const throwing = dice("blossoms");
  for (let at = 0; at < 420 * (width / height); at++) {
    const near = throwing.next() ** 0.7;
    const [x, y] = [throwing.next() * width, from + (height - from) * near];
    const color = throwing.pick(dots[season]);
    paintDot(stage, { x, y, radius: unit * (0.8 + 2.6 * near), share: 0.95, color });
  }
}

function chooseGround({ reading, backdrop, thing }: Stage): Ground["kind"] {
  const isMeadow = thing("field") && !thing("beach");
  if (backdrop === "desert" || (backdrop === "sea" && !isMeadow)) return "sand";
  if (isWhite(reading)) return "snow";
  return backdrop === "city" && !thing("field") ? "stone" : "grass";
}

function chooseGroundColor({ palette, thing }: Stage, kind: Ground["kind"]): Rgb {
  const own = (thing("field") ?? thing("hill"))?.colors[0]?.rgb;
  if (own && kind === "grass") return own;
  const sand = (thing("desert") ?? thing("dune") ?? thing("beach"))?.colors[0]?.rgb ?? palette.sand;
  return { grass: palette.grass, sand, snow: palette.snow, stone: hex("7b8088") }[kind];
}

/** The scenery that each kind of ground shows. */
const groundNames: Readonly<Record<Ground["kind"], readonly string[]>> = {
  grass: ["field"],
  sand: ["desert", "dune"],
  snow: ["snow", "field"],
  stone: ["city"],
};

async function paintPlain(stage: Stage): Promise<void> {
  const { horizon, noise, width, unit, thing } = stage;
  const swell = chooseGround(stage) === "stone" ? 0 : 5;
  await paintLand(stage, {
    top: (x) => horizon + noise((x / width) * 2.4, 7) * unit * swell,
    from: horizon,
    names: groundNames[chooseGround(stage)],
  });
  const ways = ["road", "river"].filter((name) => thing(name));
  await paintScenery(stage, thing("river") ? [...ways, "water"] : ways, paintPaths);
  growMeadow(stage, horizon);
}

async function paintShore(stage: Stage): Promise<void> {
  const { noise, width, height, unit, backdrop, shore, side } = stage;
  const rough = backdrop === "sea" ? 0.85 : 0.12;
  await paintScenery(stage, [backdrop, "water"], () => paintWater(stage, rough));
  if (shore >= height) return;
  const kind = chooseGround(stage);
  const slope = side * unit * 50;
  await paintLand(stage, {
    top: (x) => shore + noise((x / width) * 1.7, 21) * unit * 16 + (x / width - 0.5) * slope,
    from: shore - 40 * unit,
    names: kind === "sand" ? ["beach"] : groundNames[kind],
  });
  growMeadow(stage, shore);
}

async function paintLand(
  stage: Stage,
  { names, ...land }: Pick<Ground, "top" | "from"> & { names: readonly string[] },
): Promise<void> {
  const kind = chooseGround(stage);
  const color = chooseGroundColor(stage, kind);
  await paintScenery(stage, names, () => paintGround(stage, { ...land, color, kind }));
}

/** Paints the blades and flowers of a meadow below a row. */
function growMeadow(stage: Stage, top: number): void {
  const { height, isFlat, reading } = stage;
  if (isFlat || chooseGround(stage) !== "grass") return;
  const from = top + (height - top) * 0.25;
  paintBlades(stage, { color: chooseGroundColor(stage, "grass"), from });
  const { season } = reading;
  if (season === "spring" || season === "autumn") paintDots(stage, season, from);
}

/** Paints rain, snow or fog, and reports the weather if it is visible. */
async function paintAir(stage: Stage): Promise<void> {
  const { weather } = stage.reading;
  const isFalling = await paintScenery(stage, [], paintWeather);
  const isSky = weather === "clear" || weather === "cloudy" || weather === "storm";
  if (isFalling || (isSky && !(weather === "clear" && stage.thing("cloud"))))
    stage.report.addWhole("weather");
}

/** The smallest share of a figure that must be visible: of a rider in a car, the head. */
const visibleMin = 0.3;

/** Reports the figures that are visible, with their numbers, colours and relations. */
function reportSprites(stage: Stage, sprites: readonly Sprite[], areas: readonly number[]): void {
  const { canvas, report, reading } = stage;
  const shown = new Uint32Array(sprites.length + 1);
  for (const owner of canvas.owner) shown[owner] = (shown[owner] ?? 0) + 1;
  const visible = sprites.filter(
    (_, at) => (shown[at + 1] ?? 0) >= Math.max(10, (areas[at] ?? 0) * visibleMin),
  );
  for (const thing of reading.things) {
    if (!thing.figure) continue;
    const own = visible.filter((sprite) => sprite.thing === thing);
    const [first] = own;
    if (!first) continue;
    report.add({ part: "thing", thing, value: thing.name });
    // Only a picture with other figures, or a share of it, shows a size.
    const share = first.tall / stage.height;
    const isSized = thing.size < 1 ? share < 0.35 : share > 0.5;
    if (isSized || sprites.some((other) => other.thing !== thing))
      report.add({ part: "size", thing, value: String(thing.size) });
    report.add({ part: "count", thing, value: String(own.length) });
    const { count = 0 } = thing;
    if (own.length >= Math.max(2, count)) report.add({ part: "many", thing, value: String(count) });
    for (const [at, color] of thing.colors.entries())
      if (own.some((sprite) => sprite.art.isColored && sprite.index % thing.colors.length === at))
        report.add({ part: "color", thing, value: color.name });
    const { relation } = thing;
    const isAloft = relation?.kind === "above" || relation?.to.name === "cloud";
    // The position of a figure shows its relation to scenery.
    const isAt = relation && !relation.to.figure && report.hasScenery(relation.to.name);
    const shown =
      isAt && first.footing === (isAloft ? "air" : "ground") ? relation.kind : first.shows;
    if (shown) report.add({ part: "relation", thing, value: shown });
    if (first.footing === "air") report.add({ part: "pose", thing, value: "flying" });
    const [, pose] = /^(?:man|woman|person)-(.*)$/.exec(first.thing.figure?.name ?? "") ?? [];
    if (pose !== undefined) report.add({ part: "pose", thing, value: pose });
  }
}

/** Reports the properties of the whole picture that are visible. */
function reportWhole(stage: Stage, sprites: readonly Sprite[]): void {
  const { report, reading, backdrop, width, height } = stage;
  for (const { name } of reading.colors) report.add({ part: "color", value: name });
  if (isOutside(stage)) {
    if (reading.mood !== "cozy") report.addWhole("mood");
    if (showsTime(stage)) report.addWhole("time");
    const hasLeaves = reading.things.some(({ name }) =>
      ["tree", "forest", "hill", "field"].includes(name),
    );
    const isWinter = reading.season === "winter" && isWhite(reading);
    if (backdrop === "land" || isWinter || hasLeaves) report.addWhole("season");
  }
  if (backdrop === "room" && (reading.mood === "cozy" || reading.mood === "gloomy"))
    report.addWhole("mood");
  const halves = sprites.map(({ tall, art }) => (tall * art.aspect) / 2);
  const right = Math.max(...sprites.map(({ x }, at) => x + (halves[at] ?? 0)));
  const left = Math.min(...sprites.map(({ x }, at) => x - (halves[at] ?? 0)));
  const tall =
    Math.max(...sprites.map(({ y }) => y)) - Math.min(...sprites.map((one) => one.y - one.tall));
  const share = Math.max(0, (right - left) / width, tall / height);
  const isWide = reading.composition === "wide" && share > 0 && share < 0.4;
  if (isWide || (reading.composition === "close-up" && share > 0.6)) report.addWhole("composition");
}

/** Returns whether the time is visible: only the height of the sun shows a noon or a morning. */
function showsTime(stage: Stage): boolean {
  const { canvas, time, unit } = stage;
  if (time !== "noon" && time !== "morning") return true;
  const area = canvas.layer.reduce((sum, layer) => sum + (layer === discLayer ? 1 : 0), 0);
  return area > 600 * unit ** 2 && getCloudCover(stage) < 0.6;
}
