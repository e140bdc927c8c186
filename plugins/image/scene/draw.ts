import type { Pixels } from "hub/drawing";
import type { Rgb } from "../color/rgb.ts";
import { createDice } from "../random.ts";
import { compose, showsSeason, showsTime } from "./compose.ts";
import { paintMedallion } from "./poster/medallion.ts";
import type { SceneDescription } from "./stage/description.ts";
import { planScene } from "./stage/plan.ts";
import { type Stage, setStage } from "./stage/stage.ts";
import { finishAsPainting } from "./styles/artistic.ts";
import { finishAsCartoon } from "./styles/cartoon.ts";
import { finishAsPhotograph } from "./styles/realistic.ts";
import { finishAsSketch } from "./styles/sketch.ts";

type DrawingStyle = "realistic" | "artistic" | "cartoon" | "sketch";

interface DrawOptions {
  width: number;
  height: number;
  seed: string;
  style: DrawingStyle;
  /** Colours that replace those of the description. */
  palette: readonly Rgb[];
  /** The name of an illustration for the middle, which makes the picture a poster. */
  subject?: string | undefined;
}

/** A finished picture. */
export interface DrawnScene {
  pixels: Pixels;
  /** The names of the scenery that it shows, and `time`, `weather`, `season` and `mood`. */
  shown: ReadonlySet<string>;
}

const finish: Readonly<Record<DrawingStyle, (stage: Stage) => Float32Array>> = {
  realistic: finishAsPhotograph,
  artistic: finishAsPainting,
  cartoon: finishAsCartoon,
  sketch: finishAsSketch,
};

/** Draws a background, or a poster with an illustration. The same arguments always give the same pixels. */
export async function drawScene(
  scene: SceneDescription,
  { style, subject, ...options }: DrawOptions,
): Promise<DrawnScene> {
  const isPlain = scene.scenery.length === 0 && !scene.weather && !scene.season;
  const plan = planScene(scene, createDice(`${options.seed}/time`), isPlain);
  const hasMedallion = subject !== undefined;
  const stage = setStage(plan, { ...options, isFlat: style === "cartoon", hasMedallion });
  await compose(stage);
  if (showsTime(stage)) stage.shown.add("time");
  if (showsSeason(stage)) stage.shown.add("season");
  if (scene.mood !== "cozy" && plan.backdrop !== "space") stage.shown.add("mood");
  const pixels = toPixels(finish[style](stage), options);
  if (subject !== undefined) await paintMedallion(stage, pixels, subject);
  return { pixels, shown: stage.shown };
}

function toPixels(
  color: Float32Array,
  { width, height }: { width: number; height: number },
): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    for (let channel = 0; channel < 3; channel++)
      data[at * 4 + channel] = Math.min(255, Math.max(0, Math.round(color[at * 3 + channel]!)));
    data[at * 4 + 3] = 255;
  }
  return { width, height, data };
}
