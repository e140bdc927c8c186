import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import jsQR from "jsqr";
import sharp from "sharp";
import { readCodes } from "./decode/codes.ts";
import { levels } from "./matrix/capacity.ts";
import { buildMatrix } from "./matrix/matrix.ts";
import { eyeStyles, styles } from "./request.ts";

const hub = await testHub(import.meta.dir);

function generate(query: Record<string, string | number | boolean>): Promise<Response> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return hub.get(`/api/qr/generate?${search}`);
}

// ISO/IEC 18004, table 7: digits, alphanumeric characters and bytes of L, M, Q and H.
const capacities: readonly [number, ...(readonly [number, number, number])[]][] = [
  [1, [41, 25, 17], [34, 20, 14], [27, 16, 11], [17, 10, 7]],
  [2, [77, 47, 32], [63, 38, 26], [48, 29, 20], [34, 20, 14]],
  [3, [127, 77, 53], [101, 61, 42], [77, 47, 32], [58, 35, 24]],
  [4, [187, 114, 78], [149, 90, 62], [111, 67, 46], [82, 50, 34]],
  [5, [255, 154, 106], [202, 122, 84], [144, 87, 60], [106, 64, 44]],
  [6, [322, 195, 134], [255, 154, 106], [178, 108, 74], [139, 84, 58]],
  [7, [370, 224, 154], [293, 178, 122], [207, 125, 86], [154, 93, 64]],
  [10, [652, 395, 271], [513, 311, 213], [364, 221, 151], [288, 174, 119]],
  [20, [2061, 1249, 858], [1600, 970, 666], [1159, 702, 482], [919, 557, 382]],
  [30, [4158, 2520, 1732], [3289, 1994, 1370], [2358, 1429, 982], [1782, 1080, 742]],
  [40, [7089, 4296, 2953], [5596, 3391, 2331], [3993, 2420, 1663], [3057, 1852, 1273]],
];

test.each(capacities)("version %i has exactly the capacity of the standard", (version, ...rows) => {
  for (const [row, counts] of rows.entries())
    for (const [mode, count] of counts.entries()) {
      const plain = { levels: [levels[row] ?? "L"], boost: false, versionMin: 1 } as const;
      const character = ["7", "A", "a"][mode] ?? "";
      expect(buildMatrix(character.repeat(count), plain).version).toBe(version);
      const more = () => buildMatrix(character.repeat(count + 1), plain).version;
      if (version === 40) expect(more).toThrow(`at most ${count} `);
      else expect(more()).toBe(version + 1);
    }
});

test("the largest code of each mode is drawn and decoded", async () => {
  for (const data of ["7".repeat(7089), "A".repeat(4296), "a".repeat(2953)]) {
    const res = await generate({ data, size: 555 });
    expect([res.status, res.headers.get("x-qr-version")]).toEqual([200, "40"]);
    expect((await readCodes(await res.bytes())).map(({ text }) => text)).toEqual([data]);
  }
});

// ISO/IEC 18004, table C.1: the format information of each level under masks 0 to 7.
test.each([
  ["L", "77c4 72f3 7daa 789d 662f 6318 6c41 6976"],
  ["M", "5412 5125 5e7c 5b4b 45f9 40ce 4f97 4aa0"],
  ["Q", "355f 3068 3f31 3a06 24b4 2183 2eda 2bed"],
  ["H", "1689 13be 1ce7 19d0 0762 0255 0d0c 083b"],
])("codes of level %s encode level and mask as in the standard", async (ecc, published) => {
  for (const [mask, word] of published.split(" ").entries()) {
    const query = { data: "format", ecc, mask, boost_ecc: false, format: "json" };
    const { matrix, modules: size } = await json(await generate(query));
    const at = (row: number, column: number): string => matrix[row][column];
    const row = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => at(8, column));
    const column = [7, 5, 4, 3, 2, 1, 0].map((line) => at(line, 8));
    const first = [...row, ...column].join("");
    const below = [1, 2, 3, 4, 5, 6, 7].map((line) => at(size - line, 8));
    const right = [8, 7, 6, 5, 4, 3, 2, 1].map((column) => at(8, size - column));
    expect(Number.parseInt(first, 2).toString(16).padStart(4, "0")).toBe(word);
    expect([...below, ...right].join("")).toBe(first);
    // The one module that is dark in every code.
    expect(at(size - 8, 8)).toBe("1");
  }
});

