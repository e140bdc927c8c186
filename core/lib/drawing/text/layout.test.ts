import { expect, test } from "bun:test";
import { layoutText, measure } from "./layout.ts";
import { outlines } from "./outlines.ts";
import { missingGlyphs } from "./runs.ts";

const listFontNames = async (text: string) => {
  const { lines } = await layoutText(text, { size: 10 });
  return lines[0]!.runs.map(({ font }) => font.name);
};

test("each script is drawn with a suitable font", async () => {
  expect(await listFontNames("Hello")).toEqual(["Noto Sans"]);
  expect(await listFontNames("مرحبا")).toEqual(["Noto Sans Arabic"]);
  expect(await listFontNames("שלום")).toEqual(["Noto Sans Hebrew"]);
  expect(await listFontNames("नमस्ते")).toEqual(["Noto Sans Devanagari"]);
  expect(await listFontNames("세")).toEqual(["Noto Sans KR"]);
  expect(await listFontNames("→")).toEqual(["DejaVuSans"]);
});

test("Chinese characters take the forms of the surrounding language", async () => {
  expect((await listFontNames("直"))[0]).toBe("Noto Sans SC");
  expect((await listFontNames("直の"))[0]).toBe("Noto Sans JP");
  const { lines } = await layoutText("直", { size: 10, language: "ko" });
  expect(lines[0]!.runs[0]!.font.name).toBe("Noto Sans KR");
});

test("letters join: Arabic takes other glyphs in a word than alone", async () => {
  const glyphs = async (text: string) =>
    (await layoutText(text, { size: 10 })).lines[0]!.runs.flatMap((run) => run.glyphs);
  const [alone] = await glyphs("ه");
  const word = await glyphs("ههه");
  expect(word.map(({ id }) => id)).not.toContain(alone!.id);
});

test("a right-to-left paragraph starts at the right and keeps its numbers", async () => {
  const { lines } = await layoutText("שלום 123 abc", { size: 10, width: 200 });
  const [first, ...others] = lines[0]!.runs.toSorted((one, two) => two.x - one.x);
  expect(first).toMatchObject({ text: "שלום", direction: "rtl" });
  expect(first!.x + first!.width).toBeCloseTo(200);
  expect(others.map(({ text }) => text.trim()).filter(Boolean)).toEqual(["123", "abc"]);
});

test("brackets are mirrored in right-to-left text", async () => {
  const [open, mirrored] = await Promise.all(
    [")", "שלום)"].map((text) => layoutText(text, { size: 10 })),
  );
  const bracket = mirrored!.lines[0]!.runs.find(({ text }) => text === ")")!;
  expect(bracket.glyphs[0]!.id).not.toBe(open!.lines[0]!.runs[0]!.glyphs[0]!.id);
});

test.each(["😀", "👨‍👩‍👧", "🇩🇪", "1️⃣", "❤️‍🔥", "👍🏽", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])(
  "%s is one image",
  async (emoji) => {
    const { lines } = await layoutText(emoji, { size: 10 });
    expect(lines[0]!.runs).toHaveLength(1);
    expect(lines[0]!.runs[0]!.font.name).toBe("Twemoji");
    expect(lines[0]!.runs[0]!.glyphs).toHaveLength(1);
  },
);

test("an emoji keeps its colours, and letters take the requested one", async () => {
  const drawn = outlines(await layoutText("a😀", { size: 20 }), { fill: "#123456" }).toString();
  expect(drawn).toStartWith('<path fill="#123456" d="M');
  expect(drawn).toContain('fill="#ffcc4d"');
});

test("lines break between words, and within a word that is wider than a line", async () => {
  const { lines } = await layoutText("one two three Donaudampfschiff", { size: 20, width: 100 });
  expect(lines.map(({ text }) => text)).toEqual(["one two", "three", "Donauda", "mpfschiff"]);
  expect(Math.max(...lines.map(({ width }) => width))).toBeLessThanOrEqual(100);
});

test("Japanese lines never start with a full stop", async () => {
  const { lines } = await layoutText("吾輩は猫である。名前", { size: 20, width: 142 });
  expect(lines.map(({ text }) => text)).toEqual(["吾輩は猫であ", "る。名前"]);
});

test.each([
  ["単純さは信頼性の前提条件", 150, ["単純さは", "信頼性の", "前提条件"]],
  ["两年运行单一的进程", 90, ["两年", "运行", "单一的", "进程"]],
  ["処理は40分から4分に短縮", 210, ["処理は", "40分から4分に", "短縮"]],
  // A word that is wider than a line breaks anywhere.
  ["スーパーコンピューター", 120, ["スーパー", "コンピュ", "ーター"]],
])("keepsWords breaks %s between words only", async (text, width, expected) => {
  const { lines } = await layoutText(text, { size: 30, width, keepsWords: true });
  expect(lines.map(({ text }) => text)).toEqual(expected);
});

test.each([
  ["ནམ་ཡང་མི།", 100, ["ནམ་ཡང་", "མི།"]],
  ["โปรเซสเดียว", 70, ["โปร", "เซส", "เดียว"]],
])("lines of %s start with a whole word", async (text, width, expected) => {
  const { lines } = await layoutText(text, { size: 30, width });
  expect(lines.map(({ text }) => text)).toEqual(expected);
});

test("overflowing text ends in an ellipsis", async () => {
  const { lines, cut } = await layoutText("one two three four", { size: 20, width: 90, lines: 1 });
  expect(lines.map(({ text }) => text)).toEqual(["one tw…"]);
  expect(cut).toBe(true);
});

test("characters without a font are reported, except control characters", () => {
  expect(missingGlyphs("a ᠮ \u200E\u2067b\uFEFF")).toEqual(["ᠮ"]);
});

test("the measured width is that of the resulting line", async () => {
  const { width } = await layoutText("Width", { size: 16, weight: 700 });
  expect(measure("Width", { size: 16, weight: 700 })).toBe(width);
  expect(measure("Width", { size: 16, letterSpacing: 2, weight: 700 })).toBe(width + 10);
});

test("a mark without a position in its ligature is still drawn", async () => {
  const { lines } = await layoutText("\u0644\u0627\u0600\u0651", { size: 16 });
  const glyphs = lines[0]!.runs.flatMap((run) => run.glyphs);
  expect(glyphs.flatMap(({ codePoints }) => [...codePoints])).toContain(0x651);
});
