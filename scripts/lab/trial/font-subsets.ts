import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { Resvg } from "@resvg/resvg-js";
import { loadSubsetter } from "../../../plugins/pdf/glyphs/subset-truetype.ts";
import {
  countGlyphs,
  createGlyphLookup,
  readTables,
} from "../../../plugins/pdf/glyphs/truetype-tables.ts";
import { findInPackage, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

type SubsetFont = (
  font: Buffer,
  text: string,
  options: { targetFormat: string },
) => Promise<Buffer>;

const fonts = [
  "DejaVuSans",
  "DejaVuSans-Bold",
  "DejaVuSerif",
  "DejaVuSansMono",
  "DejaVuSerif-BoldItalic",
];
const languages = ["de", "fr", "pl", "ru", "el", "tr", "vi", "hu", "uk", "cs"];
const countries = ["AT", "CZ", "GR", "IS", "VN", "US"];

export default {
  engine: "pdf/compress/truetype",
  ours: [
    "plugins/pdf/compress/fonts.ts",
    "plugins/pdf/glyphs/{subset-truetype,truetype-tables}.ts",
  ],
  theirs: ["subset-font"],
  async measure() {
    const { default: subsetFont } = await importPackage<{ default: SubsetFont }>("subset-font");
    const subset = await loadSubsetter();
    const texts = languages.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: "region" });
      return countries.map((country) => names.of(country) ?? country);
    });
    const sizes = { ours: 0, theirs: 0 };
    const same = { ours: 0, theirs: 0 };
    const numbered = { ours: 0, theirs: 0 };
    const folder = mkdtempSync(join(tmpdir(), "trial-fonts-"));
    for (const name of fonts) {
      const path = findInPackage("dejavu-fonts-ttf", `ttf/${name}.ttf`);
      const font = Buffer.from(await Bun.file(path).bytes());
      for (const text of texts) {
        const expected = draw(text, path);
        const subsets = {
          ours:
            subset(font, {
              glyphs: [0, 1, 2, 3, lastGlyph(font), ...findGlyphs(font, text)],
              needsMaps: true,
            }) ?? font,
          theirs: await subsetFont(font, text, { targetFormat: "truetype" }),
        };
        for (const side of ["ours", "theirs"] as const) {
          const file = join(folder, `${side}.ttf`);
          writeFileSync(file, subsets[side]);
          if (findGlyphs(subsets[side], text).join() === findGlyphs(font, text).join())
            numbered[side]++;
          sizes[side] += deflateSync(subsets[side]).length;
          if (draw(text, file).equals(expected)) same[side]++;
        }
      }
    }
    rmSync(folder, { recursive: true });
    const inputs = fonts.length * texts.length;
    const set = "names of countries in 10 languages, in five DejaVu fonts";
    return [
      {
        set,
        inputs,
        figure: "texts drawn as with the whole font",
        ours: same.ours,
        theirs: { "subset-font": same.theirs },
      },
      {
        set,
        inputs,
        figure: "texts whose glyphs keep their numbers, which PDFs refer to",
        ours: numbered.ours,
        theirs: { "subset-font": numbered.theirs },
      },
      {
        set,
        inputs,
        figure: "compressed bytes",
        ours: sizes.ours,
        theirs: { "subset-font": sizes.theirs },
        fewerIsBetter: true,
      },
    ];
  },
} satisfies Row;

/** Returns the numbers of the glyphs of a text. */
function findGlyphs(font: Uint8Array, text: string): number[] {
  const tables = readTables(font);
  if (!tables) throw new Error("The font cannot be read");
  const find = createGlyphLookup(tables);
  return Array.from(text, (one) => find(one.codePointAt(0) ?? 0)).flat();
}

function lastGlyph(font: Uint8Array): number {
  const tables = readTables(font);
  return tables ? countGlyphs(tables) - 1 : 0;
}

/** Draws a text without kerning and ligatures, for which a PDF doesn't ask the font. */
function draw(text: string, fontFile: string): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="40"><text x="2" y="30" font-size="24" letter-spacing="1" style="font-kerning:none">${text}</text></svg>`;
  const options = {
    font: { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: "DejaVu Sans" },
  };
  return Buffer.from(new Resvg(svg, options).render().pixels);
}
