import { hex, type Rgb } from "../color/rgb.ts";
import { paintCity } from "./layers/city.ts";
import { paintFar } from "./layers/far.ts";
import { paintForest } from "./layers/forest.ts";
import { type Ground, paintBlades, paintGround } from "./layers/ground.ts";
import { paintMoonscape } from "./layers/moonscape.ts";
import { paintPaths } from "./layers/paths.ts";
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
import { isWhite } from "./stage/description.ts";
import { paintDot } from "./stage/dots.ts";
import { isMoonlit } from "./stage/plan.ts";
import type { Stage } from "./stage/stage.ts";

/** Paints a scene from back to front, and records in `shown` what it shows outside the medallion. */
export async function compose(stage: Stage): Promise<void> {
  const { backdrop, thing, shown, scene } = stage;
  if (backdrop === "plain") {
    if (stage.medallion) paintSky(stage);
    else await paintHeavens(stage);
    return;
  }
  if (backdrop === "space") {
    await paintScenery(stage, ["space", "sky"], paintSpace);
    if (!scene.absent.has("star")) shown.add("star");
    await paintLightsOfSky(stage);
  } else if (backdrop === "moon") {
    const ground = thing("planet-surface") ? "planet-surface" : "moon-surface";
    await paintScenery(stage, [ground, "space", "star", "sky"], paintMoonscape);
  } else if (backdrop === "underwater")
    await paintScenery(stage, ["underwater", "sea", "water"], paintUnderwater);
  else {
    await paintWorld(stage);
    await paintAir(stage);
  }
}

/** Runs a painter, and records scenery if the painter has changed enough of the picture. */
async function paintScenery(
  stage: Stage,
  names: readonly string[],
  paint: (stage: Stage) => void | Promise<void>,
): Promise<boolean> {
  const { canvas, width, medallion, shown } = stage;
  const { color } = canvas;
  const before = Float32Array.from(color);
  await paint(stage);
  const isCovered = (at: number) =>
    medallion !== undefined &&
    Math.hypot((at % width) - medallion.x, Math.floor(at / width) - medallion.y) < medallion.radius;
  const changed = color.reduce(
    (sum, part, at) =>
      sum + (Math.abs(part - before[at]!) > 3 && !isCovered(Math.floor(at / 3)) ? 1 : 0),
    0,
  );
  const isVisible = changed > color.length * 0.0006;
  for (const name of isVisible ? names : []) shown.add(name);
  return isVisible;
}

/** Paints the sky with its stars, the sun or the moon, and clouds. */
async function paintHeavens(stage: Stage): Promise<void> {
  const { time, scene, thing } = stage;
  const cover = getCloudCover(stage);
  const isDark = time === "night" || time === "dusk";
  await paintScenery(stage, ["sky"], paintSky);
  if (thing("space")) await paintScenery(stage, ["space"], paintSpace);
  else if (cover <= 0.6 && (thing("star") || (isDark && !scene.absent.has("star")))) {
    const isBright = ["morning", "noon", "day", "golden hour"].includes(time);
    await paintScenery(stage, isBright ? [] : ["star"], () =>
      paintStars(stage, { density: time === "night" ? 1 : 0.4 }),
    );
  }
  await paintScenery(stage, [isMoonlit(stage) ? "moon" : "sun"], paintDisc);
  await paintScenery(stage, ["cloud"], () => paintClouds(stage, cover));
  await paintLightsOfSky(stage);
}

async function paintWorld(stage: Stage): Promise<void> {
  const { backdrop, thing } = stage;
  await paintHeavens(stage);
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

function chooseGround({ scene, backdrop, thing }: Stage): Ground["kind"] {
  const isMeadow = thing("field") && !thing("beach");
  if (backdrop === "desert" || (backdrop === "sea" && !isMeadow)) return "sand";
  if (isWhite(scene)) return "snow";
  return backdrop === "city" && !thing("field") ? "stone" : "grass";
}

function chooseGroundColor({ palette, thing }: Stage, kind: Ground["kind"]): Rgb {
  const own = (thing("field") ?? thing("hill"))?.color;
  if (own && kind === "grass") return own;
  const sand = (thing("desert") ?? thing("dune") ?? thing("beach"))?.color ?? palette.sand;
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
  const { height, isFlat, scene } = stage;
  if (isFlat || chooseGround(stage) !== "grass") return;
  const from = top + (height - top) * 0.25;
  paintBlades(stage, { color: chooseGroundColor(stage, "grass"), from });
  const { season } = scene;
  if (season === "spring" || season === "autumn") paintDots(stage, season, from);
}

/** Paints rain, snow or fog, and records the weather if it is visible. */
async function paintAir(stage: Stage): Promise<void> {
  const { weather } = stage.scene;
  const isFalling = await paintScenery(stage, [], paintWeather);
  const isSky = weather === "clear" || weather === "cloudy" || weather === "storm";
  if (isFalling || (isSky && !(weather === "clear" && stage.thing("cloud"))))
    stage.shown.add("weather");
}

/** Returns whether the time is visible: only the height of the sun shows a noon or a morning. */
export function showsTime(stage: Stage): boolean {
  const { canvas, time, unit, backdrop } = stage;
  if (["space", "moon", "underwater"].includes(backdrop)) return false;
  if (time !== "noon" && time !== "morning") return true;
  const area = canvas.layer.reduce((sum, layer) => sum + (layer === discLayer ? 1 : 0), 0);
  return area > 600 * unit ** 2 && getCloudCover(stage) < 0.6;
}

/** Returns whether the season is visible in leaves, grass or snow. */
export function showsSeason({ backdrop, scene }: Stage): boolean {
  if (["space", "moon", "underwater", "plain"].includes(backdrop)) return false;
  const hasLeaves = scene.scenery.some(({ name }) => ["forest", "hill", "field"].includes(name));
  return (
    backdrop === "land" ||
    backdrop === "lake" ||
    hasLeaves ||
    (scene.season === "winter" && isWhite(scene))
  );
}
