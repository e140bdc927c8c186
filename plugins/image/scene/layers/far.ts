import { isWhite, type Thing } from "../parse/reading.ts";
import { blend, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { paintRidge } from "./ridge.ts";

/** Paints what stands at the horizon: mountains, hills, dunes and the edge of woods. */
export function paintFar(stage: Stage): void {
  const { thing, reading, backdrop } = stage;
  const white = isWhite(reading);
  const mountain = thing("mountain");
  if (mountain) paintMountains(stage, { mountain, white });
  if (backdrop === "desert") paintDunes(stage);
  const isOpen = backdrop === "sea" || backdrop === "desert";
  if (backdrop === "city" || (isOpen && !thing("hill"))) return;
  paintHills(stage, { white, isBehind: !mountain && !reading.absent.has("hill") });
  if (!thing("hill") && !["tree", "pine", "forest"].some((name) => reading.absent.has(name)))
    paintWood(stage);
}

/** Paints hills: low ones behind where nothing higher stands, and those that are asked for before them. */
function paintHills(
  stage: Stage,
  { white, isBehind }: { white: boolean; isBehind: boolean },
): void {
  const { thing, horizon, palette, height } = stage;
  const hill = thing("hill");
  const color =
    hill?.colors[0]?.rgb ??
    (white
      ? blend(palette.snow, palette.rock, 0.15)
      : blend(palette.grass, getLeafColor(stage), 0.45));
  const rolling = { kind: "hill" as const, color, base: horizon + 3 };
  const steep = hill ? 1.7 : 1;
  if (isBehind) {
    paintRidge(stage, {
      ...rolling,
      name: "hills behind",
      height: height * 0.16 * steep,
      depth: 0.92,
      layer: 12,
    });
    paintRidge(stage, {
      ...rolling,
      name: "hills",
      height: height * 0.1 * steep,
      depth: 0.66,
      layer: 13,
    });
  }
  if (hill)
    paintRidge(stage, {
      ...rolling,
      name: "hills before",
      height: height * 0.09,
      depth: 0.36,
      layer: 14,
    });
}

function paintWood(stage: Stage): void {
  paintRidge(stage, {
    kind: "wood",
    color: getLeafColor(stage),
    base: stage.horizon + 3,
    name: "wood",
    height: stage.height * 0.035,
    depth: 0.42,
    layer: 14,
  });
}

function getLeafColor({ palette }: Stage): Rgb {
  // Every season has leaves.
  return palette.leaves[0]!;
}

function paintMountains(
  stage: Stage,
  { mountain, white }: { mountain: Thing; white: boolean },
): void {
  const { horizon, palette, reading } = stage;
  const tall = horizon * 0.66 * Math.min(1.15, mountain.size);
  const peak = 0.5 - stage.side * 0.16;
  const color = mountain.colors[0]?.rgb ?? palette.rock;
  const snow = reading.absent.has("snow") ? {} : { snow: white ? 0.26 : 0.6 };
  const base = { kind: "rock" as const, color, ...snow, base: horizon + 2 };
  paintRidge(stage, { ...base, name: "range behind", height: tall * 0.7, depth: 0.85, layer: 10 });
  const peaks = [peak, peak + 0.34, peak - 0.36, peak + 0.62, peak - 0.6];
  paintRidge(stage, { ...base, name: "range", height: tall, depth: 0.46, layer: 11, peaks });
}

function paintDunes(stage: Stage): void {
  const { horizon, palette, height, thing } = stage;
  const color = (thing("desert") ?? thing("dune"))?.colors[0]?.rgb ?? palette.sand;
  const dune = { kind: "dune" as const, color };
  paintRidge(stage, {
    ...dune,
    name: "dunes behind",
    height: height * 0.17,
    base: horizon + 3,
    depth: 0.7,
    layer: 12,
  });
  paintRidge(stage, {
    ...dune,
    name: "dunes",
    height: height * 0.17,
    base: horizon + height * 0.03,
    depth: 0.42,
    layer: 13,
  });
  paintRidge(stage, {
    ...dune,
    name: "dunes before",
    height: height * 0.2,
    base: horizon + height * 0.17,
    depth: 0.2,
    layer: 14,
  });
}
