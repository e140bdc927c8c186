import { expect, test } from "bun:test";
import * as collection from "@dicebear/collection";
import { createAvatar, type Style } from "@dicebear/core";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { dicebearNames } from "../../avatar/dicebear.ts";

const hub = await testHub(new URL("../..", import.meta.url).pathname);
const fetchSvg = async (path: string) => (await hub.get(`/9.x/${path}`)).text();

const toKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const styles = Object.entries(collection).map(
  ([name, style]) => [toKebab(name), style as Style<Record<string, unknown>>] as const,
);
const draw = (name: string, options: Record<string, unknown>) =>
  createAvatar(new Map(styles).get(name)!, options).toString();

test("the hub has all styles of DiceBear", () => {
  expect(dicebearNames).toEqual(styles.map(([name]) => name).toSorted());
});

test.each(styles)("%s is what DiceBear's library draws", async (name, style) => {
  for (const seed of ["Felix", "Aneka", "", "John Doe, 2", "日本語 <&>"]) {
    const query = new URLSearchParams({ seed });
    expect(await fetchSvg(`${name}/svg?${query}`)).toBe(createAvatar(style, { seed }).toString());
  }
  expect(await fetchSvg(`${name}/svg`)).toBe(createAvatar(style, { seed: "" }).toString());
});

test.each(styles)("%s accepts each option of its schema", async (name, style) => {
  const schemas = (style.schema?.properties ?? {}) as Record<
    string,
    { type: string; maximum?: number; items?: { enum?: string[]; pattern?: string } }
  >;
  const options = Object.entries(schemas).map(([option, { type, maximum, items }]) => {
    if (option === "fontWeight") return [option, 700] as const;
    if (type === "integer") return [option, maximum ?? 1] as const;
    if (items?.enum) return [option, items.enum.slice(-2)] as const;
    return [option, items?.pattern ? ["a1b2c3", "transparent"] : [-5, 5]] as const;
  });
  const query = new URLSearchParams([
    ["seed", "x"],
    ...options.map(([option, value]): [string, string] => [option, String(value)]),
  ]);
  const answer = await hub.get(`/9.x/${name}/svg?${query}`);
  expect(answer.headers.get("x-ignored-options")).toBeNull();
  expect(await answer.text()).toBe(
    createAvatar(style, { seed: "x", ...Object.fromEntries(options) }).toString(),
  );
});

test.each([
  [
    "adventurer/svg?seed=Milo&flip=true&backgroundColor=b6e3f4,c0aede,d1d4f9",
    { seed: "Milo", flip: true, backgroundColor: ["b6e3f4", "c0aede", "d1d4f9"] },
  ],
  [
    "bottts/svg?eyes[]=happy&eyes[]=eva&seed=2&size=96&radius=50",
    { seed: "2", eyes: ["happy", "eva"], size: 96, radius: 50 },
  ],
  [
    "thumbs/svg?backgroundType=gradientLinear,solid&backgroundRotation=-40,90&scale=80",
    {
      seed: "",
      backgroundType: ["gradientLinear", "solid"],
      backgroundRotation: [-40, 90],
      scale: 80,
    },
  ],
  [
    "pixel-art/svg/seed=Ada%20L&hatProbability=100&backgroundColor=ffffff,000000&rotate=10",
    { seed: "Ada L", hatProbability: 100, backgroundColor: ["ffffff", "000000"], rotate: 10 },
  ],
])("/9.x/%s draws the requested options", async (path, options) => {
  expect(await fetchSvg(path)).toBe(draw(path.split("/")[0]!, options));
});

test.each([
  ["png", "png"],
  ["jpg", "jpeg"],
  ["jpeg", "jpeg"],
  ["webp", "webp"],
  ["avif", "heif"],
])("the extension /%s returns that file type in the requested size", async (ending, format) => {
  const readMetadata = async (query: string) =>
    sharp(await (await hub.get(`/9.x/pixel-art/${ending}?seed=John${query}`)).bytes()).metadata();
  expect(await readMetadata("&size=64")).toMatchObject({ format, width: 64, height: 64 });
  expect(await readMetadata("")).toMatchObject({ width: 128, height: 128 });
});

test.each(styles)("%s has visible pixels", async (name) => {
  const bytes = await (await hub.get(`/9.x/${name}/png?seed=Felix&size=64`)).bytes();
  const flat = await sharp(bytes).flatten({ background: "#fff" }).png().toBuffer();
  expect((await sharp(flat).stats()).entropy).toBeGreaterThan(0.1);
});

test("initials in a PNG are drawn in the hub's fonts, in any script", async () => {
  const draw = async (seed: string) =>
    (await hub.get(`/9.x/initials/png?size=64&backgroundColor=000000&seed=${seed}`)).bytes();
  const [latin, chinese] = await Promise.all([draw("Ada"), draw("山田")]);
  for (const bytes of [latin, chinese]) {
    const { channels } = await sharp(bytes).stats();
    expect(channels[0]!.max).toBeGreaterThan(240);
  }
  expect(latin).not.toEqual(chinese!);
});

test("json has the SVG and what was chosen, and schema.json the options", async () => {
  const drawn = await json(await hub.get("/9.x/shapes/json?seed=Felix"));
  expect(drawn.svg).toBe(draw("shapes", { seed: "Felix" }));
  expect(drawn.extra.primaryBackgroundColor).toBe("#0a5b83");
  expect(await json(await hub.get("/9.x/bottts/schema.json"))).toMatchObject({
    eyes: { items: { enum: expect.arrayContaining(["happy"]) } },
    radius: { maximum: 50 },
  });
});

test("options that a style does not have are ignored and listed", async () => {
  const answer = await hub.get("/9.x/bottts/svg?seed=x&hair=short01&v%20=1&randomizeIds=true");
  expect(answer.headers.get("x-ignored-options")).toBe("hair v%20 randomizeIds");
  expect(await answer.text()).toBe(draw("bottts", { seed: "x" }));
});

test.each([
  ["nosuchstyle/svg", 404, "adventurer, adventurer-neutral, avataaars"],
  ["toString/svg", 404, "path.style"],
  ["bottts/gif", 400, "path.format"],
  ["bottts/svg?backgroundColor=red", 400, "query.backgroundColor"],
  ["bottts/svg?backgroundType=radial", 400, "query.backgroundType"],
  ["bottts/svg?eyes=nosucheyes", 400, "query.eyes must be one of bulging, dizzy"],
  ["bottts/svg?baseColor=red", 400, "query.baseColor must be six hexadecimal digits"],
  [
    "bottts/svg?topProbability=101",
    400,
    "query.topProbability must be a whole number from 0 to 100",
  ],
  ["rings/svg?ringRotation=1,2,3", 400, "query.ringRotation must have at most 2 values: it has 3"],
  ["bottts/svg/flip=maybe", 400, 'path.options.flip must be true or false: it is "maybe"'],
  ["bottts/png/size=99999", 400, "path.options.size"],
])("/9.x/%s fails with %d and says what is allowed", async (path, status, part) => {
  const answer = await hub.get(`/9.x/${path}`);
  expect([answer.status, (await json(answer)).detail]).toEqual([
    status,
    expect.stringContaining(part),
  ]);
});
