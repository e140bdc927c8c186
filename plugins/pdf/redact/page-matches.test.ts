import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import type { Character } from "../text/text-page.ts";
import { matchesOn } from "./page-matches.ts";
import { buildPatterns, type PatternFields } from "./patterns.ts";

const nothing: PatternFields = {
  terms: [],
  regex: [],
  presets: [],
  case_sensitive: false,
  whole_word: false,
};
const size = 10;

interface Setting {
  /** The width of a letter and the gap after it, in ems. */
  width?: number;
  gap?: number;
  /** The width of a space, in points. */
  space?: number;
  x?: number;
  y?: number;
  angle?: number;
}

/** Builds letters as pdfium reports them: a drawn space has no ink, an inserted one is generated. */
function line(
  text: string,
  { width = 0.5, gap = 0.1, space = 3, x = 0, y = 0, angle = 0 }: Setting = {},
): Character[] {
  let at = x;
  return Array.from(text, (sign, index) => {
    const isSpace = sign === " " || sign === "_";
    const [from, to] = [at, at + (isSpace ? 0 : width * size)];
    at = to + (isSpace ? space : gap * size);
    const turn = (along: number, up: number) =>
      [
        along * Math.cos(angle) - up * Math.sin(angle),
        along * Math.sin(angle) + up * Math.cos(angle),
      ] as const;
    const corners = [turn(from, y), turn(to, y), turn(from, y + 7), turn(to, y + 7)];
    const [xs, ys] = [corners.map(([cx]) => cx), corners.map(([, cy]) => cy)];
    return {
      index,
      text: sign === "_" ? " " : sign,
      left: Math.min(...xs),
      right: Math.max(...xs),
      bottom: Math.min(...ys),
      top: Math.max(...ys),
      originX: turn(from, y)[0],
      originY: turn(from, y)[1],
      size,
      font: "F",
      angle,
      isGenerated: sign === "_",
      isLineHyphen: false,
    };
  });
}

/** Numbers the letters in content order. */
function page(...lines: Character[][]): Character[] {
  return lines.flat().map((character, index) => ({ ...character, index }));
}

function find(characters: readonly Character[], fields: Partial<PatternFields>): string[] {
  const matches = matchesOn({ characters }, buildPatterns({ ...nothing, ...fields }));
  return matches.map(({ characters }) => characters.map(({ text }) => text).join(""));
}

const johnny = { terms: ["Johnny"] };

