import { describe, expect, spyOn, test } from "bun:test";
import { Resvg } from "@resvg/resvg-js";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { contrast, parseColor, type Rgba } from "../color/color.ts";
import { patternNames } from "../pattern/names.ts";
import { type CardOptions, drawCard } from "./draw.ts";
import { backgrounds, type CardContent, type Ground, templates } from "./layout/card.ts";
import { CardDrawing, renderDocument } from "./layout/card-drawing.ts";
import { centredLetters } from "./layout/pieces.ts";
import { platforms } from "./platforms.ts";

const hub = await testHub(`${import.meta.dir}/..`);

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface DrawnText {
  fill: string;
  d: string;
  box: Box;
}

/** Returns the letters of a card: paths that start with these attributes, outside of its definitions. */
const letters = /<path fill="(#[^"]*)" d="([^"]*)"\/>/g;

function readTexts(svg: string): DrawnText[] {
  return [...getBody(svg).matchAll(letters)].map(([, fill = "", d = ""]) => ({
    fill,
    d,
    box: measureBox(parsePoints(d)),
  }));
}

function getBody(svg: string): string {
  return svg.slice(Math.max(0, svg.indexOf("</defs>")));
}

const numbersOf: Readonly<Record<string, number>> = { M: 2, l: 2, q: 4, c: 6 };

/** Returns the line ends of an outline: the point before each M. */
function parsePoints(d: string): [number, number][] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, letter = "", rest = ""] of d.matchAll(/([Mlqc])([^Mlqcz]*)/g)) {
    const numbers = rest.match(/-?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? [];
    const count = numbersOf[letter] ?? 2;
    for (let at = count; at <= numbers.length; at += count) {
      const [dx, dy] = [numbers[at - 2] ?? 0, numbers[at - 1] ?? 0];
      [x, y] = letter === "M" ? [dx, dy] : [x + dx, y + dy];
      points.push([x, y]);
    }
  }
  return points;
}

function measureBox(points: readonly [number, number][]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** Returns the lowest contrast of letters at any pixel, by drawing the card with and without them. */
function measureContrast(svg: string): number {
  const texts = readTexts(svg);
  const renderPixels = (drawing: string) =>
    new Resvg(drawing, { font: { loadSystemFonts: false } }).render().pixels;
  const behind = renderPixels(svg.replace(getBody(svg), getBody(svg).replace(letters, "")));
  const [head = ""] = /^<svg [^>]*>/.exec(svg) ?? [];
  // Each text in a colour that encodes its number, without antialiasing.
  const numbered = texts.map(
    ({ d }, at) => `<path fill="#${(at + 1).toString(16).padStart(6, "0")}" d="${d}"/>`,
  );
  const which = renderPixels(
    `${head}<g shape-rendering="crispEdges">${numbered.join("")}</g></svg>`,
  );
  const inks = texts.map(({ fill }) => parseColor(fill, "test"));
  let least = 21;
  for (let at = 0; at < which.length; at += 4) {
    if (which[at + 3] !== 255) continue;
    const ink =
      inks[((which[at] ?? 0) << 16) + ((which[at + 1] ?? 0) << 8) + (which[at + 2] ?? 0) - 1];
    const ground: Rgba = [behind[at] ?? 0, behind[at + 1] ?? 0, behind[at + 2] ?? 0, 255];
    if (ink) least = Math.min(least, contrast(ink, ground));
  }
  return least;
}

const filled = {
  site_name: "Quietly",
  author: "Ada Lovelace",
  handle: "@ada",
  date: "14 Mar",
  reading_time: "6 min",
  day: { number: "14", month: "Mar", whole: "Saturday, 14 March" },
  eyebrow: "Engineering",
  tags: ["queues", "types"],
  stat: "$49",
  cta: "Read on",
} satisfies Partial<CardContent>;

const shapes = [
  { width: 600, height: 315 },
  { width: 400, height: 400 },
  { width: 360, height: 640 },
] as const;

const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb): Rgba => [...rgb, 255]);
const ground: fc.Arbitrary<Ground> = fc.record({
  kind: fc.constantFrom(...backgrounds),
  colors: fc.array(color, { maxLength: 4 }),
  angle: fc.nat(360),
  pattern: fc.constantFrom(...patternNames),
});
const look = fc.record({
  template: fc.constantFrom(...templates),
  theme: fc.oneof(fc.constantFrom("light" as const, "dark" as const), color),
  accent: fc.option(color, { nil: undefined }),
  ground,
  dir: fc.constant("auto" as const),
  pictures: fc.constant({}),
});

