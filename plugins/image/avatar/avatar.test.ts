import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import sharp from "sharp";
import { styleNames } from "./request.ts";
import { extractInitials } from "./styles/initials.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname);
const get = (query: Record<string, string>) =>
  hub.get(`/api/image/avatar?${new URLSearchParams(query)}`);
const fetchSvg = async (query: Record<string, string>) => (await get(query)).text();

describe.each(styleNames)("an avatar in the style %s", (style) => {
  test("is the same for the same seed and differs between seeds", async () => {
    const [one, again, other] = await Promise.all(
      ["ada", "ada", "grace"].map((seed) => fetchSvg({ seed, style })),
    );
    expect(again).toBe(one!);
    expect(other).not.toBe(one!);
  });

  test("is rasterized at the requested size", async () => {
    const bytes = await (await get({ seed: "ada", style, size: "64", format: "png" })).bytes();
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 64 });
    const { entropy } = await sharp(bytes).stats();
    expect(entropy).toBeGreaterThan(0.1);
  });

  test("has the requested background and colours", async () => {
    const svg = await fetchSvg({ seed: "x", style, background: "123456", colors: "ff0000,00ff00" });
    expect(svg).toContain("#123456");
  });

  test("has a background unless none is requested", async () => {
    const readCorner = async (query: object) => {
      const answer = await get({ seed: "ada", style, format: "png", size: "64", ...query });
      const pixels = await sharp(await answer.bytes())
        .ensureAlpha()
        .raw()
        .toBuffer();
      return pixels[3];
    };
    expect(await readCorner({})).toBe(255);
  });
});

test.each([
  ["pixel", "pixel-art"],
  ["beam", "thumbs"],
  ["marble", "glass"],
  ["bauhaus", "shapes"],
  ["smiley", "fun-emoji"],
  ["robot", "bottts"],
])("the former style %s is now %s", async (former, style) => {
  expect(await fetchSvg({ seed: "ada", style: former })).toBe(
    await fetchSvg({ seed: "ada", style }),
  );
});

test.each([
  ["bottts", "ff0000"],
  ["identicon", "ff0000"],
  ["rings", "ff0000"],
  ["shapes", "ff0000"],
  ["toon-head", "ff0000"],
  ["fun-emoji", "ff0000"],
])("the colour of %s can be set", async (style, color) => {
  expect(await fetchSvg({ seed: "ada", style, color })).toContain(`#${color}`);
});

test("avatar names the artist and the licence of a design", async () => {
  const read = async (style: string) =>
    (await json(await get({ seed: "a", style, response: "json" }))).attribution;
  expect(await read("adventurer")).toBe(
    "Adventurer by Lisa Wischofsky, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)",
  );
  expect(await read("sunset")).toBeNull();
  expect(await fetchSvg({ seed: "a", style: "adventurer" })).toContain("Lisa Wischofsky");
});

test.each([
  ["Ada Lovelace", 2, "AL"],
  ["Ada Lovelace", 1, "A"],
  ["Ada Lovelace", 3, "AL"],
  ["Łukasz Żółć", 3, "ŁŻ"],
  ["Juan Carlos de la Cruz", 3, "JCC"],
  ["Anne-Marie O'Neil", 3, "AMO"],
  ["john ronald reuel tolkien", 2, "JT"],
  ["john ronald reuel tolkien", 3, "JRT"],
  ["madonna", 2, "MA"],
  ["madonna", 1, "M"],
  ["carol.king@example.com", 2, "CK"],
  ["Élodie Ünal", 2, "ÉÜ"],
  ["山田太郎", 2, "山"],
  ["김철수", 2, "김"],
  ["🦊 Fox", 2, "🦊"],
  ["👨‍👩‍👧 family", 2, "👨‍👩‍👧"],
  ["שרה כהן", 2, "שכ"],
  ["محمد علي", 2, "م\u200Cع"],
  ["?!", 2, "?"],
  ["& Co", 2, "CO"],
  ["- Bob", 2, "BO"],
  ["Agent 007", 2, "A0"],
  ["เจริญ ไพศาล", 2, "จพ"],
])("the initials of %s, %i of them, are %s", (name, length, initials) => {
  expect(extractInitials(name, { length, uppercase: true })).toBe(initials);
});

test("avatar keeps lower-case letters on request", async () => {
  const answer = await json(
    await get({ name: "ada lovelace", uppercase: "false", response: "json" }),
  );
  expect(answer).toMatchObject({ initials: "al", alt: "Avatar of ada lovelace", width: 256 });
});

test("avatar has readable initials on generated and custom colours", async () => {
  const color = fc.nat(0xffffff).map((number) => number.toString(16).padStart(6, "0"));
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.option(color),
      fc.option(fc.tuple(color, color)),
      async (seed, background, colors) => {
        const query = { seed, name: "Ada Lovelace", response: "json" };
        const { contrast_ratio } = await json(
          await get({
            ...query,
            ...(background && { background }),
            ...(colors && { colors: colors.join() }),
          }),
        );
        expect(contrast_ratio).toBeGreaterThanOrEqual(4.5);
      },
    ),
    cases(30, 6),
  );
  const told = await get({ name: "a", background: "eee", color: "ddd" });
  expect(told.headers.get("x-low-contrast")).toBe("1.17");
  expect((await get({ seed: "a", style: "sunset" })).headers.get("x-low-contrast")).toBeNull();
});

test("avatar rotates, mirrors and rounds its corners", async () => {
  const svg = await fetchSvg({
    seed: "a",
    style: "sunset",
    rotate: "90",
    flip: "true",
    rounded: "50",
  });
  expect(svg).toContain('transform="translate(100 0) scale(-1 1) rotate(90 50 50)"');
  expect(svg).toContain('<rect width="100" height="100" rx="50"/>');
});

test("avatar writes an icon in four sizes", async () => {
  const bytes = await (await get({ seed: "a", format: "ico" })).bytes();
  expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 4, 0]);
  expect([0, 1, 2, 3].map((image) => bytes[6 + 16 * image])).toEqual([16, 32, 48, 0]);
});

test("avatar fails with 400 without a seed and a name", async () => {
  expect(await json(await get({ style: "sunset" }))).toMatchObject({
    status: 400,
    errors: [{ location: "query.seed" }],
  });
});

test("avatar fails with 400 for an invalid colour", async () => {
  expect(await json(await get({ seed: "a", colors: "red,<b>" }))).toMatchObject({
    errors: [{ location: "query.colors.1" }],
  });
});

test.each(["initials", "bottts"])(
  "the style %s has the name in its title, escaped",
  async (style) => {
    expect(await fetchSvg({ name: "<script>", style })).toContain(
      "<title>Avatar of &lt;script&gt;</title>",
    );
  },
);
