import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import sharp from "sharp";
import { startStandIns } from "./standins/server.ts";

const standIns = await startStandIns({ clock: () => Date.UTC(2026, 4, 6) });
afterAll(() => standIns.stop());
afterEach(() => {
  for (const folder of ["openai", "stable-diffusion", "comfyui"]) standIns.misbehave(folder);
  standIns.asked.length = 0;
});

const plugin = `${import.meta.dir}/../plugins/image`;
const model = {
  OPENAI_BASE_URL: `${standIns.url}/openai`,
  OPENAI_API_KEY: "k",
  OPENAI_IMAGE_MODEL: "m",
};
const size = { width: 256, height: 300 };

async function draw(body: object, env: Record<string, string> = model) {
  const hub = await testHub(plugin, { env });
  return json(await hub.post("/api/image/generate", { prompt: "a cat", ...size, ...body }));
}

test("the operator's model draws images, which get the requested size and format", async () => {
  const answer = await draw({ num_images: 2, format: "webp" });
  expect(answer).toMatchObject({ engine: "openai:m", degraded: false, understood: null });
  expect(answer.images).toHaveLength(2);
  const about = await sharp(Buffer.from(answer.images[1].base64, "base64")).metadata();
  expect(about).toMatchObject({ ...size, format: "webp" });
});

test("a model that draws one image at a time is called for each", async () => {
  const { images } = await draw({ num_images: 3 }, { ...model, OPENAI_IMAGE_MODEL: "dall-e-3" });
  expect(images).toHaveLength(3);
  expect(standIns.asked).toHaveLength(3);
});

/** By default every third fault, which covers status, connection, address and data. */
const faults = [
  "error",
  "unavailable",
  "rate-limited",
  "reset",
  "html",
  "truncated",
  "redirect-private",
  "redirect-loop",
  "malformed-json",
  "schema-drift",
] as const;

test.each(sampleCases(faults, 4))(
  "when the model's response is %s, the hub draws itself and says so",
  async (fault) => {
    standIns.misbehave("openai", fault);
    const answer = await draw({ style: "cartoon" });
    expect(answer).toMatchObject({ engine: "procedural", degraded: true });
    expect(answer.degraded_reason).toStartWith("openai: ");
  },
);

test("a strict prompt that the hub doesn't understand goes to the model only, even if that fails", async () => {
  const body = { prompt: "un dragón rojo", strict: true };
  for (const env of [model, { ...model, IMAGE_PROVIDERS: "embedded,openai" }])
    expect((await draw(body, env)).engine).toBe("openai:m");
  for (const own of [{ ...body, provider: "embedded" }, body])
    expect(await draw(own, "provider" in own ? model : {})).toMatchObject({
      status: 422,
      code: "prompt_not_understood",
    });
  standIns.misbehave("openai", "unavailable");
  expect(await draw(body)).toMatchObject({ status: 503, code: "upstream_unavailable" });
  expect(await draw({ ...body, strict: false, style: "cartoon" })).toMatchObject({
    engine: "procedural",
    degraded: true,
  });
});

test("a prompt that the model refuses is rejected, and not drawn by another", async () => {
  const answer = await draw({ prompt: "something forbidden" });
  expect(answer).toMatchObject({ status: 422, code: "content_rejected" });
});

test("a rejected key is an operator error", async () => {
  const answer = await draw({ provider: "openai" }, { ...model, OPENAI_API_KEY: "" });
  expect(answer).toMatchObject({ status: 502, code: "upstream_refused" });
});

test("a model that is requested by name has no fallback", async () => {
  standIns.misbehave("openai", "unavailable");
  const answer = await draw({ provider: "openai" });
  expect(answer).toMatchObject({ status: 503, code: "upstream_unavailable" });
});

test("a caller has a daily limit of images by the model", async () => {
  const env = { ...model, MODEL_IMAGES_PER_DAY: "3" };
  const hub = await testHub(plugin, { env });
  const post = (body: object) =>
    hub.post("/api/image/generate", { prompt: "a cat", ...size, style: "cartoon", ...body });
  expect((await json(await post({ num_images: 3 }))).engine).toBe("openai:m");
  expect(await json(await post({}))).toMatchObject({
    engine: "procedural",
    degraded: true,
    degraded_reason: "openai: rate limit exceeded",
  });
  expect(await json(await post({ provider: "openai" }))).toMatchObject({
    status: 429,
    code: "image_budget_spent",
  });
  expect(standIns.asked).toHaveLength(1);
});

