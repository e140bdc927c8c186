import { createDice } from "../dice.ts";
import { createNoise } from "./noise.ts";
import { buildPalette } from "./palette.ts";
import type { Reading } from "./parse/reading.ts";
import { PixelCanvas } from "./pixel-canvas.ts";
import { type Backdrop, isMoonlit, type Plan } from "./plan.ts";
import { Report } from "./report.ts";
import type { Rgb } from "./rgb.ts";
import type { Stage } from "./stage.ts";

interface StageOptions {
  width: number;
  height: number;
  /** The seed of everything that the prompt doesn't decide. */
  seed: string;
  isFlat: boolean;
  palette: readonly Rgb[];
}

/** Creates the stage for a plan. */
export function setStage(
  { reading, backdrop, time, isTabletop }: Plan,
  options: StageOptions,
): Stage {
  const { width, height, seed, isFlat } = options;
  const dice = (part: string) => createDice(`${seed}/${part}`);
  const composing = dice("composition");
  const side = composing.next() < 0.5 ? -1 : 1;
  const usual = chooseHorizon(reading, backdrop, composing.between(-0.03, 0.03));
  const horizon = Math.round(height * (isTabletop ? 0.62 : usual));
  const palette = buildPalette(reading, time, options.palette);
  const named = reading.colors.map(({ rgb }) => rgb);
  const colors = options.palette.length > 0 ? options.palette : named;
  const thing = (name: string) => reading.things.find((one) => one.name === name);
  // Faint lights are visible without the moon.
  const faint =
    time === "night" && ["star", "space", "aurora", "comet"].some((name) => thing(name));
  const isDenied = reading.absent.has(isMoonlit({ reading, time }) ? "moon" : "sun");
  const hidden = faint || ["storm", "rain", "fog", "snow"].includes(reading.weather ?? "");
  const disc = time === "night" ? thing("moon") : (thing("sun") ?? thing("moon"));
  const aside = composing.between(0.14, 0.24);
  // The sun is high at noon, and figures don't hide it in the morning.
  const off = { noon: 0.04, morning: aside + 0.16 }[time as string] ?? aside;
  const x = chooseDiscX(disc?.side, { side, off });
  const sunk = Math.max(palette.height, disc && palette.height < 0.1 ? 0.12 : 0);
  return {
    canvas: new PixelCanvas(width, height),
    report: new Report(reading),
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
    isTabletop,
    dice,
    thing,
    sun: {
      x: x * width,
      y: horizon * (1 - sunk),
      isShown: !isDenied && (disc !== undefined || !hidden),
    },
    shore: height - (height - horizon) * chooseShore(reading, backdrop),
    noise: createNoise(seed),
  };
}

function chooseDiscX(
  wish: string | undefined,
  { side, off }: { side: number; off: number },
): number {
  if (wish === "center") return 0.5;
  if (wish !== undefined) return wish === "left" ? 0.24 : 0.76;
  return 0.5 + side * off;
}

function chooseHorizon({ composition }: Reading, backdrop: Backdrop, off: number): number {
  const usual =
    { sea: 0.54, lake: 0.56, desert: 0.6, city: 0.7, land: 0.6, moon: 0.64, room: 0.7 }[
      backdrop as string
    ] ?? 0.6;
  const moved = { wide: 0.06, top: -0.28, "close-up": 0.02 }[composition as string] ?? 0;
  return usual + moved + off;
}

/** Returns the share of the ground that is a near shore. */
function chooseShore({ things }: Reading, backdrop: Backdrop): number {
  if (backdrop === "city") return 0;
  if (backdrop !== "sea" && backdrop !== "lake") return 1;
  const isStanding = things.some(
    ({ figure, relation }) => figure?.habitat === "ground" && !relation?.to.figure,
  );
  if (isStanding) return 0.5;
  if (things.some(({ name }) => ["beach", "forest", "field"].includes(name))) return 0.4;
  return backdrop === "lake" ? 0.22 : 0;
}
