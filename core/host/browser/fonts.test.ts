import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { create, type Font } from "fontkit";
import { prepareFonts } from "./fonts.ts";

const folder = mkdtempSync(`${tmpdir()}/utilhub-fonts-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const config = await prepareFonts(folder);

async function findFont(bytes: Uint8Array): Promise<Font> {
  return create(Buffer.from(bytes)) as Font;
}

test("the browser gets the folders of the unpacked and of the system's fonts", async () => {
  const text = await Bun.file(config).text();
  expect(text).toContain(`<dir>${folder}/fonts</dir>`);
  expect(text).toContain("/etc/fonts/fonts.conf");
  expect(readdirSync(`${folder}/fonts`).every((name) => name.endsWith(".ttf"))).toBe(true);
});

test.each([
  ["noto-sans-jp-japanese-400-normal", "日"],
  ["noto-sans-sc-chinese-simplified-700-normal", "简"],
  ["noto-sans-kr-korean-400-normal", "한"],
  ["noto-sans-arabic-arabic-400-normal", "ع"],
  ["noto-sans-thai-thai-700-normal", "ก"],
  ["noto-serif-tibetan-tibetan-400-normal", "ཀ"],
])("%s draws %s", async (name, letter) => {
  const font = await findFont(await Bun.file(`${folder}/fonts/${name}.ttf`).bytes());
  const glyph = font.glyphForCodePoint(letter.codePointAt(0)!);
  expect(glyph.path.commands.length).toBeGreaterThan(4);
});

test("every outline packed as WOFF2 equals the one that fontkit unpacks", async () => {
  const packed = new URL(import.meta.resolve("twemoji-colr-font/twemoji.woff2"));
  const files = [packed, new URL(`file://${folder}/fonts/twemoji.ttf`)];
  const [theirs, ours] = await Promise.all(
    files.map(async (file) => findFont(await Bun.file(file).bytes())),
  );
  if (!theirs || !ours) throw new Error("There is no font");
  expect(ours.numGlyphs).toBe(theirs.numGlyphs);
  for (let id = 0; id < ours.numGlyphs; id += 97)
    expect(ours.getGlyph(id).path.toSVG()).toBe(theirs.getGlyph(id).path.toSVG());
});
