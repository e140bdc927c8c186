import type { Pixels } from "hub/drawing";
import { createDice } from "../dice.ts";
import { compose } from "./compose.ts";
import type { Reading } from "./parse/reading.ts";
import { planScene } from "./plan.ts";
import type { Report } from "./report.ts";
import type { Rgb } from "./rgb.ts";
import { type Stage, setStage } from "./stage.ts";
import { finishAsPainting } from "./styles/artistic.ts";
import { finishAsCartoon } from "./styles/cartoon.ts";
import { finishAsPhotograph } from "./styles/realistic.ts";
import { finishAsSketch } from "./styles/sketch.ts";

// Indexes stay within the pixels: a check for each of them would cost time.

type Style = "realistic" | "artistic" | "cartoon" | "sketch";

interface DrawOptions {
  width: number;
  height: number;
  style: Style;
  /** The seed of everything that the prompt doesn't decide. */
  seed: string;
  palette?: readonly Rgb[];
}

/** A finished picture. */
export interface DrawnScene {
  pixels: Pixels;
  /** The parts of the prompt that the picture shows. */
  report: Report;
}

const finish: Readonly<Record<Style, (stage: Stage) => Float32Array>> = {
  realistic: finishAsPhotograph,
  artistic: finishAsPainting,
  cartoon: finishAsCartoon,
  sketch: finishAsSketch,
};

/** Draws a scene. The same prompt and seed always give the same pixels. */
export async function drawScene(reading: Reading, options: DrawOptions): Promise<DrawnScene> {
  const { width, height, style, seed, palette = [] } = options;
  const plan = planScene(reading, createDice(`${seed}/time`));
  const stage = setStage(plan, { width, height, seed, isFlat: style === "cartoon", palette });
  await compose(stage);
  return { pixels: toPixels(finish[style](stage), { width, height }), report: stage.report };
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
