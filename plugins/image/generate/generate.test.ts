import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(`${import.meta.dir}/..`);
const small = { width: 256, height: 300 };
const post = (body: object, headers?: Record<string, string>) =>
  hub.post("/api/image/generate", { prompt: "a cat", ...small, ...body }, headers);

test("reports the provider, and the understood and ignored words", async () => {
  const prompt = "two red boats at sunset in the fog with a zorblax";
  const { images, ...answer } = await json(await post({ prompt, style: "cartoon", seed: 5 }));
  expect(answer).toEqual({
    success: true,
    engine: "procedural",
    degraded: true,
    degraded_reason: "no image model drew the picture",
    seed: 5,
    prompt,
    understood: {
      terms: ["boats", "at sunset", "fog"],
      subjects: ["sailboat"],
      colors: [],
      mood: null,
      time: "sunset",
      weather: "fog",
      season: null,
      excluded: [],
    },
    ignored_terms: ["two", "red", "zorblax"],
  });
  expect(images).toHaveLength(1);
});

describe("strict", () => {
  test.each([
    ["a red zorblax eats pizza", "zorblax"],
    ["a zorblax and a cat", "zorblax"],
    ["a cat zorblax", "zorblax"],
    ["hero image for a dentist", "dentist"],
    ["a sea lion", "sea lion"],
    ["un chat noir sur la plage", "plage"],
    ["海辺の灯台", "海辺の灯台"],
    ["🦊", "🦊"],
  ])("rejects %j: the error names %j", async (prompt, missing) => {
    for (const accept of ["application/json", "image/*"]) {
      const answer = await json(await post({ prompt, strict: true }, { accept }));
      expect(answer).toMatchObject({ status: 422, code: "prompt_not_understood" });
      expect(answer.ignored_terms).toContain(missing);
      expect(answer.errors[0].location).toBe("body.prompt");
      expect(answer.detail).toContain(`Cannot draw "${missing}"`);
    }
  });

  test("rejects a prompt without anything to draw", async () => {
    const answer = await json(await post({ prompt: "the of !?", strict: true }));
    expect(answer).toMatchObject({ code: "prompt_not_understood", ignored_terms: [] });
    expect(answer.detail).toStartWith("Cannot find anything to draw");
  });

  test.each(["a fox", "a lake at dawn", "a foggy morning"])("draws %j", async (prompt) => {
    expect((await post({ prompt, strict: true, style: "cartoon" })).status).toBe(200);
  });
});

test.each(["a zorblax", "hero image for a dentist", "the of !?", "кот на пляже"])(
  "draws a background for %j, which claims nothing",
  async (prompt) => {
    const { understood, degraded } = await json(await post({ prompt, style: "cartoon" }));
    expect([understood.terms, understood.subjects, degraded]).toEqual([[], [], true]);
  },
);

test("says in a header that no image model drew", async () => {
  const answer = await post({ style: "cartoon" }, { accept: "image/*" });
  expect(answer.headers.get("x-degraded")).toBe("no image model drew the picture");
});

test("omits and reports negated scenery, and ignores impossible ones", async () => {
  const body = {
    prompt: "a lake without mountains",
    negative_prompt: "clouds, blurry, windows",
    style: "cartoon",
  };
  const { understood, ignored_terms } = await json(await post(body));
  expect(understood.excluded).toContain("mountain");
  expect(ignored_terms).toContain("blurry");
  expect(ignored_terms).toContain("windows");
});

test("a palette overrides the colours in the prompt", async () => {
  const { understood, ignored_terms } = await json(
    await post({ prompt: "a lake in blue tones", palette: ["#a03010"], style: "cartoon" }),
  );
  expect([understood.terms, ignored_terms]).toEqual([["lake"], ["blue"]]);
});

test.each(["png", "jpg", "webp"])("returns files as %s in the exact size", async (format) => {
  const { images } = await json(await post({ format, num_images: 2, style: "cartoon" }));
  for (const [index, image] of images.entries()) {
    const file = Buffer.from(image.base64, "base64");
    expect(image).toMatchObject({ index, format, bytes: file.length, ...small });
    const about = await sharp(file).metadata();
    expect(about).toMatchObject({ ...small, format: format === "jpg" ? "jpeg" : format });
  }
  expect(images[0].base64).not.toBe(images[1].base64);
});

test("reproduces each image from its own seed", async () => {
  const { images } = await json(
    await post({ num_images: 2, seed: 4_294_967_295, style: "cartoon" }),
  );
  expect(images.map(({ seed }: { seed: number }) => seed)).toEqual([4_294_967_295, 0]);
  const again = await json(await post({ seed: 0, style: "cartoon" }));
  expect(again.images[0].base64).toBe(images[1].base64);
});

test("returns the same image for the same prompt without a seed", async () => {
  const [one, two] = [await json(await post({})), await json(await post({}))];
  expect(one.seed).toBe(two.seed);
  expect(one.images).toEqual(two.images);
});

test.each(["image/*", "image/webp", "image/webp,*/*;q=0.5"])(
  "returns the image itself to clients that accept %s",
  async (accept) => {
    const answer = await post({ format: "webp", style: "cartoon" }, { accept });
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect((await sharp(await answer.bytes()).metadata()).format).toBe("webp");
  },
);

test("always returns several images as JSON", async () => {
  const answer = await post({ num_images: 2, style: "cartoon" }, { accept: "image/*" });
  expect((await json(answer)).images).toHaveLength(2);
});

test("also returns the image from a job process", async () => {
  const jobs = await testHub(`${import.meta.dir}/..`, { jobs: { size: 1 } });
  const body = { prompt: "a cat", ...small, style: "cartoon" };
  const answer = await jobs.post("/api/image/generate", body, { accept: "image/*" });
  expect((await sharp(await answer.bytes()).metadata()).width).toBe(256);
  await jobs.close();
});

test.each([
  [{ prompt: "" }, "body.prompt"],
  [{ prompt: "x".repeat(4001) }, "body.prompt"],
  [{ width: 255 }, "body.width"],
  [{ height: 1025 }, "body.height"],
  [{ num_images: 5 }, "body.num_images"],
  [{ style: "cubist" }, "body.style"],
  [{ seed: -1 }, "body.seed"],
  [{ palette: ["blue", "nocolor"] }, "body.palette.1"],
  [{ palette: [] }, "body.palette"],
])("%j is rejected", async (body, at) => {
  const answer = await json(await post(body));
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.errors[0].location).toStartWith(at);
});

test("rejects a model that isn't configured", async () => {
  const answer = await json(await post({ provider: "openai" }));
  expect(answer).toMatchObject({ status: 501, code: "capability_unavailable" });
  expect(answer.detail).toContain("OPENAI_IMAGE_MODEL");
});
