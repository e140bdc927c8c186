import { type CommonDoors, HubError, type Kv, type Net, type SettingValues } from "hub";
import type { Pixels } from "hub/drawing";
import image from "../plugin.ts";
import type { Commission } from "./request.ts";

/** The dependencies of image generation. */
export interface ModelDoors extends Pick<CommonDoors, "clock" | "signal" | "log" | "caller"> {
  net: Net;
  kv: Kv;
  env: SettingValues<typeof image.manifest.settings> & { HUB_OFFLINE: string | undefined };
}

const pixelsMax = 16_777_216;

/** Decodes a file to pixels of exactly the requested size. Anything else in the file is dropped. */
export async function resizeExactly(
  file: Uint8Array,
  { width, height }: Commission,
): Promise<Pixels> {
  const { default: sharp } = await import("sharp");
  try {
    const { data } = await sharp(file, { limitInputPixels: pixelsMax, failOn: "error" })
      .resize(width, height, { fit: "cover" })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width, height, data };
  } catch (cause) {
    throw createUpstreamError("has a picture that cannot be decoded", cause);
  }
}

/** Creates the error for an invalid response of an image model. */
export function createUpstreamError(problem: string, cause?: unknown): HubError {
  return new HubError("upstream_failed", `The image model's response ${problem}`, { cause });
}

const dayMs = 86_400_000;

/**
 * Reserves pictures from a caller's daily quota (UTC) before the model is called. Throws
 * `image_budget_spent`.
 */
export async function reserveImages(
  count: number,
  { kv, env, clock, caller }: ModelDoors,
): Promise<void> {
  const now = clock();
  const day = Math.floor(now / dayMs);
  const max = env.MODEL_IMAGES_PER_DAY;
  const key = `images:${day}:${caller.id ?? "no-key"}`;
  const options = { ttlMs: 2 * dayMs, account: caller.id };
  if ((await kv.increment(key, count, options)) <= max) return;
  await kv.increment(key, -count, options);
  throw image.error(
    "image_budget_spent",
    `The daily quota of the image model is ${max} pictures per caller: ${count} more would exceed it`,
    { headers: { "retry-after": String(Math.ceil(((day + 1) * dayMs - now) / 1000)) } },
  );
}

const styleTexts: Readonly<Record<Commission["style"], string>> = {
  realistic: "A realistic photograph with natural light and fine detail",
  artistic: "An expressive painting with visible brush strokes and rich colours",
  cartoon: "A cartoon with bold outlines, flat colours and simple shading",
  sketch: "A pencil sketch on paper with hatching, in black and white",
};

/** Builds the prompt for an image model, including the style, colours and exclusions. */
export function wordsFor({
  prompt,
  style,
  negative_prompt = "",
  palette = [],
}: Commission): string {
  return [
    prompt.trim(),
    `Style: ${styleTexts[style]}.`,
    palette.length > 0 && `Colours: ${palette.join(", ")}.`,
    negative_prompt.trim() !== "" && `Leave out: ${negative_prompt.trim()}.`,
  ]
    .filter(Boolean)
    .join("\n");
}

const modelSideMin = 512;
const modelSideStep = 64;

/** Returns a size for a diffusion model: at least 512 pixels a side, in steps of 64. */
export function fitModelSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.max(1, modelSideMin / Math.min(width, height));
  const fit = (side: number) => Math.ceil((side * scale) / modelSideStep) * modelSideStep;
  return { width: fit(width), height: fit(height) };
}
