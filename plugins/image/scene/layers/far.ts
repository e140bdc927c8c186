import { isWhite } from "../parse/reading.ts";
import { blend } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { paintRidge } from "./ridge.ts";

/** Paints the horizon: mountains, hills, dunes and the edge of woods. */
export function paintFar(stage: Stage): void {
  const { thing, reading, backdrop, horizon, height, palette } = stage;
  const { absent } = reading;
  const hill = thing("hill");
  if (thing("mountain")) paintMountains(stage);
  if (backdrop === "desert") paintDunes(stage);
  if (backdrop === "city" || ((backdrop === "sea" || backdrop === "desert") && !hill)) return;
  // Every season has leaves.
  const leaves = palette.leaves[0]!;
  const cover = isWhite(reading)
    ? blend(palette.snow, palette.rock, 0.15)
    : blend(palette.grass, leaves, 0.45);
  const color = hill?.colors[0]?.rgb ?? cover;
  const base = horizon + 3;
  const paintHill = (name: string, high: number, depth: number, layer: number) =>
    paintRidge(stage, { kind: "hill", color, base, name, height: height * high, depth, layer });
  const steep = hill ? 1.7 : 1;
  if (!thing("mountain") && !absent.has("hill")) {
    paintHill("hills behind", 0.16 * steep, 0.92, 12);
    paintHill("hills", 0.1 * steep, 0.66, 13);
  }
  if (hill) paintHill("hills before", 0.09, 0.36, 14);
  else if (!["tree", "pine", "forest"].some((name) => absent.has(name))) {
    const wood = { kind: "wood", color: leaves, base, name: "wood" } as const;
    paintRidge(stage, { ...wood, height: height * 0.035, depth: 0.42, layer: 14 });
  }
}

function paintMountains(stage: Stage): void {
  const { horizon, palette, reading, thing } = stage;
  const mountain = thing("mountain");
  const tall = horizon * 0.66 * Math.min(1.15, mountain?.size ?? 1);
  const peak = 0.5 - stage.side * 0.16;
  const color = mountain?.colors[0]?.rgb ?? palette.rock;
  const snow = reading.absent.has("snow") ? {} : { snow: isWhite(reading) ? 0.26 : 0.6 };
  const base = { kind: "rock" as const, color, ...snow, base: horizon + 2 };
  paintRidge(stage, { ...base, name: "range behind", height: tall * 0.7, depth: 0.85, layer: 10 });
  const peaks = [peak, peak + 0.34, peak - 0.36, peak + 0.62, peak - 0.6];
  paintRidge(stage, { ...base, name: "range", height: tall, depth: 0.46, layer: 11, peaks });
}

function paintDunes(stage: Stage): void {
  const { horizon, palette, height, thing } = stage;
  const color = (thing("desert") ?? thing("dune"))?.colors[0]?.rgb ?? palette.sand;
  const paintDune = (name: string, sunk: number, depth: number, layer: number) =>
    paintRidge(stage, {
      kind: "dune",
      color,
      name,
      height: height * 0.18,
      base: horizon + 3 + height * sunk,
      depth,
      layer,
    });
  paintDune("dunes behind", 0, 0.7, 12);
  paintDune("dunes", 0.03, 0.42, 13);
  paintDune("dunes before", 0.17, 0.2, 14);
}
