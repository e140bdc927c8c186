import { createDice } from "../dice.ts";
import { noiseOf } from "./noise.ts";
import { paletteOf } from "./palette.ts";
import type { Reading } from "./parse/reading.ts";
import { PixelCanvas } from "./pixel-canvas.ts";
import { type Backdrop, isMoonlit, type Plan } from "./plan.ts";
import type { Rgb } from "./rgb.ts";
import type { Stage } from "./stage.ts";
import { subjects } from "./subjects.ts";

interface StageOptions {
  width: number;
  height: number;
  /** What decides all that the prompt does not. */
  seed: string;
  isFlat: boolean;
  palette: readonly Rgb[];
}

/** Sets the stage for what is planned. */
export function setStage({ reading, backdrop, time }: Plan, options: StageOptions): Stage {
  const { width, height, seed, isFlat } = options;
  const dice = (part: string) => createDice(`${seed}/${part}`);
  const composing = dice("composition");
  const side = composing.next() < 0.5 ? -1 : 1;
  const horizon = Math.round(height * horizonOf(reading, backdrop, composing.between(-0.03, 0.03)));
  const palette = paletteOf(reading, time, options.palette);
  const named = reading.colors.map(({ rgb }) => rgb);
  const colors = options.palette.length > 0 ? options.palette : named;
  const thing = (name: string) => reading.things.find((one) => one.name === name);
  // What shines faintly is seen without the moon.
  const faint =
    time === "night" && ["star", "space", "aurora", "comet"].some((name) => thing(name));
  const isDenied = reading.absent.has(isMoonlit({ reading, time }) ? "moon" : "sun");
  const hidden = faint || ["storm", "rain", "fog", "snow"].includes(reading.weather ?? "");
  const place = time === "night" ? thing("moon") : (thing("sun") ?? thing("moon"));
  const x = placeX(place?.side, { side, off: composing.between(0.14, 0.24) });
  const sunk = Math.max(palette.height, place && palette.height < 0.1 ? 0.12 : 0);
  return {
    canvas: new PixelCanvas(width, height),
    width,
    height,
    unit: Math.min(width, height) / 512,
    horizon,
    reading,
    backdrop,
    time,
    palette,
    colors,
    side,
    isFlat,
    dice,
    thing,
    sun: {
      x: x * width,
      y: horizon * (1 - sunk),
      isShown: !isDenied && (place !== undefined || !hidden),
    },
    shore: height - (height - horizon) * shoreOf(reading, backdrop),
    noise: noiseOf(seed),
  };
}

function placeX(wish: string | undefined, { side, off }: { side: number; off: number }): number {
  if (wish === "center") return 0.5;
  if (wish !== undefined) return wish === "left" ? 0.24 : 0.76;
  return 0.5 + side * off;
}

function horizonOf({ composition }: Reading, backdrop: Backdrop, off: number): number {
  const usual = { sea: 0.54, lake: 0.56, desert: 0.6, city: 0.72, land: 0.6 }[backdrop as string];
  const moved = { wide: 0.06, top: -0.28, "close-up": 0.06 }[composition as string] ?? 0;
  return (usual ?? 0.6) + moved + off;
}

/** How much of the ground is a near shore, as a share. */
function shoreOf({ things }: Reading, backdrop: Backdrop): number {
  if (backdrop === "city") return 0;
  if (backdrop !== "sea" && backdrop !== "lake") return 1;
  const stands = things.some(({ name }) =>
    ["near", "ground"].includes(subjects[name]?.place ?? ""),
  );
  if (stands || things.some(({ name }) => ["beach", "forest", "field"].includes(name))) return 0.4;
  return backdrop === "lake" ? 0.22 : 0;
}
