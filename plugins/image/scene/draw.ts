import type { Pixels } from "hub/drawing";
import { createDice } from "../dice.ts";
import { compose } from "./compose.ts";
import type { Reading } from "./parse/reading.ts";
import { planOf } from "./plan.ts";
import type { Rgb } from "./rgb.ts";
import { setStage } from "./set-stage.ts";
import type { Stage } from "./stage.ts";
import { finishAsPainting } from "./styles/artistic.ts";
import { finishAsCartoon } from "./styles/cartoon.ts";
import { finishAsPhotograph } from "./styles/realistic.ts";
import { finishAsSketch } from "./styles/sketch.ts";

// Indexes stay within the pixels: `!` says so where a check for each of them would cost time.

export const styles = ["realistic", "artistic", "cartoon", "sketch"] as const;
export type Style = (typeof styles)[number];

interface DrawOptions {
  width: number;
  height: number;
  style: Style;
  /** What decides all that the prompt does not. */
  seed: string;
  palette?: readonly Rgb[];
}

const finish: Readonly<Record<Style, (stage: Stage) => Float32Array>> = {
  realistic: finishAsPhotograph,
  artistic: finishAsPainting,
  cartoon: finishAsCartoon,
  sketch: finishAsSketch,
};

/** Draws what a prompt was understood to ask for: the same pixels for the same seed. */
export async function drawScene(reading: Reading, options: DrawOptions): Promise<Pixels> {
  const { width, height, style, seed, palette = [] } = options;
  const plan = planOf(reading, createDice(`${seed}/time`));
  const stage = setStage(plan, { width, height, seed, isFlat: style === "cartoon", palette });
  await compose(stage);
  return pixelsOf(finish[style](stage), { width, height });
}

function pixelsOf(
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
