import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(`${import.meta.dir}/..`);
const small = { width: 256, height: 300 };
const post = (body: object, headers?: Record<string, string>) =>
  hub.post("/api/image/generate", { prompt: "a cat", ...small, ...body }, headers);

test("says who has drawn, what was understood and what was not", async () => {
  const prompt = "two red boats at sunset in the fog with a zorblax";
  const { images, ...answer } = await json(await post({ prompt, style: "cartoon", seed: 5 }));
  expect(answer).toEqual({
    ...{ success: true, engine: "procedural", degraded: false, seed: 5, prompt },
    understood: {
      ...{ subjects: ["boat"], colors: ["red"], mood: null, time: "sunset", weather: "fog" },
      ...{ season: null, counts: { boat: 2 }, composition: null },
    },
    ignored_terms: ["zorblax"],
  });
  expect(images).toHaveLength(1);
});

test.each(["png", "jpg", "webp"])("gives files as %s, of exactly the size", async (format) => {
  const { images } = await json(await post({ format, num_images: 2, style: "cartoon" }));
  for (const [index, image] of images.entries()) {
    const file = Buffer.from(image.base64, "base64");
    expect(image).toMatchObject({ index, format, bytes: file.length, ...small });
    const about = await sharp(file).metadata();
    expect(about).toMatchObject({ ...small, format: format === "jpg" ? "jpeg" : format });
  }
  expect(images[0].base64).not.toBe(images[1].base64);
});

test("each picture's own seed gives it again", async () => {
  const { images } = await json(await post({ num_images: 2, seed: 4_294_967_295 }));
  expect(images.map(({ seed }: { seed: number }) => seed)).toEqual([4_294_967_295, 0]);
  const again = await json(await post({ seed: 0 }));
  expect(again.images[0].base64).toBe(images[1].base64);
});

test("the same prompt without a seed is the same picture", async () => {
  const [one, two] = await Promise.all([json(await post({})), json(await post({}))]);
  expect(one.seed).toBe(two.seed);
  expect(one.images).toEqual(two.images);
});

test.each(["image/*", "image/webp", "image/webp,*/*;q=0.5"])(
  "who accepts %s has the picture itself",
  async (accept) => {
    const answer = await post({ format: "webp", style: "cartoon" }, { accept });
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect((await sharp(await answer.bytes()).metadata()).format).toBe("webp");
  },
);

test("several pictures are JSON for everybody", async () => {
  const answer = await post({ num_images: 2, style: "cartoon" }, { accept: "image/*" });
  expect((await json(answer)).images).toHaveLength(2);
});

test("the picture comes from a job process, too", async () => {
  const jobs = await testHub(`${import.meta.dir}/..`, { jobs: { size: 1 } });
  const body = { prompt: "a cat", ...small };
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
])("%j is refused", async (body, at) => {
  const answer = await json(await post(body));
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.errors[0].location).toStartWith(at);
});

test("a model that is not set up cannot be asked for", async () => {
  const answer = await json(await post({ provider: "openai" }));
  expect(answer).toMatchObject({ status: 501, code: "capability_unavailable" });
  expect(answer.detail).toContain("OPENAI_IMAGE_MODEL");
});
