import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { countGraphemes } from "./segments.ts";
import { tally } from "./tally.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname.slice(0, -1));

async function analyze(text: string, options: Record<string, unknown> = {}) {
  return json(await hub.post("/api/dev/text/analyze", { text, ...options }));
}

test("analyze counts a text in every unit", async () => {
  expect(await analyze("Héllo 👨‍👩‍👧!\r\n\r\nBye now.\n")).toMatchObject({
    characters: 28,
    graphemes: 19,
    code_points: 25,
    bytes: 39,
    words: 3,
    sentences: 2,
    paragraphs: 2,
    lines: 3,
    avg_word_length: 11 / 3,
  });
});

test("analyze finds nothing in an empty text", async () => {
  expect(await analyze("")).toMatchObject({
    graphemes: 0,
    words: 0,
    lines: 0,
    avg_word_length: 0,
    readability: null,
    top_words: [],
    language: { code: "und", confidence: 0, reliable: false, alternatives: [] },
    entropy_bits: 0,
  });
});

test("analyze counts words case-insensitively, the most frequent first", async () => {
  const { unique_words, top_words } = await analyze("b A a, c B a", { top: 2 });
  expect(unique_words).toBe(3);
  expect(top_words).toEqual([
    { word: "a", count: 3 },
    { word: "b", count: 2 },
  ]);
});

test("analyze segments words in languages without spaces", async () => {
  expect((await analyze("私は学生です", { locale: "ja" })).words).toBe(4);
  expect((await analyze("ภาษาไทย", { locale: "th" })).words).toBe(2);
});

test("analyze lists the most frequent characters with their shares", async () => {
  expect((await analyze("aab😀", { top: 1 })).char_frequency).toEqual([
    { character: "a", code_point: "U+0061", count: 2, share: 0.5 },
  ]);
});

// By hand: 9 words of 11 syllables and 35 letters in one sentence, none with three syllables.
test("analyze rates a sentence by the published formulas", async () => {
  const { readability } = await analyze("The quick brown fox jumps over the lazy dog.");
  expect(readability).toEqual({
    flesch: 94.3,
    fk_grade: 2.34,
    gunning_fog: 3.6,
    smog: 3.13,
    coleman_liau: 3.78,
    ari: 1.39,
  });
});

test("analyze returns no grade for a text in another script", async () => {
  expect((await analyze("Съешь ещё этих мягких булок")).readability).toBeNull();
});

test("analyze reports a lookalike letter of another script", async () => {
  expect((await analyze("pаypal")).scripts).toEqual([
    { script: "Latin", characters: 5, share: 5 / 6 },
    { script: "Cyrillic", characters: 1, share: 1 / 6 },
  ]);
});

test("analyze reports invisible characters and the position of the first", async () => {
  const { invisible_characters } = await analyze("a\u200bb\u00a0c\u200b\u202e");
  expect(invisible_characters).toEqual([
    { code_point: "U+200B", name: "zero width space", count: 2, first_index: 1 },
    { code_point: "U+00A0", name: "no-break space", count: 1, first_index: 3 },
    { code_point: "U+202E", name: "right-to-left override", count: 1, first_index: 6 },
  ]);
});

test.each([
  ["Hello, how are you today?", "en"],
  ["Guten Tag, wie geht es Ihnen heute?", "de"],
  ["Bonjour tout le monde, comment allez-vous ?", "fr"],
  ["¿Dónde está la biblioteca?", "es"],
  ["Привет, как дела? Сегодня хорошая погода.", "ru"],
  ["今日は天気がいいですね。", "ja"],
  ["你好,今天天气很好。", "zh"],
  ["안녕하세요 오늘 날씨가 좋네요", "ko"],
])("analyze detects %p as %s", async (text, code) => {
  expect((await analyze(text)).language.code).toBe(code);
});

test.each([
  ["Вчера мы купили на рынке свежие овощи, но магазин был уже закрыт вечером.", "ru"],
  ["Ostimme eilen torilta tuoreita vihanneksia, mutta kauppa oli jo kiinni.", "fi"],
  ["Kemarin kami membeli sayuran segar, karena kantor sudah tutup ketika kami pulang.", "id"],
])("analyze is certain of the language of %p", async (text, code) => {
  expect((await analyze(text)).language).toMatchObject({ code, reliable: true });
});

test("analyze isn't certain of an unsupported language, and reports a similar one", async () => {
  const { language } = await analyze(
    "Í gjár keyptu vit feskt grønmeti á marknaðinum, men handilin var longu stongdur tá vit vildu hava breyð.",
  );
  expect(language).toMatchObject({
    reliable: false,
    alternatives: [expect.anything(), expect.anything()],
  });
});

test("analyze measures the entropy of four equally frequent characters as two bits", async () => {
  expect((await analyze("abcd")).entropy_bits).toBe(2);
});

test("analyze estimates reading at 238 and speaking at 183 words a minute", async () => {
  const { reading_time_s, speaking_time_s } = await analyze("word ".repeat(238));
  expect([reading_time_s, speaking_time_s]).toEqual([60, 79]);
});

test("analyze accepts a raw text body, and returns its words as text", async () => {
  const headers = { "content-type": "text/plain", accept: "text/plain" };
  const res = await hub.post("/api/dev/text/analyze", "one two three", headers);
  expect(await res.text()).toBe("3");
});

test("analyze rejects an invalid language tag", async () => {
  const res = await hub.post("/api/dev/text/analyze", { text: "a", locale: "x_y" });
  expect(res.status).toBe(400);
  expect((await json(res)).errors[0].location).toBe("body.locale");
});

test("analyze rejects a text of more than a mebibyte", async () => {
  const res = await hub.post("/api/dev/text/analyze", { text: "a".repeat(1_048_577) });
  expect((await json(res)).errors[0].location).toBe("body.text");
});

test.each([
  "\r\n\n\u0301",
  "a\u0301".repeat(70),
  `e\u0301${"x".repeat(70)}\r\n🇩🇪🇫🇷`,
  "\r\r\n\u200d👩‍🚀",
])("graphemes of %p match the segmenter", (text) => {
  const segments = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];
  expect(countGraphemes(text)).toBe(segments.length);
});

test.each([
  ["a", 1, 1],
  ["a\n", 1, 1],
  ["a\rb\r\nc", 3, 1],
  ["a\n \t\nb", 3, 2],
  ["\n\n", 2, 0],
])("tally of %p has %i lines and %i paragraphs", (text, lines, paragraphs) => {
  expect(tally(text)).toMatchObject({ lines, paragraphs });
});

test("tally counts a lone surrogate as the three bytes of its replacement", () => {
  expect(tally("\ud800a")).toMatchObject({ codePoints: 2, bytes: 4 });
});