const titles = [
  "gjpqy",
  "Typography: going beyond jagged edges",
  "Wolfeschlegelsteinhausenbergerdorff and what a typesetter may think of such long names. ".repeat(
    2,
  ),
  "人人生而自由，在尊严和权利上一律平等",
  "يولد جميع الناس أحرارًا متساوين في الكرامة",
  "כל בני אדם נולדו בני חורין",
  "น้ำซ้ำ มนุษย์ทั้งหลายเกิดมามีอิสระ ปู่ญู่ ผู้ที่กิ๊ก",
  "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས",
  "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့်",
  "सभी मनुष्यों को गौरव और अधिकारों के मामले में",
];

describe("words of a card", () => {
  test("have a contrast of at least 4.5 to 1 at every pixel, for any colours of the caller", () => {
    fc.assert(
      fc.property(look, fc.constantFrom(...shapes), fc.nat(1), (options, shape, at) => {
        const content = { ...filled, title: titles[at] ?? "", description: titles[1] };
        const drawn = drawCard(content, { ...options, ...shape });
        const measured = measureContrast(drawn.svg);
        expect(measured).toBeGreaterThanOrEqual(4.5);
        // The reported contrast is never better than the actual one.
        expect(drawn.contrast).toBeLessThan(measured * 1.05);
      }),
      cases(15, 4),
    );
  });

  test.each(templates)("don't overlap or cross the edges of a %s, in any script", (template) => {
    const text = fc.constantFrom(...titles, "Ship it 🚀 gjpqy 🎉 now, and once more 🍕 too");
    fc.assert(
      fc.property(
        text,
        fc.option(text, { nil: undefined }),
        text,
        fc.constantFrom(...shapes, ...Object.values(platforms)),
        (title, description, author, shape) => {
          const content = { ...filled, title, description, author };
          const { width, height } = shape;
          const boxes = withoutPictures(
            readTexts(drawCard(content, { ...plain, ...shape, template }).svg),
          );
          expect(boxes.length).toBeGreaterThan(3);
          for (const [index, { box }] of boxes.entries()) {
            expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
            expect(box.right).toBeLessThanOrEqual(width);
            expect(box.bottom).toBeLessThanOrEqual(height);
            for (const other of boxes.slice(index + 1)) expect(overlap(box, other.box)).toBe(false);
          }
        },
      ),
      cases(4, 2),
    );
  });

  // Code has no title: both are lines of one file.
  test.each(templates.filter((template) => template !== "code"))(
    "in the description of a %s keep a distance from the title in every script",
    (template) => {
      for (const [top, below] of [
        ["gjpqy", "Élan"],
        ["العنوان العربي ج ح", "الوصف أيضًا"],
        ["हिन्दी शीर्षक दूरी", "विवरण ऊँचा"],
        ["หัวข้อภาษาไทยกู้ญู", "คำอธิบายที่สูง"],
        ["日本語のタイトル", "説明文です"],
        ["ပြည်ထောင်စုမြို့", "ဖော်ပြချက်"],
        ["Long titles are small, and need their distance gjpqy. ".repeat(3), "Élan"],
        ["すべての人間は、生まれながらにして自由であり、".repeat(4), "説明文です"],
      ] as const) {
        const content = { title: top, description: below };
        const texts = readTexts(
          drawCard(content, { ...plain, width: 1200, height: 630, template }).svg,
        );
        const [title, description] = texts.filter(({ fill }) => fill !== "#ffffff").slice(-2);
        const size = (description?.box.bottom ?? 0) - (description?.box.top ?? 0);
        const gap = (description?.box.top ?? 0) - (title?.box.bottom ?? 0);
        expect([top, gap > size * 0.45]).toEqual([top, true]);
      }
    },
  );
});

const stacked = ["A", "W", "ল্লৃ", "चु", "ལྷོ", "སྒྲ", "ជួណា", "สุผู้", "မြို့", "漢", "ما"];

test.each(stacked)("the letters %s of a sign stay within its square, in its middle", (letters) => {
  const canvas = new CardDrawing({ width: 100, height: 100, mirrored: false });
  centredLetters(canvas, letters, { size: 60, fill: "#000000", side: 100 }).draw(0, 0);
  const svg = renderDocument({ width: 100, height: 100, title: "" }, { light: canvas });
  const [{ box } = { box: { left: 0, top: 0, right: 0, bottom: 0 } }] = readTexts(svg);
  for (const [low, high] of [
    [box.left, box.right],
    [box.top, box.bottom],
  ] as const) {
    expect(Math.min(low, 100 - high)).toBeGreaterThan(8);
    expect(Math.abs(low + high - 100)).toBeLessThan(24);
  }
});

