import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

/** A QR code that says "HEIC", written by heif-enc. */
const sample =
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAvxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAGGlkYXQAAAAAADoAOgAAAAAAOgA6AAAAYGlsb2MBAAAAREAABAABAAAAAAAAAyAAAQAAAAAAAAElAAIAAQAAAAAAAAABAAAAAAAAAAgAAwAAAAAAAARFAAEAAAAAAAAAEwAEAAEAAAAAAAAAAQAAAAgAAAAIAAAAYmlpbmYAAAAAAAQAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAAAVaW5mZQIAAAEAAwAAaHZjMQAAAAAVaW5mZQIAAAAABAAAZ3JpZAAAAAGxaXBycAAAAYRpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAOgAAADoAAAAQcGl4aQAAAAADCAgIAAAAcWh2Y0MBBAgAAAAAAAAAAAAe8AD8/Pj4AAAPAyAAAQAXQAEMAf//BAgAAAMAn/gAAAMAAB66AkAhAAEAJkIBAQQIAAADAJ/4AAADAAAewIIEFlurkprmwIAAAAMAgAAAAwCEIgABAAZEAcFzwIkAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAADoAAAA6AAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAlaXBtYQAAAAAAAAAEAAECgQIAAgIDhAADAoUGAAQDB4iJAAAANmlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAOZGltZwAEAAEAAwAAAA5hdXhsAAQAAQACAAABQG1kYXQAAAEhKAGvBBj8it8eJpSyHaBRGwmwigHjR1zR1AQ9JccSx4Q78URbwyvSE9laqu5rH7kTLo4vdv4dhEjJU1PG8+2kyhxZpdKiaUbGkDYdJd6vN+b5IL9aiWCZbNpmvi33Dy15foE30ae/IHEJBwShvaMTnpyftPAitGq/PjrlAPrIiCvJy42wGOaCKcBxitp8ZdfnTCK6e9fveWlBbmKESoUdn1KZOGAJHTSKrvzmQH/ARTwwLg8yEOPjorHWO8TKEs8/3I9N2BTfWyXWbBFytk7EDv2Ej2TQ2ZhuTcFY4GPxBvgP6Pe2eMrMFcvZbTp3FePvyLbU1a7ztdbnuUCBYFEeck/Qbg6gZ5bzxwM1mSAFif5lBUwiabCGiBz2mTIM0WTeYwAAAA8oAa4IMNselem9WllIpYA=";
const hub = await testHub(`${import.meta.dir}/..`);
const decode = (image: string) => hub.post("/api/qr/decode", { image });

test("reads a HEIC photo", async () => {
  expect(await json(await decode(sample))).toMatchObject({ count: 1, codes: [{ text: "HEIC" }] });
});

test("reads HEIC as the whole body", async () => {
  const photo = new Blob([Uint8Array.fromBase64(sample)], { type: "image/heic" });
  const answer = await hub.post("/api/qr/decode", photo, { "content-type": "image/heic" });
  expect((await json(answer)).codes[0].text).toBe("HEIC");
});

test.each([20, 200, 0.5, 0.9])("rejects a HEIC photo that is cut off at %p", async (end) => {
  const bytes = Buffer.from(sample, "base64");
  const cut = bytes.subarray(0, end < 1 ? Math.round(bytes.length * end) : end);
  const answer = await json(await decode(cut.toString("base64")));
  expect([answer.status, answer.code]).toEqual([400, "unsupported_image"]);
});

test("rejects a HEIC photo above the pixel limit by its header", async () => {
  const bytes = Buffer.from(sample, "base64");
  // The image's size is in the box "ispe".
  const at = bytes.indexOf("ispe");
  bytes.writeUInt32BE(30_000, at + 8);
  bytes.writeUInt32BE(30_000, at + 12);
  const answer = await json(await decode(bytes.toString("base64")));
  expect([400, 413]).toContain(answer.status);
});