// ISO/IEC 18004, table D.1: the version information of some versions.
test.each([
  [7, 0x07c94],
  [8, 0x085bc],
  [21, 0x15683],
  [32, 0x209d5],
  [40, 0x28c69],
])("codes of version %i encode it as in the standard", async (version, word) => {
  const query = { data: "version", min_version: version, format: "json" };
  const { matrix, modules: size } = await json(await generate(query));
  for (let bit = 0; bit < 18; bit++) {
    const [long, short] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    const dark = String((word >> bit) & 1);
    expect([matrix[short][long], matrix[long][short]]).toEqual([dark, dark]);
  }
});

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(..."ABCXYZ019 $%*+-./:"), minLength: 1, maxLength: 300 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 90 }),
  fc.webUrl(),
);

test("decodes encoded data in every mode, version, level and mask", async () => {
  const asked = fc.record({
    data: texts,
    min_version: fc.integer({ min: 1, max: 40 }),
    ecc: fc.constantFrom(...levels),
    mask: fc.integer({ min: 0, max: 7 }),
    boost_ecc: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(asked, async (query) => {
      const res = await generate({ ...query, size: 555 });
      const [code] = await readCodes(await res.bytes());
      expect(Buffer.from(code?.bytes ?? []).toString()).toBe(query.data);
      expect(code?.mask).toBe(query.mask);
      expect(String(code?.version)).toBe(res.headers.get("x-qr-version") ?? "");
    }),
    cases(25, 5),
  );
});

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => n.toString(16).padStart(6, "0"));
const looks = fc.record(
  {
    data: fc.oneof(fc.webUrl(), fc.string({ unit: "grapheme-ascii", minLength: 1 })),
    style: fc.constantFrom(...styles),
    size: fc.integer({ min: 200, max: 700 }),
    format: fc.constantFrom("png", "svg", "webp", "jpeg"),
    ecc: fc.constantFrom("auto", ...levels),
    fg_color: fc.oneof(hex, fc.constantFrom("000", "036", "767676")),
    bg_color: fc.oneof(hex, fc.constantFrom("fff", "ffe", "000", "transparent")),
    eye_color: hex,
    eye_style: fc.constantFrom(...eyeStyles),
    gradient: fc.tuple(hex, hex).map((pair) => pair.join("-")),
    margin: fc.integer({ min: 0, max: 6 }),
    min_version: fc.integer({ min: 1, max: 12 }),
  },
  { requiredKeys: ["data", "style", "format", "size"] },
);

/** Returns the result of a decoder that the hub doesn't use for verification. */
async function seenBy(bytes: Uint8Array): Promise<string | undefined> {
  const image = sharp(bytes).flatten({ background: "#fff" }).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const seen = jsQR(new Uint8ClampedArray(data), info.width, info.height, {
    inversionAttempts: "dontInvert",
  });
  return seen ? Buffer.from(seen.binaryData).toString() : undefined;
}

test("every verified image is decodable by a third decoder, and GET and POST give the same verdict", async () => {
  await fc.assert(
    fc.asyncProperty(looks, async (look) => {
      const [known, tried] = [
        await generate({ ...look, verify: true }),
        await hub.post("/api/qr/generate", look),
      ];
      expect(known.headers.get("x-qr-verified")).toBe(tried.headers.get("x-qr-verified"));
      if (known.headers.get("x-qr-verified") === "true")
        expect(await seenBy(await known.bytes())).toBe(look.data);
      if (tried.headers.get("x-qr-verified") !== "true") return;
      const image = await sharp(await tried.bytes())
        .flatten({ background: "#fff" })
        .png()
        .toBuffer();
      const [code] = await readCodes(image);
      expect(Buffer.from(code?.bytes ?? []).toString()).toBe(look.data);
    }),
    cases(40, 8),
  );
});

test("never verifies colours that are too similar, inverted or unknown", async () => {
  const grey = fc.integer({ min: 0, max: 255 });
  const linear = (tone: number) =>
    tone <= 10 ? tone / 255 / 12.92 : ((tone / 255 + 0.055) / 1.055) ** 2.4;
  await fc.assert(
    fc.asyncProperty(grey, grey, async (ink, ground) => {
      const [fg_color, bg_color] = [ink, ground].map((tone) =>
        tone.toString(16).padStart(2, "0").repeat(3),
      );
      const res = await hub.post("/api/qr/generate", { data: "hi", fg_color, bg_color });
      // WCAG 2.2: relative luminance and the contrast derived from it.
      const contrast = (linear(ground) + 0.05) / (linear(ink) + 0.05);
      expect(res.headers.get("x-qr-verified")).toBe(String(contrast >= 3));
    }),
    cases(25, 8),
  );
});
