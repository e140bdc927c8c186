import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (value: string) => hub.get(`/api/dev/media-type?${new URLSearchParams({ value })}`);

// Types of Python's mimetypes.
test.each([
  ["html", "text/html"],
  ["css", "text/css"],
  ["js", "text/javascript"],
  ["mjs", "text/javascript"],
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["csv", "text/csv"],
  ["txt", "text/plain"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
  ["tar", "application/x-tar"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["gif", "image/gif"],
  ["svg", "image/svg+xml"],
  ["webp", "image/webp"],
  ["ico", "image/vnd.microsoft.icon"],
  ["mp3", "audio/mpeg"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["wasm", "application/wasm"],
  ["webmanifest", "application/manifest+json"],
  ["ttf", "font/ttf"],
  ["woff2", "font/woff2"],
  ["avif", "image/avif"],
  ["md", "text/markdown"],
  ["m3u8", "application/vnd.apple.mpegurl"],
  ["ics", "text/calendar"],
  ["vcf", "text/vcard"],
  ["eml", "message/rfc822"],
  ["rtf", "application/rtf"],
  ["epub", "application/epub+zip"],
  ["aac", "audio/aac"],
  ["opus", "audio/ogg"],
  ["mov", "video/quicktime"],
  ["7z", "application/x-7z-compressed"],
  ["jsonld", "application/ld+json"],
  ["n3", "text/n3"],
  ["heic", "image/heic"],
])("media-type agrees with Python on .%s", async (extension, type) => {
  const names = [extension, `.${extension}`, `a.${extension}`, `A.B.${extension.toUpperCase()}`];
  for (const name of names) expect((await json(await ask(name))).type).toBe(type);
});

test("media-type describes a type, without its parameters", async () => {
  expect(await json(await ask("Text/HTML; charset=latin1"))).toMatchObject({
    type: "text/html",
    is_known: true,
    extensions: ["html", "htm", "shtml"],
    is_registered: true,
    charset: "UTF-8",
    content_type: "text/html; charset=utf-8",
    is_compressible: true,
    other_types: [],
  });
  expect(await json(await ask("image/png"))).toMatchObject({
    charset: null,
    content_type: "image/png",
    is_compressible: false,
  });
});

test("media-type lists the other types of an extension", async () => {
  expect((await json(await ask("setup.exe"))).other_types).toEqual([
    "application/octet-stream",
    "application/x-msdownload",
  ]);
});

test("media-type says if it doesn't know a valid type", async () => {
  expect(await json(await ask("application/x-nobody"))).toMatchObject({
    is_known: false,
    extensions: [],
    is_registered: false,
  });
  expect((await json(await ask("a/constructor"))).is_known).toBe(false);
});

test.each([
  ["a.nobody", "has no extension with a known media type"],
  ["constructor", "has no extension with a known media type"],
  ["text/", "must be a media type"],
  ["a/b/c", "must be a media type"],
  [" ", "has no extension"],
])("media-type names the problem of %j", async (value, problem) => {
  const answer = await json(await ask(value));
  expect(answer).toMatchObject({ status: 400, errors: [{ location: "query.value" }] });
  expect(answer.detail).toContain(`query.value ${problem}`);
});

test("media-type names TypeScript, and the correct form of a wrong type", async () => {
  expect((await json(await ask("app.ts"))).notes[0]).toStartWith("Sources of TypeScript");
  expect((await json(await ask("image/jpg"))).notes).toEqual(["The correct type is image/jpeg"]);
  expect((await json(await ask("image/jpeg"))).notes).toEqual([]);
});
