import { expect, test } from "bun:test";
import { encodeImage, type ImageFormat, rasterise } from "./rasterise.ts";

const red =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2" fill="#f00" opacity=".5"/></svg>';

test("pixels have straight alpha", async () => {
  const { width, height, data } = await rasterise(red);
  expect([width, height, ...data.subarray(0, 4)]).toEqual([4, 2, 255, 0, 0, 128]);
});

test("a drawing is scaled by a factor or to a width", async () => {
  expect(await rasterise(red, { scale: 3 })).toMatchObject({ width: 12, height: 6 });
  expect(await rasterise(red, { width: 40 })).toMatchObject({ width: 40, height: 20 });
});

test("a drawing that refers to a file, or could do so covertly, is rejected", async () => {
  const wrapInSvg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
  expect(rasterise(wrapInSvg('<image href="/etc/passwd"/>'))).rejects.toThrow("refers to a file");
  expect(rasterise(wrapInSvg('<image xlink:href = "file:///x"/>'))).rejects.toThrow(
    "refers to a file",
  );
  expect(rasterise(`<!DOCTYPE svg [<!ENTITY a "b">]>${red}`)).rejects.toThrow("DOCTYPE");
});

test("a drawing with too many pixels is rejected", async () => {
  expect(rasterise(red, { width: 20_000 })).rejects.toThrow("at most 36000000 pixels");
});

test.each([
  ["png", "89504e47"],
  ["jpeg", "ffd8ff"],
  ["webp", "52494646"],
  ["avif", "000000"],
  ["gif", "47494638"],
] as const)("%s is encoded correctly", async (format: ImageFormat, magic) => {
  expect((await encodeImage(red, { format })).toHex()).toStartWith(magic);
});

test("a drawing that crashes resvg is drawn", async () => {
  const far = '<g opacity=".5"><path d="M-90000-90h9v9z" stroke="red"/></g>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${far}</svg>`;
  expect(await rasterise(svg, { width: 20 })).toMatchObject({ width: 20, height: 20 });
});

test("a background is drawn below, and a size in other units than pixels is kept", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1in" height="0.5in"/>';
  const { width, height, data } = await rasterise(svg, { background: "#0f0" });
  expect([width, height, ...data.subarray(0, 4)]).toEqual([72, 36, 0, 255, 0, 255]);
});
