import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import QRCode from "qrcode";
import { computeCapacity, levels } from "./capacity.ts";
import { buildMatrix } from "./matrix.ts";
import { alignmentLines } from "./patterns.ts";
import { encodeContent, versionRanges } from "./segments.ts";

const plain = { levels: ["M"], boost: false, versionMin: 1 } as const;

// The package writes text in one byte segment and tries all masks slowly.
test.each(
  levels.flatMap((level) => [1, 17, 90, 300, 1200].map((length) => [level, length] as const)),
)("buildMatrix draws what qrcode draws: %s, %i bytes", (level, length) => {
  const data = "the quick brown fox, ".repeat(60).slice(0, length);
  const own = buildMatrix(data, { ...plain, levels: [level] });
  const other = QRCode.create([{ mode: "byte", data: Buffer.from(data) }], {
    errorCorrectionLevel: level,
  });
  expect(own).toMatchObject({ version: other.version, mask: other.maskPattern! });
  expect(own.modules.join("")).toBe([...other.modules.data].map(Number).join(""));
});

test.each([0, 1, 2, 3, 4, 5, 6, 7] as const)("buildMatrix puts mask %i on when told to", (mask) => {
  const own = buildMatrix("mask", { ...plain, mask });
  const other = QRCode.create([{ mode: "byte", data: Buffer.from("mask") }], {
    maskPattern: mask,
    version: own.version,
  });
  expect(own.modules.join("")).toBe([...other.modules.data].map(Number).join(""));
});

describe("encodeContent", () => {
  const modes = (text: string, range = 0) =>
    encodeContent(text, versionRanges[range]!).segments.map(({ mode, data }) => `${mode} ${data}`);

  test("encodes digits as numeric if there are enough of them", () => {
    expect(modes("ticket/00000000000000000001")).toEqual([
      "byte ticket/",
      "numeric 00000000000000000001",
    ]);
  });

  test("doesn't switch the mode for a few characters", () => {
    expect(modes("abc123def")).toEqual(["byte abc123def"]);
    expect(modes("ABC12DEF")).toEqual(["alphanumeric ABC12DEF"]);
  });

  test("includes the version's counter lengths in the cost of a mode switch", () => {
    expect(modes("abcdefg0123")).toHaveLength(2);
    expect(modes("abcdefg0123", 2)).toHaveLength(1);
  });

  test("keeps every character, including the two that regular expressions skip", () => {
    const text = "a\u2028b\u2029c\n😀";
    expect(
      encodeContent(text, versionRanges[0]!)
        .segments.map(({ data }) => data)
        .join(""),
    ).toBe(text);
  });
});

// ISO/IEC 18004, table 7, version 40.
test.each([
  ["L", 7089, 4296, 2953],
  ["M", 5596, 3391, 2331],
  ["Q", 3993, 2420, 1663],
  ["H", 3057, 1852, 1273],
] as const)(
  "version 40-%s holds %i digits, %i characters or %i bytes",
  (level, digits, characters, bytes) => {
    expect(computeCapacity(level, "numeric")).toBe(digits);
    expect(computeCapacity(level, "alphanumeric")).toBe(characters);
    expect(computeCapacity(level, "byte")).toBe(bytes);
  },
);

// ISO/IEC 18004, table E.1.
test.each([
  [1, []],
  [2, [6, 18]],
  [7, [6, 22, 38]],
  [32, [6, 34, 60, 86, 112, 138]],
  [36, [6, 24, 50, 76, 102, 128, 154]],
  [40, [6, 30, 58, 86, 114, 142, 170]],
] as const)(
  "the alignment patterns of version %i are at %p",
  (version: number, lines: readonly number[]) => {
    expect(alignmentLines(version)).toEqual([...lines]);
  },
);

test("buildMatrix raises the level only if the code doesn't grow", () => {
  expect(buildMatrix("hi", { ...plain, boost: true })).toMatchObject({ version: 1, level: "H" });
  expect(buildMatrix("a".repeat(14), { ...plain, boost: true })).toMatchObject({
    version: 1,
    level: "M",
  });
});

test("buildMatrix uses the first level with enough room", () => {
  const options = { ...plain, levels: ["Q", "M", "L"] } as const;
  expect(buildMatrix("a".repeat(2953), options)).toMatchObject({ version: 40, level: "L" });
  expect(buildMatrix("a".repeat(1663), options).level).toBe("Q");
});

test("buildMatrix respects the minimum version", () => {
  expect(buildMatrix("hi", { ...plain, versionMin: 12 }).size).toBe(65);
});

test("encodeContent finds an encoding as short as an exhaustive search", () => {
  const [range] = versionRanges;
  const header = { byte: 12, alphanumeric: 13, numeric: 14, kanji: 12 };
  const fits = {
    byte: /^[\0-\x7f]+$/,
    alphanumeric: /^[0-9A-Z $%*+\-./:]+$/,
    numeric: /^[0-9]+$/,
    kanji: /^[日ア]+$/,
  };
  const size = (mode: keyof typeof header, text: string) =>
    header[mode] +
    {
      byte: 8 * Buffer.byteLength(text),
      alphanumeric: Math.ceil(5.5 * text.length),
      numeric: Math.ceil((10 * text.length) / 3),
      kanji: 13 * text.length,
    }[mode];
  /** Returns the fewest bits of any split, of text in kanji mode or in UTF-8. */
  const shortest = (text: string, utf8: boolean): number => {
    if (text === "") return 0;
    let best = Infinity;
    for (let end = 1; end <= text.length; end++)
      for (const mode of ["byte", "alphanumeric", "numeric", "kanji"] as const) {
        const part = text.slice(0, end);
        const allowed = utf8
          ? mode === "byte" || (mode !== "kanji" && fits[mode].test(part))
          : fits[mode].test(part);
        if (allowed) best = Math.min(best, size(mode, part) + shortest(text.slice(end), utf8));
      }
    return best;
  };
  const letter = fc.constantFrom(..."0123A:a日ア");
  const text = fc.array(letter, { minLength: 1, maxLength: 9 }).map((all) => all.join(""));
  fc.assert(
    fc.property(text, (data) => {
      const eci = /[日ア]/.test(data) ? 12 : 0;
      const fewest = Math.min(shortest(data, true) + eci, shortest(data, false));
      expect(encodeContent(data, range).bits).toBe(fewest);
    }),
    cases(30, 10),
  );
});
