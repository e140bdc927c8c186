import type { Rgb } from "../color/rgb.ts";
import { createDice } from "../random.ts";
import { compose } from "./compose.ts";
import { readPrompt } from "./parse/read-prompt.ts";
import { type Plan, planScene } from "./stage/plan.ts";
import { type Stage, setStage } from "./stage/stage.ts";

/** Plans a prompt with a fixed seed. */
function planFor(prompt: string, negative?: string): Plan {
  return planScene(readPrompt(prompt, negative).scene, createDice("1/time"));
}

type StageOptions = Partial<Parameters<typeof setStage>[1]> & { negative?: string };

/** Creates the stage of a prompt, with nothing painted yet. */
export function stageFor(prompt: string, { negative, ...given }: StageOptions = {}): Stage {
  const options = {
    width: 120,
    height: 100,
    seed: "1",
    isFlat: false,
    palette: [],
    hasMedallion: false,
    ...given,
  };
  return setStage(planFor(prompt, negative), options);
}

/** Paints the whole scene of a prompt. */
export async function paintScene(prompt: string, options?: StageOptions): Promise<Stage> {
  const stage = stageFor(prompt, options);
  await compose(stage);
  return stage;
}

/** Runs a painter on a canvas of one colour. */
export async function paintOn(
  stage: Stage,
  color: Rgb,
  paint: (stage: Stage) => void | Promise<void>,
): Promise<Stage> {
  for (let at = 0; at < stage.width * stage.height; at++) stage.canvas.paint(at, color, 1);
  await paint(stage);
  return stage;
}

/** Returns the colour of a pixel. */
export function colorAt({ canvas, width }: Stage, x: number, y: number): Rgb {
  const [red = 0, green = 0, blue = 0] = canvas.color.subarray((y * width + x) * 3);
  return [red, green, blue];
}

/** Returns the mean luminance of some pixels, from 0 to 255. */
export function meanLuma(stage: Stage, isChosen: (x: number, y: number) => boolean) {
  const chosen = pixelsWhere(stage, (_, x, y) => isChosen(x, y));
  return chosen.reduce((sum, at) => sum + stage.canvas.luma(at), 0) / chosen.length;
}

/** Returns the indexes of the pixels that meet a condition. */
export function pixelsWhere(
  { width, height }: { width: number; height: number },
  holds: (at: number, x: number, y: number) => boolean,
): number[] {
  return Array.from({ length: width * height }, (_, at) => at).filter((at) =>
    holds(at, at % width, Math.floor(at / width)),
  );
}
