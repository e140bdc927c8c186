import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(new URL("../..", import.meta.url).pathname);
const fetchSvg = async (path: string) => (await hub.get(`/9.x/${path}`)).text();
const own = async (query: string) => (await hub.get(`/api/image/avatar?${query}`)).text();

const styles = [
  ["initials", "initials"],
  ["identicon", "identicon"],
  ["shapes", "shapes"],
  ["rings", "rings"],
  ["pixel-art", "pixel"],
  ["bottts", "robot"],
  ["fun-emoji", "smiley"],
] as const;

test.each(styles)(
  "%s is drawn as the hub's %s, and reproducible by its seed",
  async (style, ours) => {
    const svg = await fetchSvg(`${style}/svg?seed=Felix&backgroundColor=b6e3f4`);
    expect(svg).toBe(await own(`seed=Felix&style=${ours}&background=b6e3f4`));
    expect(svg).not.toBe(await fetchSvg(`${style}/svg?seed=Aneka&backgroundColor=b6e3f4`));
  },
);

test.each(styles)("%s needs no parameters", async (style) => {
  const answer = await hub.get(`/9.x/${style}/svg`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});

test.each([
  ["png", "png"],
  ["jpg", "jpeg"],
  ["webp", "webp"],
])("the extension /%s returns that file type in the requested size", async (ending, format) => {
  const answer = await hub.get(`/9.x/pixel-art/${ending}?seed=John&size=128`);
  expect(answer.headers.get("content-type")).toBe(`image/${format}`);
  expect(await sharp(await answer.bytes()).metadata()).toMatchObject({
    format,
    width: 128,
    height: 128,
  });
});

test("characters have no background unless one is requested", async () => {
  const corner = async (query: string) => {
    const bytes = await (await hub.get(`/9.x/bottts/png?seed=x&size=64${query}`)).bytes();
    const pixels = await sharp(bytes).ensureAlpha().raw().toBuffer();
    return [...pixels.subarray(0, 4)];
  };
  expect(await corner("")).toEqual([0, 0, 0, 0]);
  expect(await corner("&backgroundColor=ff0000")).toEqual([255, 0, 0, 255]);
});

test("the seed always selects the same of several backgrounds", async () => {
  const colors = ["b6e3f4", "c0aede", "d1d4f9"];
  const chosen = new Set<string | undefined>();
  for (const seed of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
    const svg = await fetchSvg(`shapes/svg?seed=${seed}&backgroundColor=${colors.join()}`);
    expect(svg).toBe(await fetchSvg(`shapes/svg?seed=${seed}&backgroundColor=${colors.join()}`));
    chosen.add(colors.find((color) => svg.includes(`#${color}`)));
  }
  expect(chosen.size).toBeGreaterThan(1);
  expect(chosen).not.toContain(undefined);
});

test("supports radius, flip and rotate", async () => {
  const svg = await fetchSvg("bottts/svg?seed=x&radius=50&flip=true&rotate=90");
  expect(svg).toContain('rx="50"');
  expect(svg).toContain("translate(100 0) scale(-1 1) rotate(90 50 50)");
});

test("limits the number of initials, and sets their weight and colour", async () => {
  expect(
    await fetchSvg("initials/svg?seed=Ada%20Lovelace&chars=1&fontWeight=700&textColor=112233"),
  ).toBe(await own("seed=Ada%20Lovelace&length=1&bold=true&color=112233"));
});

test.each([
  ["lorelei/svg", 404, "initials, identicon, shapes, rings, pixel-art, bottts, fun-emoji"],
  ["toString/svg", 404, "path.style"],
  ["bottts/gif", 400, "path.format"],
  ["bottts/svg?backgroundColor=red", 400, "query.backgroundColor"],
  ["bottts/svg?backgroundType=gradientLinear", 400, "query.backgroundType"],
  ["bottts/svg?eyes=happy", 400, "eyes"],
])("/9.x/%s fails with %d and lists what is available", async (path, status, part) => {
  const answer = await hub.get(`/9.x/${path}`);
  expect([answer.status, (await json(answer)).detail]).toEqual([
    status,
    expect.stringContaining(part),
  ]);
});