describe("finds a term", () => {
  test.each<[string, Character[], string[]]>([
    ["among others", line("My Johnny, you"), ["Johnny"]],
    ["twice", line("Johnny Johnny"), ["Johnny", "Johnny"]],
    ["within a word", line("xJOHNNYx"), ["JOHNNY"]],
    ["over gaps that are none between words", line("J_o_h_n_n_y", { gap: 0 }), ["J o h n n y"]],
    ["spaced out", line("Johnny", { gap: 0.9 }), ["Johnny"]],
    ["spaced out farther", line("Johnny", { gap: 3.9 }), ["Johnny"]],
    ["from the last letter to the first", page([...line("Johnny")].reverse()), ["Johnny"]],
    ["upright", line("Johnny", { angle: Math.PI / 2 }), ["Johnny"]],
    ["aslant", line("Johnny", { angle: 0.5, gap: 0.2 }), ["Johnny"]],
    ["with its halves drawn apart", page(line("nny", { x: 18 }), line("Joh")), ["Johnny"]],
    [
      "with a word drawn between its halves",
      page(line("Joh"), line("other", { y: 90 }), line("nny", { x: 18 })),
      ["Johnny"],
    ],
    [
      "one letter below the other",
      page(...Array.from("Johnny", (sign, at) => line(sign, { y: -9 * at }))),
      ["Johnny"],
    ],
    [
      "with each letter drawn twice",
      page(line("Johnny"), line("Johnny", { x: 0.3 })),
      ["Johnny", "Johnny"],
    ],
    ["with hyphens between", line("J-o-h-n-n-y"), ["Johnny"]],
    [
      "with letters of another size",
      page(
        line("Joh"),
        line("nny", { x: 18 }).map((one) => ({ ...one, size: 30 })),
      ),
      ["Johnny"],
    ],
    [
      "with far smaller print over it",
      page(
        line("xxxxxx").map((one) => ({ ...one, size: 3 })),
        line("nny", { x: 18 }),
        line("Joh"),
      ),
      ["Johnny"],
    ],
  ])("%s", (_, characters, expected) => {
    const all = find(characters, johnny).map((text) => text.replaceAll(" ", ""));
    expect(all.length).toBeGreaterThanOrEqual(expected.length);
    expect(new Set(all)).toEqual(new Set(expected.map((text) => text.replaceAll(" ", ""))));
  });

  test.each<[string, Character[]]>([
    ["in letters too far from each other", line("Johnny", { gap: 4.2 })],
    ["over two lines", page(line("Joh"), line("nny", { x: 18, y: 5 }))],
    ["in another order", line("yJohnn")],
    ["with a letter missing", line("Johny")],
    [
      "in letters of another size that are apart",
      page(
        line("Joh"),
        line("nny", { x: 30 }).map((one) => ({ ...one, size: 30 })),
      ),
    ],
    ["in words that only together have it", page(line("xJoh"), line("nny", { x: 32 }))],
    ["in two words with a gap between", page(line("Joh"), line("nny", { x: 30 }))],
    ["in letters without a size", line("Johnny", { gap: 0.9 }).map((one) => ({ ...one, size: 0 }))],
  ])("but not %s", (_, characters) => {
    // Not in content order either, so that the order can't be used.
    const turned = page([...characters].reverse());
    expect(find(turned, { terms: ["Johnny"], whole_word: true })).toEqual([]);
  });

  test("at any angle and in any content order", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zB-Z]{4,9}$/),
        fc.integer({ min: -179, max: 180 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }),
        (term, degrees, order) => {
          const letters = line(term, { angle: (degrees * Math.PI) / 180, gap: 0.05 });
          const shuffled = page(order.flatMap((at) => letters[at] ?? []));
          const all = matchesOn(
            { characters: shuffled },
            buildPatterns({ ...nothing, terms: [term] }),
          );
          expect(all.some(({ characters }) => characters.length === letters.length)).toBe(true);
        },
      ),
      cases(100),
    );
  });
});

describe("finds a term drawn in random order in pieces", () => {
  /** Drawn from the end, so that only the positions of the letters matter. */
  const inPlace = (gaps: readonly number[], fields: Partial<PatternFields> = {}, around = "") => {
    let x = 0;
    const text = `${around}Johnny${around}`;
    const letters = Array.from(text, (sign, at) => {
      const letter = line(sign, { x });
      x += 5 + 10 * (gaps[at] ?? 0.1);
      return letter;
    });
    return find(page(...letters.reverse()), { terms: ["Johnny"], ...fields }).length > 0;
  };

  test.each<[string, number[], boolean]>([
    ["side by side", [0.1, 0.1, 0.1, 0.1, 0.1], true],
    ["in single letters", [3.9, 3.9, 3.9, 3.9, 3.9], true],
    ["in single letters too far apart", [4.1, 0.5, 0.5, 0.5, 0.5], false],
    ["in two pieces", [0.1, 0.1, 0.9, 0.1, 0.1], true],
    ["in two pieces too far apart", [0.1, 0.1, 1.1, 0.1, 0.1], false],
  ])("%s", (_, gaps, isFound) => {
    expect(inPlace(gaps)).toBe(isFound);
  });

  test.each<[string, number[], boolean]>([
    ["not in two pieces", [0.1, 0.1, 0.1, 0.5, 0.1, 0.1, 0.1], false],
    ["in letters of which most stand alone", [0.1, 0.5, 0.5, 0.5, 0.1, 0.1, 0.1], true],
    ["in two letters and then single ones", [0.1, 0.1, 0.5, 0.5, 0.5, 0.5, 0.1], true],
    ["in single letters and then the rest", [0.1, 0.5, 0.5, 0.1, 0.1, 0.1, 0.1], true],
    ["not where one piece of three does", [0.1, 0.1, 0.5, 0.5, 0.1, 0.1, 0.1], false],
    ["not where few do", [0.1, 0.1, 0.5, 0.1, 0.5, 0.1, 0.1], false],
    ["over gaps that are none", [0.1, 0.26, 0.26, 0.26, 0.26, 0.26, 0.1], true],
  ])("within another word, %s", (_, gaps, isFound) => {
    expect(inPlace(gaps, {}, "x")).toBe(isFound);
    expect(inPlace(gaps, { whole_word: true }, "x")).toBe(false);
  });
});