test("an offline hub calls no model", async () => {
  const { engine } = await draw({ style: "cartoon" }, { ...model, HUB_OFFLINE: "1" });
  expect(engine).toBe("procedural");
  expect(standIns.asked).toEqual([]);
});

test("the operator can disable the built-in engine, or put it first", async () => {
  const first = await draw({ style: "cartoon" }, { ...model, IMAGE_PROVIDERS: "embedded,openai" });
  expect(first).toMatchObject({ engine: "procedural", degraded: true });
  standIns.misbehave("openai", "error");
  const only = await draw({}, { ...model, IMAGE_PROVIDERS: "openai" });
  expect(only).toMatchObject({ status: 503, code: "upstream_unavailable" });
});

test("an image that is returned by URL is downloaded, and only its pixels are kept", async () => {
  const picture = await sharp({
    create: { width: 64, height: 64, channels: 3, background: "#f00" },
  })
    .withExif({ IFD0: { Copyright: "secret" } })
    .jpeg()
    .toBuffer();
  const hub = await testHub(plugin, {
    env: { OPENAI_API_KEY: "k", OPENAI_IMAGE_MODEL: "m" },
    net: {
      "api.openai.com": () => Response.json({ data: [{ url: "https://pictures.example/1.jpg" }] }),
      "pictures.example": () => new Response(picture),
    },
  });
  const { images } = await json(
    await hub.post("/api/image/generate", { prompt: "a cat", ...size, format: "jpg" }),
  );
  const { exif, ...about } = await sharp(Buffer.from(images[0].base64, "base64")).metadata();
  expect(about).toMatchObject(size);
  expect(exif).toBeUndefined();
});

const workflow = {
  "3": { class_type: "KSampler", inputs: { seed: 0, steps: 20 }, _meta: { title: "Seed" } },
  "5": {
    class_type: "EmptyLatentImage",
    inputs: { width: 1, height: 1 },
    _meta: { title: "size" },
  },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "" }, _meta: { title: "Prompt" } },
};
const ownModels = {
  "stable-diffusion": { STABLE_DIFFUSION_URL: `${standIns.url}/stable-diffusion` },
  comfyui: {
    COMFYUI_URL: `${standIns.url}/comfyui`,
    COMFYUI_WORKFLOW: JSON.stringify(workflow),
  },
};

describe.each(Object.entries(ownModels))("%s", (folder, env) => {
  test("draws pictures of the requested size, each with its own seed", async () => {
    const answer = await draw({ num_images: 2, seed: 5, prompt: "un dragón rojo" }, env);
    expect(answer).toMatchObject({ engine: folder, degraded: false, understood: null });
    expect(answer.images.map(({ seed }: { seed: number }) => seed)).toEqual([5, 6]);
    expect(answer.images[0].base64).not.toBe(answer.images[1].base64);
    const about = await sharp(Buffer.from(answer.images[0].base64, "base64")).metadata();
    expect(about).toMatchObject(size);
  });

  test.each(["error", "malformed-json", "schema-drift"] as const)(
    "is replaced by the built-in engine if its response is %s",
    async (fault) => {
      standIns.misbehave(folder, fault);
      const answer = await draw({ style: "cartoon" }, env);
      expect(answer).toMatchObject({ engine: "procedural", degraded: true });
      expect(answer.degraded_reason).toStartWith(`${folder}: `);
    },
  );
});

test.each([
  [{}, "COMFYUI_URL"],
  [{ COMFYUI_URL: "http://127.0.0.1:1", COMFYUI_WORKFLOW: "{}" }, 'titled "prompt"'],
])("ComfyUI with %j is unavailable", async (env, reason) => {
  const answer = await draw({ provider: "comfyui" }, env as Record<string, string>);
  expect(answer).toMatchObject({ status: 501, code: "capability_unavailable" });
  expect(answer.detail).toContain(reason);
});

test("a workflow that is no JSON ends the start", async () => {
  const env = { COMFYUI_URL: "http://127.0.0.1:1", COMFYUI_WORKFLOW: "{" };
  await expect(draw({ provider: "comfyui" }, env)).rejects.toThrow(
    'COMFYUI_WORKFLOW must be a JSON object: it is "{"',
  );
});
