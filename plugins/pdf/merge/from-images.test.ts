import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { sampleBase64, sampleImageFile } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
/** A photo of 64 × 48 pixels in HEIC. */
const heic =
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAvxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAGGlkYXQAAAAAADoAOgAAAAAAOgA6AAAAYGlsb2MBAAAAREAABAABAAAAAAAAAyAAAQAAAAAAAAElAAIAAQAAAAAAAAABAAAAAAAAAAgAAwAAAAAAAARFAAEAAAAAAAAAEwAEAAEAAAAAAAAAAQAAAAgAAAAIAAAAYmlpbmYAAAAAAAQAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAAAVaW5mZQIAAAEAAwAAaHZjMQAAAAAVaW5mZQIAAAAABAAAZ3JpZAAAAAGxaXBycAAAAYRpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAOgAAADoAAAAQcGl4aQAAAAADCAgIAAAAcWh2Y0MBBAgAAAAAAAAAAAAe8AD8/Pj4AAAPAyAAAQAXQAEMAf//BAgAAAMAn/gAAAMAAB66AkAhAAEAJkIBAQQIAAADAJ/4AAADAAAewIIEFlurkprmwIAAAAMAgAAAAwCEIgABAAZEAcFzwIkAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAADoAAAA6AAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAlaXBtYQAAAAAAAAAEAAECgQIAAgIDhAADAoUGAAQDB4iJAAAANmlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAOZGltZwAEAAEAAwAAAA5hdXhsAAQAAQACAAABQG1kYXQAAAEhKAGvBBj8it8eJpSyHaBRGwmwigHjR1zR1AQ9JccSx4Q78URbwyvSE9laqu5rH7kTLo4vdv4dhEjJU1PG8+2kyhxZpdKiaUbGkDYdJd6vN+b5IL9aiWCZbNpmvi33Dy15foE30ae/IHEJBwShvaMTnpyftPAitGq/PjrlAPrIiCvJy42wGOaCKcBxitp8ZdfnTCK6e9fveWlBbmKESoUdn1KZOGAJHTSKrvzmQH/ARTwwLg8yEOPjorHWO8TKEs8/3I9N2BTfWyXWbBFytk7EDv2Ej2TQ2ZhuTcFY4GPxBvgP6Pe2eMrMFcvZbTp3FePvyLbU1a7ztdbnuUCBYFEeck/Qbg6gZ5bzxwM1mSAFif5lBUwiabCGiBz2mTIM0WTeYwAAAA8oAa4IMNselem9WllIpYA=";

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#246" } });
const encode = async (image: ReturnType<typeof draw>) =>
  (await image.toBuffer()).toString("base64");

async function convert(body: Record<string, unknown>) {
  const answer = await hub.post("/api/pdf/from-images", { response: "json", ...body });
  return { status: answer.status, ...(await json(answer)) };
}

describe("a PDF of images", () => {
  test("has a page for each image, in its size", async () => {
    const files_base64 = await Promise.all([
      encode(draw(96, 48).png()),
      encode(draw(48, 96).jpeg()),
      encode(draw(96, 96).webp()),
      encode(draw(192, 96).tiff({ xres: 2, yres: 2 })),
    ]);
    const { data } = await convert({ files_base64 });
    expect(data).toMatchObject({ images: 4, pages: 4 });
    const { sizes } = await readBack(Uint8Array.fromBase64(data.base64));
    expect(sizes.slice(0, 3)).toEqual([
      [72, 36],
      [48, 96],
      [72, 72],
    ]);
  });

  test("can be of one image, on paper", async () => {
    const png = (await sampleImageFile.bytes()).toBase64();
    const { data } = await convert({ files_base64: [png], image_page: "a4" });
    expect((await readBack(Uint8Array.fromBase64(data.base64))).sizes).toEqual([[842, 595]]);
  });

  test("can have photos in HEIC", async () => {
    const { data } = await convert({ files_base64: [heic] });
    expect(data).toMatchObject({ images: 1, pages: 1 });
  });

  test("has a page for each page of a TIFF", async () => {
    const frames = await Promise.all([1, 2, 3].map(() => draw(20, 20).png().toBuffer()));
    const tiff = await sharp(frames, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const { data } = await convert({ files_base64: [tiff.toString("base64")] });
    expect(data).toMatchObject({ images: 1, pages: 3 });
  });

  test.each([
    [[sampleBase64], "body.files_base64.0"],
    [[Buffer.from("\x89PNG broken", "latin1").toString("base64")], "body.files_base64.0"],
  ])("%# is rejected without a readable image", async (files_base64, location) => {
    const { status, code, errors } = await convert({ files_base64 });
    expect([status, code, errors[0].location]).toEqual([422, "unsupported_image", location]);
  });
});
