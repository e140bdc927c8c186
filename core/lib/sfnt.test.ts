import { describe, expect, test } from "bun:test";
import { encodeSfnt, readTables, unwrapWoff } from "./sfnt.ts";

const read = (path: string) => Bun.file(Bun.fileURLToPath(import.meta.resolve(path))).bytes();

/** The fields before the tables of a font: signature, number of tables, and three for a binary search. */
function readHead(font: Uint8Array) {
  const view = new DataView(font.buffer, font.byteOffset);
  return [view.getUint32(0), ...[4, 6, 8, 10].map((at) => view.getUint16(at))];
}

describe("a TrueType file", async () => {
  const file = await read("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
  const tables = readTables(file);

  test("has the tables of its directory", () => {
    expect(tables.size).toBe(readHead(file)[1] ?? 0);
    expect([...(tables.get("head") ?? [])].slice(12, 16)).toEqual([0x5f, 0x0f, 0x3c, 0xf5]);
    expect(tables.get("maxp")?.length).toBe(32);
    expect([...readTables(file, new Set(["maxp", "none"])).keys()]).toEqual(["maxp"]);
  });

  test("is read from the middle of a buffer", () => {
    const shifted = new Uint8Array(file.length + 7);
    shifted.set(file, 7);
    expect(readTables(shifted.subarray(7))).toEqual(tables);
  });

  test("is built again with the same tables, sums and search fields", () => {
    const built = encodeSfnt(tables);
    expect(readTables(built)).toEqual(new Map([...tables].toSorted()));
    expect(readHead(built)).toEqual(readHead(file));
    // The checksum of a whole font and its `head` table make this constant, by the specification.
    const sums = (font: Uint8Array) => {
      const view = new DataView(font.buffer, font.byteOffset);
      const count = view.getUint16(4);
      return Array.from({ length: count }, (_, index) => {
        const at = 12 + index * 16;
        const name = String.fromCharCode(...font.subarray(at, at + 4));
        return [name, view.getUint32(at + 4), view.getUint32(at + 12)] as const;
      }).filter(([name]) => name !== "head");
    };
    expect(sums(built)).toEqual(sums(file).toSorted());
  });
});

describe("a font of a few tables", () => {
  const tables = new Map([
    ["zzzz", Uint8Array.of(1, 2, 3, 4, 5)],
    ["aaaa", Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 2)],
    ["mmmm", new Uint8Array()],
  ]);
  const font = encodeSfnt(tables, 0x4f54544f);

  test("has them sorted, padded with zeros, and summed", () => {
    expect(readHead(font)).toEqual([0x4f54544f, 3, 32, 1, 16]);
    const view = new DataView(font.buffer);
    const rows = [0, 1, 2].map((row) =>
      [0, 4, 8, 12].map((at) => view.getUint32(12 + row * 16 + at)),
    );
    expect(rows).toEqual([
      [0x61616161, 1, 60, 8],
      [0x6d6d6d6d, 0, 68, 0],
      [0x7a7a7a7a, 0x06020304, 68, 5],
    ]);
    expect([...font.subarray(60)]).toEqual([
      255, 255, 255, 255, 0, 0, 0, 2, 1, 2, 3, 4, 5, 0, 0, 0,
    ]);
  });

  test.each([1, 2, 4, 5, 16, 17])("with %d tables has its search fields", (count) => {
    const power = Math.floor(Math.log2(count));
    const many = Array.from({ length: count }, (_, index) => {
      return [`t${String(index).padStart(3, "0")}`, Uint8Array.of(index)] as const;
    });
    expect(readHead(encodeSfnt(new Map(many)))).toEqual([
      ...[0x00010000, count, 16 * 2 ** power, power, 16 * count - 16 * 2 ** power],
    ]);
  });
});

describe("a WOFF file", async () => {
  const woff = await read("@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff");

  test("contains the font that it was made from", () => {
    const font = unwrapWoff(woff);
    expect(readHead(font)[0]).toBe(0x00010000);
    expect(readTables(font)).toEqual(readTables(woff));
    // A copy, which isn't part of a shared buffer.
    for (const table of readTables(woff).values())
      expect(Object.getPrototypeOf(table)).toBe(Uint8Array.prototype);
  });

  test("isn't another file", () => {
    expect(() => unwrapWoff(unwrapWoff(woff))).toThrow(
      "Cannot read the font: it is not a WOFF file",
    );
  });
});
