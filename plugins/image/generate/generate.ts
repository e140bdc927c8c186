import { provide, reply } from "hub";
import { encodeImage, type Pixels } from "hub/drawing";
import { mediaTypes } from "../formats.ts";
import { byComfyui } from "./comfyui.ts";
import { byEmbedded } from "./embedded.ts";
import type { ModelDoors } from "./model.ts";
import { byOpenai } from "./openai.ts";
import type { Commission, Drawn, PromptRequest } from "./request.ts";
import { byStableDiffusion } from "./stable-diffusion.ts";

const timeoutMs = 85_000;
const seeds = 2 ** 32;

/** Draws a prompt with the available providers, and returns the pictures. */
export async function generate(request: PromptRequest, doors: ModelDoors) {
  const { env, clock, signal, log } = doors;
  const commission = { ...request, seed: request.seed ?? hashText(request.prompt) };
  const { value, headers, degraded, degraded_reason } = await provide<Commission, Drawn>(
    commission,
    {
      providers: [byOpenai(doors), byStableDiffusion(doors), byComfyui(doors), byEmbedded],
      settings: { order: env.IMAGE_PROVIDERS, offline: env.HUB_OFFLINE },
      provider: request.provider,
      timeoutMs,
      clock,
      signal,
      log,
    },
  );
  const { pictures, engine, understood, ignored } = value;
  // The built-in engine is no image model: a caller must be able to tell.
  const isBuiltIn = engine === "procedural";
  const reason = degraded_reason ?? (isBuiltIn ? "no image model drew the picture" : undefined);
  const files = await Promise.all(
    pictures.map((picture) => encodePicture(picture, request.format)),
  );
  const answer = {
    engine,
    degraded: degraded || isBuiltIn,
    ...(reason !== undefined && { degraded_reason: reason }),
    seed: commission.seed,
    prompt: request.prompt,
    images: files.map((file, index) => ({
      index,
      seed: (commission.seed + index) % seeds,
      width: request.width,
      height: request.height,
      format: request.format,
      bytes: file.length,
      base64: Buffer.from(file).toString("base64"),
    })),
    understood,
    ignored_terms: [...ignored],
  };
  const [first] = files;
  const alternatives = first && files.length === 1 && { [mediaTypes[request.format]]: () => first };
  const all = { ...headers, ...(reason !== undefined && { "x-degraded": reason }) };
  return reply(answer, { headers: all, ...(alternatives && { alternatives }) });
}

function encodePicture(picture: Pixels, format: PromptRequest["format"]) {
  return encodeImage(picture, { format: format === "jpg" ? "jpeg" : format, quality: 88 });
}

/** Hashes a text to an integer with FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
