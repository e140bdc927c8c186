import { describe, expect, test } from "bun:test";
import QRCode from "qrcode";
import { alignmentLines } from "../picture.ts";
import { computeCapacity, levels } from "./capacity.ts";
import { buildMatrix } from "./matrix.ts";
import { splitSegments, versionRanges } from "./segments.ts";

const plain = { levels: ["M"], boost: false, versionMin: 1 } as const;

// The package writes text in one byte segment and tries all masks slowly.
test.each(
  levels.flatMap((level) => [1, 17, 90, 300, 1200].map((length) => [level, length] as const)),
)("matrixOf draws what qrcode draws: %s, %i bytes", (level, length) => {
  const data = "the quick brown fox, ".repeat(60).slice(0, length);
  const own = buildMatrix(data, { ...plain, levels: [level] });
  const other = QRCode.create([{ mode: "byte", data: Buffer.from(data) }], {
    errorCorrectionLevel: level,
  });
  expect(own).toMatchObject({ version: other.version, mask: other.maskPattern! });
  expect(own.modules.join("")).toBe([...other.modules.data].map(Number).join(""));
});

test.each([0, 1, 2, 3, 4, 5, 6, 7] as const)("matrixOf puts mask %i on when told to", (mask) => {
  const own = buildMatrix("mask", { ...plain, mask });
  const other = QRCode.create([{ mode: "byte", data: Buffer.from("mask") }], {
    maskPattern: mask,
    version: own.version,
  });
  expect(own.modules.join("")).toBe([...other.modules.data].map(Number).join(""));
});

describe("splitSegments", () => {
  const modes = (text: string, range = 0) =>
    splitSegments(text, versionRanges[range]!).map(({ mode, data }) => `${mode} ${data}`);

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
      splitSegments(text, versionRanges[0]!)
        .map(({ data }) => data)
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

test("matrixOf raises the level only if the code doesn't grow", () => {
  expect(buildMatrix("hi", { ...plain, boost: true })).toMatchObject({ version: 1, level: "H" });
  expect(buildMatrix("a".repeat(14), { ...plain, boost: true })).toMatchObject({
    version: 1,
    level: "M",
  });
});

test("matrixOf uses the first level with enough room", () => {
  const options = { ...plain, levels: ["Q", "M", "L"] } as const;
  expect(buildMatrix("a".repeat(2953), options)).toMatchObject({ version: 40, level: "L" });
  expect(buildMatrix("a".repeat(1663), options).level).toBe("Q");
});

test("matrixOf respects the minimum version", () => {
  expect(buildMatrix("hi", { ...plain, versionMin: 12 }).size).toBe(65);
});
