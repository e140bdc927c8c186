import { reply } from "hub";
import { encodeImage } from "hub/drawing";
import { parseColor } from "../color/color.ts";
import { mediaTypes } from "../formats.ts";
import { drawScene } from "../scene/draw.ts";
import type { BackgroundRequest } from "./request.ts";

/** Draws a background from its parameters. */
export async function drawBackground(request: BackgroundRequest) {
  const { terrain, time, weather, season, mood, format, palette = [], ...options } = request;
  const colors = palette.map((color, at) => {
    const [red, green, blue] = parseColor(color, `query.palette.${at}`);
    return [red, green, blue] as const;
  });
  const scenery = terrain.map((name) => ({ name, word: name, color: undefined }));
  const scene = { time, weather, season, mood, scenery, colors: [], absent: new Set<string>() };
  const { pixels } = await drawScene(scene, { ...options, palette: colors });
  const bytes = await encodeImage(pixels, { format: format === "jpg" ? "jpeg" : format });
  const headers = { "cross-origin-resource-policy": "cross-origin" };
  return reply(bytes, { type: mediaTypes[format], headers });
}
