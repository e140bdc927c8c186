import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { cases } from "hub/testing";
import { decodeFilter, inflate, TooLong } from "./filters.ts";

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const max = 100_000;
const data = () => fc.uint8Array({ maxLength: 300 });
const decode = (filter: string, raw: Uint8Array) => [...decodeFilter(filter, raw, max)!];

describe("decodes", () => {
  test("hexadecimal digits, with blanks in them and up to the end marker", () => {
    fc.assert(
      fc.property(data(), (value) => {
        const digits = Buffer.from(value)
          .toString("hex")
          .replace(/(....)/g, "$1\n ");
        const raw = bytes(`${digits.toUpperCase()}>00`);
        expect(decode("/ASCIIHexDecode", raw)).toEqual([...value]);
        expect(decode("/AHx", raw)).toEqual([...value]);
      }),
      cases(100),
    );
  });

  test("base 85 characters", () => {
    fc.assert(
      fc.property(data(), (value) => {
        const raw = bytes(`${base85(value)}~>!!!!!`);
        expect(decode("/ASCII85Decode", raw)).toEqual([...value]);
        expect(decode("/A85", raw)).toEqual([...value]);
      }),
      cases(200),
    );
  });

  test("the well-known example of ASCII85", () => {
    const raw = bytes("9jqo^BlbD-\nBleB1DJ+*+F(f,q~>");
    expect(Buffer.from(decodeFilter("/A85", raw, max)!).toString()).toBe("Man is distinguished");
  });

  test("run lengths", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            byte: fc.nat(255),
            length: fc.integer({ min: 1, max: 128 }),
            isRun: fc.boolean(),
          }),
          { maxLength: 20 },
        ),
        (parts) => {
          const runs = parts.map((part) => ({ ...part, isRun: part.isRun && part.length > 1 }));
          const coded = runs.flatMap(({ byte, length, isRun }) =>
            isRun ? [257 - length, byte] : [length - 1, ...Array<number>(length).fill(byte)],
          );
          const value = runs.flatMap(({ byte, length }) => Array<number>(length).fill(byte));
          const raw = Uint8Array.from([...coded, 128, 0, 7]);
          expect(decode("/RunLengthDecode", raw)).toEqual(value);
          expect(decode("/RL", raw)).toEqual(value);
        },
      ),
      cases(100),
    );
  });

  test("a truncated run as zeros", () => {
    expect(decode("/RL", Uint8Array.of(254))).toEqual([0, 0, 0]);
  });

  test("deflate, as far as the data goes", () => {
    const value = Uint8Array.from({ length: 5000 }, (_, index) => (index * index) % 251);
    const raw = deflateSync(value);
    expect(decode("/FlateDecode", raw)).toEqual([...value]);
    expect(decode("/Fl", raw)).toEqual([...value]);
    const part = inflate(raw.subarray(0, raw.length / 2), max);
    expect(part.length).toBeGreaterThan(100);
    expect([...part]).toEqual([...value.subarray(0, part.length)]);
    expect(() => inflate(bytes("nothing of the kind"), max)).toThrow();
  });
});

describe("measures the decoded length of LZW data", () => {
  test("of the example in ISO 32000-2, 7.4.4.2", () => {
    const raw = Uint8Array.fromHex("800b6050220c0c8501");
    expect(decode("/LZWDecode", raw)).toHaveLength(10);
    expect(decode("/LZW", raw)).toHaveLength(10);
  });

  // Each code stands for the previous string and one more letter: the table's start affects the length.
  test.each([
    ["without resetting the table", [65, 258, 259, 257]],
    ["with a table begun twice", [256, 65, 258, 256, 65, 258, 259, 257]],
  ])("of codes %s", (_, codes) => {
    const length = codes[0] === 256 ? 1 + 2 + 1 + 2 + 3 : 1 + 2 + 3;
    expect(decode("/LZW", packNineBitCodes(codes))).toHaveLength(length);
  });

  test("with a code that ends with the data, without an end marker", () => {
    const raw = packNineBitCodes([256, 65, 66, 67, 68, 69, 70, 71]);
    expect(raw).toHaveLength(9);
    expect(decode("/LZW", raw)).toHaveLength(7);
  });

  test("with codes of every width, and the table reset and full", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12_000 }),
        fc.integer({ min: 2, max: 256 }),
        fc.integer({ min: 600, max: 4200 }),
        (length, letters, clearAt) => {
          const value = Array.from({ length }, (_, at) => ((at * at + at * 7919) >> 3) % letters);
          expect(decode("/LZW", lzw(value, clearAt))).toHaveLength(length);
        },
      ),
      cases(60),
    );
  });
});

describe("stops decoding at the limit:", () => {
  const runs = Uint8Array.from(Array.from({ length: 10 }, () => [156, 1]).flat());
  test.each<[string, Uint8Array, number]>([
    ["/FlateDecode", deflateSync(new Uint8Array(1010)), 1010],
    ["/RunLengthDecode", runs, 1010],
    ["/LZWDecode", lzw(Array<number>(1010).fill(1), 4096), 1010],
  ])("%s", (filter, raw, length) => {
    expect(decodeFilter(filter, raw, length)).toHaveLength(length);
    expect(() => decodeFilter(filter, raw, length - 1)).toThrow(TooLong);
  });
});

test.each(["/DCTDecode", "/Crypt", "FlateDecode", ""])("reports %p as unknown", (filter) => {
  expect(decodeFilter(filter, bytes("ab"), max)).toBeUndefined();
});

/** Encodes as in ISO 32000-2, 7.4.3, with a `z` for four zeros and a shorter last group. */
function base85(value: Uint8Array): string {
  let text = "";
  for (let at = 0; at < value.length; at += 4) {
    const group = [...value.subarray(at, at + 4)];
    let number = [0, 1, 2, 3].reduce((sum, index) => sum * 256 + (group[index] ?? 0), 0);
    if (number === 0 && group.length === 4) {
      text += "z\n";
      continue;
    }
    const digits = Array.from({ length: 5 }, () => {
      const digit = String.fromCharCode(33 + (number % 85));
      number = Math.floor(number / 85);
      return digit;
    });
    text += digits
      .reverse()
      .slice(0, group.length + 1)
      .join("");
  }
  return text;
}

/** Encodes as in ISO 32000-2, 7.4.4.2: codes grow one early; the table is reset at this number. */
function packNineBitCodes(codes: readonly number[]): Uint8Array {
  const bits = codes.map((code) => code.toString(2).padStart(9, "0")).join("");
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

function lzw(value: readonly number[], clearAt: number): Uint8Array {
  const bits: number[] = [];
  let table = new Map<string, number>();
  let next = 258;
  const writeCode = (code: number) => {
    const width = next <= 511 ? 9 : next <= 1023 ? 10 : next <= 2047 ? 11 : 12;
    for (let bit = width - 1; bit >= 0; bit--) bits.push((code >> bit) & 1);
  };
  const toCode = (key: string) => (key.includes(",") ? table.get(key)! : Number(key));
  writeCode(256);
  let before = "";
  for (const byte of value) {
    const key = before === "" ? `${byte}` : `${before},${byte}`;
    if (before === "" || table.has(key)) {
      before = key;
      continue;
    }
    writeCode(toCode(before));
    if (next < 4096) table.set(key, next++);
    if (next >= clearAt) {
      writeCode(256);
      table = new Map();
      next = 258;
    }
    before = `${byte}`;
  }
  if (before !== "") writeCode(toCode(before));
  if (before !== "" && next < 4096) next++;
  writeCode(257);
  return Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, bit) => sum * 2 + (bits[8 * at + bit] ?? 0), 0),
  );
}
