import { describe, expect, test } from "bun:test";
import { Ink } from "./ink.ts";
import { Page } from "./page.ts";
import type { PageLink } from "./tags.ts";

const setUp = ({ rtl = false } = {}) => {
  const ink = new Ink({ rtl });
  const page = new Page(ink, { width: 200, height: 100 });
  return { ink, page, lines: () => page.content.split("\n").slice(1) };
};

/** Returns the positions of the texts in operators. */
const listPositions = (lines: readonly string[]) =>
  lines.flatMap((line) => /^\/F\d+ [\d.]+ Tf 1 0 0 1 (\S+ \S+) Tm/.exec(line)?.[1] ?? []);

const box = { x: 10, y: 20, width: 100 };

describe("a page", () => {
  test("has its origin at the top, even if its height is set at the end", () => {
    const { page } = setUp();
    expect(page.width).toBe(200);
    page.height = 120;
    expect(page.content).toStartWith("1 0 0 1 0 120 cm\n");
  });

  test("has areas and lines that screen readers skip", () => {
    const { page, lines } = setUp();
    page.rectangle({ ...box, height: 40 }, [1, 0, 0.5]);
    page.rule(box, { color: [0, 1, 0] });
    page.rule(box, { color: [0, 0, 0], thickness: 2, dash: "2 1" });
    expect(lines()).toEqual([
      "/Artifact BMC 1 0 0.5 rg 10 -60 100 40 re f EMC",
      "/Artifact BMC q 0 1 0 RG 0.5 w 10 -20 m 110 -20 l S Q EMC",
      "/Artifact BMC q 0 0 0 RG 2 w [2 1] 0 d 10 -20 m 110 -20 l S Q EMC",
    ]);
  });

  test("is mirrored from right to left", () => {
    const { page, lines } = setUp({ rtl: true });
    page.rectangle({ ...box, height: 40 }, [0, 0, 0]);
    page.rule(box, { color: [0, 0, 0] });
    expect(lines()).toEqual([
      "/Artifact BMC 0 0 0 rg 90 -60 100 40 re f EMC",
      "/Artifact BMC q 0 0 0 RG 0.5 w 90 -20 m 190 -20 l S Q EMC",
    ]);
  });
});

describe("a text", () => {
  test("has its lines one below the other, and their height", () => {
    const { ink, page, lines } = setUp();
    const tag = ink.tags.add("P");
    expect(page.text("Hi\nyou", box, { size: 10, tag })).toBe(27);
    expect(lines()[0]).toBe("/P <</MCID 0>> BDC BT 0 0 0 rg");
    expect(lines().at(-1)).toBe("ET EMC");
    // Half a line of 13.5 points, and half a capital letter.
    expect(listPositions(lines())).toEqual(["10 -30.35", "10 -43.85"]);
    expect([tag.text, tag.kids]).toEqual(["Hi\nyou", [{ page, id: 0 }]]);
  });

  test("without a tag repeats another, and screen readers skip it", () => {
    const { page, lines } = setUp();
    page.text("Hi", box, { size: 10, color: [1, 0, 0] });
    expect(lines()[0]).toBe("/Artifact <</Type /Pagination>> BDC BT 1 0 0 rg");
  });

  test.each([
    [false, ["10 -33.6", "55.005 -33.6", "100.01 -33.6"]],
    [true, ["180.01 -33.6", "135.005 -33.6", "90 -33.6"]],
  ] as const)("is aligned in its box (from right to left: %p)", (rtl, positions) => {
    const { ink, page, lines } = setUp({ rtl });
    expect(ink.measureWidth("Hi", { size: 10 })).toBeCloseTo(9.99, 5);
    for (const align of ["start", "center", "end"] as const)
      expect(page.text("Hi", box, { size: 10, align, leading: 2 })).toBe(20);
    expect(listPositions(lines())).toEqual([...positions]);
  });

  test.each([
    [false, [10, 10]],
    [true, [177.8, 170.11]],
  ])("can be a link with a rectangle for each line (from right to left: %p)", (rtl, left) => {
    const { ink, page } = setUp({ rtl });
    const tag = ink.tags.add("P");
    page.text("go\nnow", box, { size: 10, tag, link: "https://x.example" });
    const [link] = tag.kids as [(typeof ink)["tags"]];
    expect([link.role, link.kids[0]]).toEqual(["Link", { page, id: 0 }]);
    const { url, text, lines } = link.kids[1] as PageLink;
    expect([url, text]).toEqual(["https://x.example", "go\nnow"]);
    expect(lines.map(({ x, y }) => [Number(x.toFixed(2)), y])).toEqual([
      [left[0]!, 20],
      [left[1]!, 33.5],
    ]);
    expect(lines).toMatchObject([{ height: 13.5 }, { height: 13.5 }]);
    expect(lines.map(({ width }) => Number(width.toFixed(2)))).toEqual([12.2, 19.89]);
  });

  test("is no link without an element", () => {
    const { page } = setUp();
    expect(page.text("go", box, { size: 10, link: "https://x.example" })).toBe(13.5);
  });
});

test("an image fills its box, which is the area of its figure", () => {
  const { ink, page, lines } = setUp({ rtl: true });
  const figure = ink.tags.add("Figure");
  page.image("Logo", { ...box, height: 40 }, figure);
  expect(lines()).toEqual(["/Figure <</MCID 0>> BDC q 100 0 0 40 90 -60 cm /Logo Do Q EMC"]);
  expect(figure.area).toEqual({ page, box: { x: 90, y: 20, width: 100, height: 40 } });
});

test("a code has one rectangle for each run of dark squares", () => {
  const { ink, page, lines } = setUp();
  const rows = ["##.#", "....", ".##.", "#..."];
  const dark = (row: number, column: number) => rows[row]?.[column] === "#";
  const figure = ink.tags.add("Figure");
  page.modules({ size: 4, dark }, { x: 10, y: 20, width: 40 }, figure);
  expect(lines()).toEqual([
    "/Figure <</MCID 0>> BDC 0 0 0 rg",
    ...["10 -30 20 10 re", "40 -30 10 10 re", "20 -50 20 10 re", "10 -60 10 10 re"],
    "f EMC",
  ]);
  expect(figure.area?.box).toEqual({ x: 10, y: 20, width: 40, height: 40 });
});

test("a stamp is a word in a frame around a point, which its box includes", () => {
  const { ink, page, lines } = setUp({ rtl: true });
  const tag = ink.tags.add("P");
  page.stamp("PAID", { x: 150, y: 50, size: 12, color: [0, 1, 0], tag });
  expect(lines()).toEqual([
    "/P <</MCID 0>> BDC q /Faint gs 0.975 0.223 -0.223 0.975 50 -50 cm",
    "0 1 0 RG 1 w -19.104 -9 38.208 18 re S",
    "BT 0 1 0 rg",
    expect.stringMatching(/^\/F\d 12 Tf 1 0 0 1 -14\.304 -4\.32 Tm /),
    "ET Q EMC",
  ]);
  // The frame with its line, rotated by a fourteenth of a half turn.
  const [width, height] = [38.208 + 1, 18 + 1];
  const [cos, sin] = [Math.cos(Math.PI / 14), Math.sin(Math.PI / 14)];
  const own = page.stampBox("PAID", 12);
  expect(own.width).toBeCloseTo(width * cos + height * sin, 2);
  expect(own.height).toBeCloseTo(width * sin + height * cos, 2);
});
