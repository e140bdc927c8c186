import { expect, test } from "bun:test";
import { encodeImage, type ImageFormat } from "./encode.ts";
import { foreignPng } from "./foreign.ts";
import { rasterise } from "./rasterise.ts";

const red =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2" fill="#f00" opacity=".5"/></svg>';

test("a drawing becomes pixels whose colours know nothing of their opacity", async () => {
  const { width, height, data } = await rasterise(red);
  expect([width, height, ...data.subarray(0, 4)]).toEqual([4, 2, 255, 0, 0, 128]);
});

test("a drawing grows by a scale or to a width", async () => {
  expect(await rasterise(red, { scale: 3 })).toMatchObject({ width: 12, height: 6 });
  expect(await rasterise(red, { width: 40 })).toMatchObject({ width: 40, height: 20 });
});

test("a drawing that names a file, or may do so unseen, is not drawn", async () => {
  const named = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
  expect(rasterise(named('<image href="/etc/passwd"/>'))).rejects.toThrow("refers to a file");
  expect(rasterise(named('<image xlink:href = "file:///x"/>'))).rejects.toThrow("refers to a file");
  expect(rasterise(`<!DOCTYPE svg [<!ENTITY a "b">]>${red}`)).rejects.toThrow("DOCTYPE");
});

test("a drawing of more pixels than memory is meant for is not drawn", async () => {
  expect(rasterise(red, { width: 20_000 })).rejects.toThrow("at most 36000000 pixels");
});

test.each([
  ["png", "89504e47"],
  ["jpeg", "ffd8ff"],
  ["webp", "52494646"],
  ["avif", "000000"],
  ["gif", "47494638"],
] as const)("%s is written as such", async (format: ImageFormat, magic) => {
  expect((await encodeImage(red, { format })).toHex()).toStartWith(magic);
});

test("a user's drawing that would end the process is drawn all the same", async () => {
  const far = '<g opacity=".5"><path d="M-90000-90h9v9z" stroke="red"/></g>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${far}</svg>`;
  const { default: sharp } = await import("sharp");
  const png = await foreignPng(svg, { width: 20, height: 10 });
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 20, height: 10 });
});