test.each(["docs", "quote", "minimal"] as const)(
  "the bar of a %s keeps clear of stacked marks",
  (template) => {
    const title = "འཕྲུལ་ཆས་གཅིག་གི་སྟེང་ནས་ལོ་གཉིས་རིང་ལས་རིམ་གཅིག་བརྒྱུགས་པ་ལས་ང་ཚོས་བསླབས་པའི་ཆོས་ཚན་ཡོངས་རྫོགས";
    for (const text of [title, title.slice(0, 22), "gjpqy"]) {
      const content = { title: text, quote: text, author: "Ada" };
      const { svg } = drawCard(content, { ...plain, width: 1200, height: 630, template });
      const bar = /<rect x="[^"]*" y="([^"]*)" width="(?:56|64|72)" height="([67])"/.exec(svg);
      const [top, bottom] = [Number(bar?.[1]), Number(bar?.[1]) + Number(bar?.[2])];
      const boxes = readTexts(svg).map(({ box }) => box);
      expect(
        Math.min(...boxes.map((box) => Math.max(top - box.bottom, box.top - bottom))),
      ).toBeGreaterThan(20);
    }
  },
);

test("rows of code start with a letter, and together have all letters", () => {
  const write = spyOn(CardDrawing.prototype, "write");
  for (const title of titles) {
    write.mockClear();
    const source = `${title}${title}`.slice(0, 200);
    drawCard({ title: source }, { ...plain, width: 360, height: 640, template: "code" });
    const rows = write.mock.calls.map(([layout]) => layout.lines.map(({ text }) => text).join(""));
    expect(rows.join("").replaceAll(" ", "")).toBe(source.replaceAll(" ", ""));
    for (const row of rows) expect(row).toMatch(/^[^\p{M}\p{Pe}、。།]/u);
  }
  write.mockRestore();
});

describe("the colour of words chosen by a caller", () => {
  const banner = (query: Record<string, string>) =>
    hub.get(`/api/image/banner?${new URLSearchParams({ title: "Hello", ...query })}`);

  test.each(["svg", "png"])(
    "is kept if it isn't readable, and reported in a header of a %s",
    async (format) => {
      const answer = await banner({ color: "777", colors: "888,999", format });
      expect(Number(answer.headers.get("x-low-contrast"))).toBeLessThan(1.7);
      if (format === "svg") expect(await answer.text()).toContain('<path fill="#777777"');
    },
  );

  test("is reported in JSON too, and not in a header if it is readable", async () => {
    const { contrast_ratio } = await json(
      await banner({ color: "777", colors: "888,999", response: "json" }),
    );
    expect(contrast_ratio).toBeLessThan(1.7);
    expect((await banner({ color: "fff" })).headers.get("x-low-contrast")).toBeNull();
    expect((await banner({ colors: "888,999" })).headers.get("x-low-contrast")).toBeNull();
  });
});

test("a pattern is visible around the words of a card and not behind them", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...templates),
      fc.constantFrom(...patternNames),
      (template, pattern) => {
        const colors: Rgba[] = [
          [255, 255, 255, 255],
          [0, 0, 0, 255],
        ];
        const ground: Ground = { kind: "pattern", colors, angle: 0, pattern };
        const options: CardOptions = { ...plain, ...shapes[0], template, ground };
        const { svg } = drawCard(
          { title: "Typography: going", description: "Beyond jagged edges" },
          options,
        );
        expect(measureContrast(svg)).toBeGreaterThanOrEqual(4.5);
        expect(svg).toContain("<pattern");
      },
    ),
    cases(10, 3),
  );
});

/** Removes the layers of emoji, and joins the text before and after them. */
function withoutPictures(texts: readonly DrawnText[]): DrawnText[] {
  const found: DrawnText[] = [];
  let isAfterPicture = false;
  for (const text of texts) {
    const last = found.at(-1);
    const isLetters = inks.has(text.fill);
    if (isLetters && isAfterPicture && last?.fill === text.fill)
      found[found.length - 1] = { ...last, box: around(last.box, text.box) };
    else if (isLetters) found.push(text);
    isAfterPicture = !isLetters;
  }
  return found;
}

function around(one: Box, two: Box): Box {
  return {
    left: Math.min(one.left, two.left),
    top: Math.min(one.top, two.top),
    right: Math.max(one.right, two.right),
    bottom: Math.max(one.bottom, two.bottom),
  };
}

function overlap(one: Box, two: Box): boolean {
  const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return across > 0 && down > 0;
}

const plain = {
  theme: "light",
  dir: "auto",
  pictures: {},
  ground: { kind: "auto", colors: [], angle: 135, pattern: "dots" },
} as const;

/** The text colours of cards in every template. */
const inks = new Set(
  templates.flatMap((template) =>
    readTexts(
      drawCard({ ...filled, title: "a", description: "b" }, { ...plain, ...shapes[0], template })
        .svg,
    ).map(({ fill }) => fill),
  ),
);
