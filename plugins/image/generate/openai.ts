import {
  ask,
  type CommonDoors,
  fitToSchema,
  HubError,
  type Kv,
  type Net,
  type Provider,
  t,
} from "hub";
import type { Pixels } from "hub/drawing";
import image from "../plugin.ts";
import type { Commission, Drawn } from "./fields.ts";

/** What drawing from a prompt is handed. */
export interface Doors extends Pick<CommonDoors, "clock" | "signal" | "log" | "caller"> {
  net: Net;
  kv: Kv;
  env: Readonly<Record<string, string | undefined>>;
}

const Answer = t.Object({
  data: t.Array(t.Object({ b64_json: t.Optional(t.String()), url: t.Optional(t.String()) }), {
    minItems: 1,
  }),
});
const Refusal = t.Object({ error: t.Object({ code: t.Union([t.String(), t.Null()]) }) });
/** What servers call a prompt that they will not draw. */
const rejections = ["content_policy_violation", "moderation_blocked", "content_filter"];
const answerBytesMax = 33_554_432;
const fileBytesMax = 16_777_216;
const pixelsMax = 16_777_216;

/** The operator's image model, in the shape of https://platform.openai.com/docs/api-reference/images */
export function byOpenai(doors: Doors): Provider<Commission, Drawn> {
  return {
    id: "openai",
    kind: "network",
    cannot: () => findMissingSetting(doors),
    async run(commission, { timeoutMs }) {
      const model = getModel(doors);
      const { num_images: count } = commission;
      await reserveImages(count, doors);
      const each = onePerCall(model) ? 1 : count;
      const files = await Promise.all(
        Array.from({ length: count / each }, () =>
          requestImages(commission, { doors, count: each, timeoutMs }),
        ),
      );
      const pictures = await Promise.all(files.flat().map((file) => exact(file, commission)));
      return { engine: `openai:${model}`, pictures, understood: null, ignored: [] };
    },
  };
}

/** The operator's model. Without one this provider is not asked. */
function getModel({ env }: Pick<Doors, "env">): string {
  const { OPENAI_IMAGE_MODEL: model } = env;
  if (!model) throw new Error("OPENAI_IMAGE_MODEL is not set");
  return model;
}

function findMissingSetting({ env }: Doors): string | undefined {
  if (!env.OPENAI_IMAGE_MODEL) return "the operator has not set OPENAI_IMAGE_MODEL";
  if (env.OPENAI_BASE_URL || env.OPENAI_API_KEY) return undefined;
  return "the operator has set neither OPENAI_BASE_URL nor OPENAI_API_KEY";
}

/** Asks for pictures of one size and answers their files. */
async function requestImages(
  commission: Commission,
  { doors: { net, env }, count, timeoutMs }: { doors: Doors; count: number; timeoutMs: number },
): Promise<Uint8Array[]> {
  const model = getModel({ env });
  const response = await ask(net, "https://api.openai.com/images/generations", {
    json: {
      model,
      prompt: wordsFor(commission),
      n: count,
      size: sizeFor(model, commission),
      ...(takesFormat(model) && { response_format: "b64_json" }),
    },
    headers: env.OPENAI_API_KEY ? { authorization: `Bearer ${env.OPENAI_API_KEY}` } : {},
    refusal: rejection,
    timeoutMs,
    bodyBytesMax: answerBytesMax,
  });
  const answer = fitToSchema(Answer, await response.json().catch(() => undefined));
  if (answer?.data.length !== count) throw unusable("has not as many pictures as it was asked for");
  return Promise.all(answer.data.map((one) => fetchFile(one, { net, timeoutMs })));
}

async function rejection(response: Response): Promise<HubError | undefined> {
  const said = fitToSchema(Refusal, await response.json().catch(() => undefined));
  if (!rejections.includes(said?.error.code ?? "")) return undefined;
  return image.error("content_rejected", "The image model will not draw this prompt", {
    at: "body.prompt",
  });
}