// The letters are 100 points wide, so that these gaps are exact fractions of an em.
describe("attaches a letter at a gap of 0.27 ems to its neighbour, and separates it beyond that:", () => {
  const isFound = (...gaps: number[]) => {
    let x = -5;
    const letters = Array.from("Joh", (sign, at) => {
      const letter = line(sign, { x }).map((one) => ({ ...one, size: 100 }));
      x += 5 + (gaps[at] ?? 0);
      return letter;
    });
    return find(page(...letters.reverse()), { terms: ["Joh"] }).length > 0;
  };

  test.each([
    [27, 150, false],
    [28, 150, true],
  ])("%p points before it and %p behind it: %p", (before, behind, expected) => {
    expect(isFound(before, behind)).toBe(expected);
  });

  test.each([
    [150, 27, false],
    [150, 28, true],
  ])("%p points before the second letter and %p behind it: %p", (before, behind, expected) => {
    expect(isFound(before, behind)).toBe(expected);
  });
});

describe("as a whole word", () => {
  const whole = { terms: ["Ann"], whole_word: true };
  test.each<[string, number]>([
    ["Ann", 1],
    ["Ann.", 1],
    ["Anna", 0],
    ["xAnn", 0],
    ["Ann_Lee", 1],
    ["1Ann", 0],
    ["(Ann)", 1],
  ])("finds it in %p %p times", (text, count) => {
    expect(find(line(text), whole)).toHaveLength(count);
  });
});

describe("an expression", () => {
  test("is matched against lines, with spaces that match line breaks", () => {
    expect(find(page(line("No"), line(" 12", { y: -20 })), { regex: ["No 12"] })).toEqual([
      "No 12",
    ]);
    expect(find(line("No 12 and No 7"), { regex: ["No \\d+"] })).toEqual(["No 12", "No 7"]);
  });

  test.each([
    ["John_ny", 2.7, true],
    ["John_ny", 2.9, false],
    ["John ny", 2.7, false],
    ["J_ohnny", 2.7, true],
    ["J_o_h_n_n_y", 9.9, true],
    ["J_o_h_n_n_y", 15.1, false],
    ["Joh_n_ny", 9.9, true],
    ["Jo_hn_ny", 9.9, false],
    ["John_ny", -4.9, true],
    ["John_ny", -5.1, false],
    ["John_x", 1, false],
    ["_Johnny_", 1, true],
  ])("is found in %p, with generated spaces of %p points: %p", (text, space, isFound) => {
    expect(find(line(text, { gap: 0, space }), { regex: ["Johnny"] })).toHaveLength(
      Number(isFound),
    );
  });

  test("is matched across letters of any order that aren't far apart", () => {
    expect(find(line("Johnny", { gap: 3 }), { regex: ["Joh+nny"] })).toEqual(["Johnny"]);
    expect(find(page([...line("Johnny")].reverse()), { regex: ["Johnny"] })).toEqual(["Johnny"]);
  });

  test("continues over a hyphen at the end of a line, and also matches the hyphen", () => {
    const letters = page(line("John-"), line("_ny", { y: -20 }));
    const broken = letters.map((one) => ({ ...one, isLineHyphen: one.text === "-" }));
    expect(find(broken, { regex: ["Johnny"] })).toEqual(["John-\nny"]);
    expect(find(broken, { regex: ["John-ny"] })).toEqual(["John-\nny"]);
    expect(find(broken, { terms: ["Johnny"] })).toContain("John-\nny");
    expect(find(letters, { regex: ["Johnny"] })).toEqual(["John-ny"]);
  });
});

test("reports a term by its name, and each position once", () => {
  const matches = matchesOn(
    { characters: line("Johnny") },
    buildPatterns({ ...nothing, terms: ["johnny", "x", "John ny"] }),
  );
  expect(matches.map(({ term, text }) => [term, text])).toEqual([
    ["johnny", "Johnny"],
    ["John ny", "Johnny"],
  ]);
});

test("finds right-to-left letters in either order", () => {
  const hebrew = "יונתן";
  expect(find(line([...hebrew].reverse().join("")), { terms: [hebrew] })).toHaveLength(1);
  expect(find(line(hebrew), { terms: [hebrew] })).toHaveLength(1);
  expect(find(line("ynnhoJ"), johnny)).toEqual([]);
});
