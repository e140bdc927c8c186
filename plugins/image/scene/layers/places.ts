import { hex, multiply, scale, shiftColor } from "../../color/rgb.ts";
import { buildArt } from "../figures/art.ts";
import { paintSprite } from "../figures/sprites.ts";
import data from "../parse/nouns.json" with { type: "json" };
import { figures } from "../parse/nouns.ts";
import { paintDot } from "../stage/dots.ts";
import { clamp, fbm, lerp, smooth } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";
import { paintStars } from "./sky.ts";

/** Paints the surface of the moon or of a planet below a black sky. */
export function paintMoonscape(stage: Stage): void {
  const { canvas, width, height, horizon, noise, dice, side, isFlat, unit, thing } = stage;
  const planet = thing("planet-surface");
  const color = planet ? (planet.colors[0]?.rgb ?? hex("b8683c")) : thing("moon")?.colors[0]?.rgb;
  const dust = color ?? hex("a5a3a0");
  for (let at = 0; at < width * height; at++) canvas.paint(at, [5, 6, 14], 1);
  paintStars(stage, { density: 1.2 });
  const throwing = dice("craters");
  const craters = Array.from({ length: 26 }, () => {
    const near = throwing.next() ** 1.5;
    return {
      x: throwing.next() * width,
      y: lerp(horizon + 6 * unit, height * 1.02, near),
      radius: unit * lerp(6, 62, near) * throwing.between(0.5, 1.1),
    };
  });
  const rough = fbm(noise, 4);
  for (let x = 0; x < width; x++) {
    const edge = horizon + noise((x / width) * 3, 5) * unit * 9;
    for (let y = Math.max(0, Math.floor(edge)); y < height; y++) {
      const near = clamp((y - edge) / (height - horizon));
      const depth = 1 / (near + 0.06);
      let light = 0.74 + 0.2 * rough((x / width - 0.5) * depth * 1.6, depth * 2.2) + near * 0.12;
      for (const crater of craters) {
        const [dx, dy] = [(x - crater.x) / crater.radius, (y - crater.y) / (crater.radius * 0.3)];
        const away = Math.hypot(dx, dy);
        if (away >= 1.25) continue;
        light += 0.26 * dx * -side * smooth(1, 0.5, away);
        light += 0.14 * smooth(1.25, 1, away) * smooth(0.85, 1, away);
      }
      const shown = isFlat ? Math.round(light * 6) / 6 : light;
      canvas.paint(y * width + x, scale(dust, shown), clamp(y - edge + 1));
      canvas.layer[y * width + x] = 20;
    }
  }
}

const wallColors = ["d9cbb4", "b9c9c4", "c9b8c4", "bccadb", "d8c3a5"].map(hex);

/** Paints a room, or the top of a table before a wall. */
export function paintRoom(stage: Stage): void {
  const { canvas, width, height, horizon, palette, noise, side, isFlat, isTabletop } = stage;
  const own = stage.thing("room")?.colors[0]?.rgb ?? stage.reading.colors[0]?.rgb;
  const wall = own ?? stage.dice("room").pick(wallColors);
  const shown = isTabletop ? shiftColor(wall, { light: -0.16, chroma: 0.9 }) : wall;
  // A dark room has its lights off.
  const dim = stage.reading.mood === "gloomy" ? 0.45 : 1;
  const wood = multiply(hex(isTabletop ? "a8733f" : "9a6a42"), palette.light);
  const paper = multiply(shown, palette.light);
  const skirting = multiply(shiftColor(wall, { light: 0.1 }), scale(palette.light, 0.88));
  const strip = isTabletop ? 0 : 9 * stage.unit;
  const boards = isTabletop ? 2.5 : 4.5;
  const grain = fbm(noise, 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const [u, v] = [x / width, y / height];
      canvas.layer[at] = y < horizon ? 1 : 20;
      if (y < horizon) {
        const lamp = Math.exp(-((u - (0.5 + side * 0.3)) ** 2 * 4 + (v - 0.1) ** 2 * 3));
        const raw = 0.72 + 0.42 * lamp - 0.1 * smooth(0.75, 1, y / horizon);
        const light = isFlat ? Math.round(raw * 8) / 8 : raw;
        canvas.paint(at, y < horizon - strip ? scale(paper, light * dim) : scale(skirting, dim), 1);
        continue;
      }
      const near = (y - horizon) / (height - horizon);
      const depth = 1 / (near * 0.8 + 0.35);
      const across = (isTabletop ? near * 3.2 : (u - 0.5) * depth * 2.6) * boards + 100;
      const board = Math.floor(across);
      const seam = Math.abs(across - board - 0.5) > 0.485 ? 0.8 : 1;
      const along = (isTabletop ? u * 5 : depth * 3) * 1.2 + board * 7;
      const fine = grain(along, (isTabletop ? near * 26 : u * depth * 26) + board);
      const fibre = isFlat ? 1 : 1 + 0.1 * fine + 0.06 * noise(board * 3.7, 2);
      const light = (0.8 + 0.22 * near + 0.1 * side * (u - 0.5)) * seam * fibre;
      canvas.paint(at, scale(wood, light * dim), 1);
    }
}

type PlaceName = keyof typeof data.dressing;

/** The name of a figure, its place across the picture and towards the viewer, and its height. */
type Entries = Iterable<[index: number, [string, number, number, number]]>;

/** The places that words name. The others are backdrops. */
const places = (Object.keys(data.dressing) as PlaceName[]).filter(
  (place) => place !== "underwater" && place !== "moon",
);

/** Paints the things that identify a place: the bench and the lamp of a park, the shelves of a library. */
export async function paintDressing(stage: Stage): Promise<void> {
  const { reading, width, height, horizon, isTabletop, time } = stage;
  const isDark = time === "night" || time === "dusk";
  for (const place of findPlaces(stage))
    for (const [at, [name, across, near, size]] of data.dressing[place].entries() as Entries) {
      const figure = figures.get(name);
      if (!figure || reading.absent.has(name)) continue;
      if (reading.things.some((thing) => thing.name === name)) continue;
      const dice = stage.dice(`dressing ${place} ${at}`);
      const art = await buildArt(stage, { figure, dice });
      const row = lerp(horizon, height, near);
      // The far edge of a table hides what stands behind it.
      const y = isTabletop ? Math.min(row, horizon) : row;
      const [x, tall] = [across * width, Math.min(width, height) * size];
      const footing = near > 0 && !isTabletop ? "ground" : "thing";
      await paintSprite(stage, { art, x, y, tall, depth: 0.1, footing, shows: undefined });
      const lamp = { x, y: y - tall * 0.84, radius: tall * 0.2, share: 0.6 };
      if (name === "street-lamp" && isDark) paintDot(stage, { ...lamp, color: [255, 214, 140] });
    }
}

/** Returns the places of a prompt that have things of their own. */
function findPlaces({ reading, backdrop, thing }: Stage): PlaceName[] {
  const words = reading.things.filter(({ figure }) => !figure).map(({ word }) => word);
  if (backdrop === "underwater") return [backdrop];
  if (backdrop === "moon") return thing("planet-surface") ? [] : [backdrop];
  const isAutumn = reading.season === "autumn" && backdrop !== "room" && !thing("forest");
  if (isAutumn) words.push("autumn");
  return places.filter((place) =>
    words.some((word) => word === place || word.endsWith(` ${place}`)),
  );
}