async function fetchFile(
  { b64_json, url }: { b64_json?: string; url?: string },
  { net, timeoutMs }: { net: Doors["net"]; timeoutMs: number },
): Promise<Uint8Array> {
  if (b64_json) return Buffer.from(b64_json, "base64");
  if (!url?.startsWith("https://")) throw unusable("has neither a picture nor an address of one");
  // The address is the upstream's word, so it is reached as if a user had named it.
  const response = await net(url, { timeoutMs, bodyBytesMax: fileBytesMax });
  if (!response.ok) throw unusable(`names a picture that is not there (${response.status})`);
  return response.bytes();
}

/** A file as pixels of exactly the size asked for: nothing of what else it held is left. */
async function exact(file: Uint8Array, { width, height }: Commission): Promise<Pixels> {
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
    throw unusable("has a picture that cannot be read", cause);
  }
}

function unusable(why: string, cause?: unknown): HubError {
  return new HubError("upstream_failed", `The image model's answer ${why}`, { cause });
}

/** What a caller has where the operator says nothing. */
const imagesDefault = 50;
const dayMs = 86_400_000;

/**
 * Takes pictures of those that a caller may have of the image model on the day (UTC), before it is
 * asked. Throws `image_budget_spent`.
 */
async function reserveImages(count: number, { kv, env, clock, caller }: Doors): Promise<void> {
  const now = clock();
  const day = Math.floor(now / dayMs);
  const said = Number(env.OPENAI_IMAGES_PER_DAY || imagesDefault);
  const max = Number.isNaN(said) ? imagesDefault : said;
  const key = `images:${day}:${caller.id ?? "no-key"}`;
  const options = { ttlMs: 2 * dayMs, account: caller.id };
  if ((await kv.increment(key, count, options)) <= max) return;
  await kv.increment(key, -count, options);
  throw image.error(
    "image_budget_spent",
    `The image model may draw ${max} pictures a day for each caller: ${count} more would be too many`,
    { headers: { "retry-after": String(Math.ceil(((day + 1) * dayMs - now) / 1000)) } },
  );
}

const manners: Readonly<Record<Commission["style"], string>> = {
  realistic: "A realistic photograph with natural light and fine detail",
  artistic: "An expressive painting with visible brush strokes and rich colours",
  cartoon: "A cartoon with bold outlines, flat colours and simple shading",
  sketch: "A pencil sketch on paper with hatching, in black and white",
};

/** What an image model is told: the prompt, how it is to be drawn, and what is to be left out. */
export function wordsFor({
  prompt,
  style,
  negative_prompt = "",
  palette = [],
}: Commission): string {
  return [
    prompt.trim(),
    `Style: ${manners[style]}.`,
    palette.length > 0 && `Colours: ${palette.join(", ")}.`,
    negative_prompt.trim() !== "" && `Leave out: ${negative_prompt.trim()}.`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** The sizes that a family of models draws. */
const families = [
  { name: "gpt-image", sizes: ["1024x1024", "1536x1024", "1024x1536"] },
  { name: "dall-e-3", sizes: ["1024x1024", "1792x1024", "1024x1792"] },
] as const;

/** The sizes of any other model. */
const usualSizes = ["256x256", "512x512", "1024x1024"] as const;

/** The size that is nearest to what is asked for: of like proportions, and large enough if one is. */
export function sizeFor(
  model: string,
  { width, height }: { width: number; height: number },
): string {
  const family = families.find(({ name }) => model.startsWith(name));
  const sizes: readonly string[] = family?.sizes ?? usualSizes;
  const distance = (size: string) => {
    const [w, h] = size.split("x").map(Number) as [number, number];
    const shape = Math.abs(Math.log((w / h) * (height / width)));
    const isSmall = w < width || h < height;
    return shape * 4 + (isSmall ? 2 : 0) + Math.log((w * h) / (width * height)) * 0.5;
  };
  return sizes.reduce((one, two) => (distance(two) < distance(one) ? two : one));
}

/** Whether a model draws no more than one picture at a time. */
function onePerCall(model: string): boolean {
  return model.startsWith("dall-e-3");
}

/** Whether a model can be told to answer with the picture itself: others do so always. */
function takesFormat(model: string): boolean {
  return !model.startsWith("gpt-image");
}
