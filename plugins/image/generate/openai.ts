import { ask, fitToSchema, type HubError, type Provider, t } from "hub";
import image from "../plugin.ts";
import {
  createUpstreamError,
  type ModelDoors,
  reserveImages,
  resizeExactly,
  wordsFor,
} from "./model.ts";
import type { Commission, Drawn } from "./request.ts";

const Answer = t.Object({
  data: t.Array(t.Object({ b64_json: t.Optional(t.String()), url: t.Optional(t.String()) }), {
    minItems: 1,
  }),
});
const Refusal = t.Object({ error: t.Object({ code: t.Union([t.String(), t.Null()]) }) });
/** The error codes of servers that reject a prompt. */
const rejections = ["content_policy_violation", "moderation_blocked", "content_filter"];
const responseBytesMax = 33_554_432;
const fileBytesMax = 16_777_216;

/**
 * Creates the provider for the operator's image model, with the API of
 * https://platform.openai.com/docs/api-reference/images
 */
export function byOpenai(doors: ModelDoors): Provider<Commission, Drawn> {
  return {
    id: "openai",
    kind: "network",
    cannot: () => findMissingSetting(doors),
    async run(commission, { timeoutMs }) {
      const model = getModel(doors);
      const { num_images: count } = commission;
      await reserveImages(count, doors);
      const each = drawsOnePerCall(model) ? 1 : count;
      const files = await Promise.all(
        Array.from({ length: count / each }, () =>
          requestImages(commission, { doors, count: each, timeoutMs }),
        ),
      );
      const pictures = await Promise.all(
        files.flat().map((file) => resizeExactly(file, commission)),
      );
      return { engine: `openai:${model}`, pictures, understood: null, ignored: [] };
    },
  };
}

/** Returns the operator's model. Without one, this provider isn't used. */
function getModel({ env }: Pick<ModelDoors, "env">): string {
  const { OPENAI_IMAGE_MODEL: model } = env;
  if (!model) throw new Error("OPENAI_IMAGE_MODEL is not set");
  return model;
}

function findMissingSetting({ env }: ModelDoors): string | undefined {
  if (!env.OPENAI_IMAGE_MODEL) return "the operator has not set OPENAI_IMAGE_MODEL";
  if (env.OPENAI_BASE_URL || env.OPENAI_API_KEY) return undefined;
  return "the operator has set neither OPENAI_BASE_URL nor OPENAI_API_KEY";
}

/** Requests pictures of one size. Returns their files. */
async function requestImages(
  commission: Commission,
  {
    doors: { net, env },
    count,
    timeoutMs,
  }: { doors: ModelDoors; count: number; timeoutMs: number },
): Promise<Uint8Array[]> {
  const model = getModel({ env });
  const response = await ask(net, "https://api.openai.com/images/generations", {
    json: {
      model,
      prompt: wordsFor(commission),
      n: count,
      size: sizeFor(model, commission),
      ...(acceptsFormat(model) && { response_format: "b64_json" }),
    },
    headers: env.OPENAI_API_KEY ? { authorization: `Bearer ${env.OPENAI_API_KEY}` } : {},
    refusal: readRejection,
    timeoutMs,
    bodyBytesMax: responseBytesMax,
  });
  const answer = fitToSchema(Answer, await response.json().catch(() => undefined));
  if (answer?.data.length !== count)
    throw createUpstreamError("does not have the requested number of pictures");
  return Promise.all(answer.data.map((one) => fetchFile(one, { net, timeoutMs })));
}

async function readRejection(response: Response): Promise<HubError | undefined> {
  const parsed = fitToSchema(Refusal, await response.json().catch(() => undefined));
  if (!rejections.includes(parsed?.error.code ?? "")) return undefined;
  return image.error("content_rejected", "The image model rejected this prompt", {
    at: "body.prompt",
  });
}

async function fetchFile(
  { b64_json, url }: { b64_json?: string; url?: string },
  { net, timeoutMs }: { net: ModelDoors["net"]; timeoutMs: number },
): Promise<Uint8Array> {
  if (b64_json) return Buffer.from(b64_json, "base64");
  if (!url?.startsWith("https://")) throw createUpstreamError("has neither a picture nor a URL");
  // The upstream chose this URL, so it is fetched with the same restrictions as a user's URL.
  const response = await net(url, { timeoutMs, bodyBytesMax: fileBytesMax });
  if (!response.ok)
    throw createUpstreamError(
      `has the URL of a picture that cannot be fetched (${response.status})`,
    );
  return response.bytes();
}

/** The sizes that each family of models supports. */
const families = [
  { name: "gpt-image", sizes: ["1024x1024", "1536x1024", "1024x1536"] },
  { name: "dall-e-3", sizes: ["1024x1024", "1792x1024", "1024x1792"] },
] as const;

/** The sizes of any other model. */
const defaultSizes = ["256x256", "512x512", "1024x1024"] as const;

/** Returns the most suitable size: with similar proportions, and large enough if possible. */
export function sizeFor(
  model: string,
  { width, height }: { width: number; height: number },
): string {
  const family = families.find(({ name }) => model.startsWith(name));
  const sizes: readonly string[] = family?.sizes ?? defaultSizes;
  const distance = (size: string) => {
    const [w, h] = size.split("x").map(Number) as [number, number];
    const shape = Math.abs(Math.log((w / h) * (height / width)));
    const isSmall = w < width || h < height;
    return shape * 4 + (isSmall ? 2 : 0) + Math.log((w * h) / (width * height)) * 0.5;
  };
  return sizes.reduce((one, two) => (distance(two) < distance(one) ? two : one));
}

/** Returns whether a model draws only one picture per request. */
function drawsOnePerCall(model: string): boolean {
  return model.startsWith("dall-e-3");
}

/** Returns whether a model accepts a response format. Others always return the picture itself. */
function acceptsFormat(model: string): boolean {
  return !model.startsWith("gpt-image");
}
