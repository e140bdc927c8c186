import { ask, fitToSchema, type Provider, t } from "hub";
import {
  createUpstreamError,
  fitModelSize,
  type ModelDoors,
  reserveImages,
  resizeExactly,
  wordsFor,
} from "./model.ts";
import type { Commission, Drawn } from "./request.ts";

const Answer = t.Object({ images: t.Array(t.String(), { minItems: 1 }) });
const responseBytesMax = 67_108_864;

/**
 * Creates the provider for an operator's Stable Diffusion server: AUTOMATIC1111, Forge or
 * stable-diffusion.cpp, with the API of
 * https://github.com/AUTOMATIC1111/stable-diffusion-webui/wiki/API
 */
export function byStableDiffusion(doors: ModelDoors): Provider<Commission, Drawn> {
  const { env, net } = doors;
  return {
    id: "stable-diffusion",
    kind: "network",
    cannot: () =>
      env.STABLE_DIFFUSION_URL ? undefined : "the operator has not set STABLE_DIFFUSION_URL",
    async run(commission, { timeoutMs }) {
      const { num_images: count, seed, negative_prompt = "" } = commission;
      await reserveImages(count, doors);
      const { negative_prompt: _, ...positive } = commission;
      const auth = env.STABLE_DIFFUSION_AUTH;
      const response = await ask(net, "https://stable-diffusion.invalid/sdapi/v1/txt2img", {
        json: {
          prompt: wordsFor(positive),
          negative_prompt,
          ...fitModelSize(commission),
          seed,
          batch_size: count,
        },
        headers: auth ? { authorization: `Basic ${Buffer.from(auth).toString("base64")}` } : {},
        timeoutMs,
        bodyBytesMax: responseBytesMax,
      });
      const answer = fitToSchema(Answer, await response.json().catch(() => undefined));
      // Some servers add a grid of all pictures at the start.
      const files = answer?.images.slice(-count) ?? [];
      if (files.length !== count)
        throw createUpstreamError("does not have the requested number of pictures");
      const pictures = await Promise.all(
        files.map((file) =>
          resizeExactly(Buffer.from(file.slice(file.indexOf(",") + 1), "base64"), commission),
        ),
      );
      return { engine: "stable-diffusion", pictures, understood: null, ignored: [] };
    },
  };
}
