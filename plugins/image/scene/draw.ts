import type { Pixels } from "hub/drawing";
import { createDice } from "../random.ts";
import { compose } from "./compose.ts";
import type { PromptReading } from "./parse/reading.ts";
import { planScene } from "./stage/plan.ts";
import type { Report } from "./stage/report.ts";
import { type Stage, type StageOptions, setStage } from "./stage/stage.ts";
import { finishAsPainting } from "./styles/artistic.ts";
import { finishAsCartoon } from "./styles/cartoon.ts";
import { finishAsPhotograph } from "./styles/realistic.ts";
import { finishAsSketch } from "./styles/sketch.ts";

type DrawingStyle = "realistic" | "artistic" | "cartoon" | "sketch";

interface DrawOptions extends Omit<StageOptions, "isFlat"> {
  style: DrawingStyle;
}

/** A finished picture. */
export interface DrawnScene {
  pixels: Pixels;
  /** The parts of the prompt that the picture shows. */
  report: Report;
}

const finish: Readonly<Record<DrawingStyle, (stage: Stage) => Float32Array>> = {
  realistic: finishAsPhotograph,
  artistic: finishAsPainting,
  cartoon: finishAsCartoon,
  sketch: finishAsSketch,
};

/** Draws a scene. The same prompt and seed always give the same pixels. */
export async function drawScene(reading: PromptReading, options: DrawOptions): Promise<DrawnScene> {
  const { style, seed } = options;
  const plan = planScene(reading, createDice(`${seed}/time`));
  const stage = setStage(plan, { ...options, isFlat: style === "cartoon" });
  await compose(stage);
  return { pixels: toPixels(finish[style](stage), options), report: stage.report };
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
