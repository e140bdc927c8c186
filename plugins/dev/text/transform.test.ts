import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(new URL("..", import.meta.url).pathname.slice(0, -1));

function post(text: string, operations: string[], options: Record<string, unknown> = {}) {
  return hub.post("/api/dev/text/transform", { text, operations, ...options });
}

async function change(text: string, operation: string, options?: Record<string, unknown>) {
  return (await json(await post(text, [operation], options))).result;
}

test.each([
  ["upper", "straße", "STRASSE"],
  ["lower", "ΌΣΟΣ", "όσος"],
  ["title", "it's the LAST o'clock", "It's The Last O'clock"],
  ["sentence", "hello WORLD. it costs 3.50! ok?\nyes", "Hello world. It costs 3.50! Ok?\nYes"],
  ["camel", "XMLHttpRequest2 don't-stop\nfoo_bar", "xmlHttpRequest2DontStop\nfooBar"],
  ["pascal", "user id", "UserId"],
  ["snake", "parseURLNow", "parse_url_now"],
  ["kebab", "Crème brûlée 2Go", "crème-brûlée-2-go"],
  ["constant", "maxSize", "MAX_SIZE"],
  ["dot", "Max Size", "max.size"],
  ["path", "max-size", "max/size"],
  ["slug", "Łódź & Æsir: don't, ½ Straße!", "lodz-aesir-dont-1-2-strasse"],
  ["slug", "Привет, мир: объявление", "privet-mir-obyavlenie"],
  ["slug", "Über Äpfel", "uber-apfel"],
  [
    "slug",
    "Καλημέρα Ελλάδα, ευχαριστώ αυτό το μπουκάλι",
    "kalimera-ellada-efcharisto-afto-to-boukali",
  ],
  ["slug", "日本語 و العربية", "日本語-و-العربية"],
  ["swap", "aBcß", "AbCSS"],
  ["reverse", "ae\u0301👨‍👩‍👧", "👨‍👩‍👧e\u0301a"],
  ["trim", " \n a b \t", "a b"],
  ["dedupe-lines", "b\na\nb\n", "b\na\n"],
  ["sort-lines", "z\r\nä\r\nB\r\na\r\n", "a\r\nä\r\nB\r\nz\r\n"],
  ["number-lines", "a\n\nb", "1. a\n2. \n3. b"],
  ["remove-empty", "a\n \n\t\nb\n", "a\nb\n"],
  ["strip-accents", "Ångström Łódź ή й", "Angstrom Lodz η и"],
  ["strip-accents", "हिन्दी שָׁלוֹם", "हिन्दी שָׁלוֹם"],
  ["normalize-nfc", "e\u0301", "é"],
  ["normalize-nfd", "é", "e\u0301"],
  ["normalize-nfkc", "ﬁ①", "fi1"],
  ["normalize-nfkd", "é²", "e\u03012"],
  ["collapse-whitespace", " a \t\n b\u00a0c", " a b c"],
])("%s changes %p to %p", async (operation, text, result) => {
  expect(await change(text, operation)).toBe(result);
});

test.each([
  ["de", "Über Äpfel, Straße ÖL", "ueber-aepfel-strasse-oel"],
  ["de-CH", "A\u0308pfel", "aepfel"],
  ["da", "Smørrebrød på Æbleø", "smoerrebroed-paa-aebleoe"],
  ["sv", "Räksmörgås på ö", "raksmorgas-pa-o"],
  ["fi", "Hyvää yötä", "hyvaa-yota"],
  ["tr", "İSTANBUL IŞIK", "istanbul-isik"],
  ["is", "Þór Ægisson", "thor-aegisson"],
  ["ru", "Щука и ёж, Достоевский", "shchuka-i-yozh-dostoevskiy"],
  ["uk", "Україна, Київ, Згорани, Єгор і Яна", "ukraina-kyiv-zghorany-yehor-i-yana"],
  ["bg", "Хляб и щъркел", "hlyab-i-shtarkel"],
  ["sr", "Њушка, Ђорђе, Чачак", "njuska-djordje-cacak"],
])("slug follows the locale %s", async (locale, text, expected) => {
  expect(await change(text, "slug", { locale })).toBe(expected);
});

test("upper follows the locale", async () => {
  expect(await change("istanbul", "upper", { locale: "tr" })).toBe("İSTANBUL");
});

test("sort-lines follows the locale", async () => {
  expect(await change("z\nö\no", "sort-lines", { locale: "sv" })).toBe("o\nz\nö");
  expect(await change("z\nö\no", "sort-lines", { locale: "de" })).toBe("o\nö\nz");
});

test("shuffle-lines keeps every line, in a random order", async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `${index}\n`);
  const shuffled = await change(lines.join(""), "shuffle-lines");
  expect(shuffled).not.toBe(lines.join(""));
  expect(shuffled.match(/\d+\n/g).sort()).toEqual(lines.sort());
});

test("wrap breaks at blanks, and breaks overlong words between characters", async () => {
  const text = "  a bb ccc\ndddddd\n日本語";
  expect(await change(text, "wrap", { wrap_width: 4 })).toBe("  a\nbb\nccc\ndddd\ndd\n日本\n語");
});

test("truncate keeps characters whole and counts the ellipsis", async () => {
  const options = { truncate_length: 3, ellipsis: "…" };
  expect(await change("👨‍👩‍👧e\u0301xy", "truncate", options)).toBe("👨‍👩‍👧e\u0301…");
  expect(await change("👨‍👩‍👧e\u0301x", "truncate", options)).toBe("👨‍👩‍👧e\u0301x");
});

test("strip-html keeps text, a line for each block, and no script", async () => {
  const html =
    "<!doctype html><title>T</title><script>if (a<b) c('</p>')</script><!-- <p>x -->" +
    "<p title='a>b'>Fish &amp; <b>chips</b> &euro;5<br/>2 < 3 <3</p><STYLE>p{}</STYLE >end";
  expect(await change(html, "strip-html")).toBe("T\nFish & chips €5\n2 < 3 <3\nend");
});

test.each(["<p", "<p a='", "<!-- ", "<script>", "<"])(
  "strip-html terminates on %p",
  async (html) => {
    expect(await change(`a${html}`, "strip-html")).toStartWith("a");
  },
);

test("extract-emails finds valid addresses only", async () => {
  const text =
    "Ask <Jo.Doe+x@example.co.uk>, 'a_b@sub.example.org'. Not: a@b, x@@y.com, .@c.de, u..v@w.xy, q@1.2";
  expect(await change(text, "extract-emails")).toBe("Jo.Doe+x@example.co.uk\na_b@sub.example.org");
});

test("extract-urls omits the punctuation of the sentence", async () => {
  const text =
    "See (https://en.wikipedia.org/wiki/A_(b)), www.example.com/x?y=1&z#f! http:// <ftp://h/p>. 见https://例.cn/路。";
  expect(await change(text, "extract-urls")).toBe(
    "https://en.wikipedia.org/wiki/A_(b)\nwww.example.com/x?y=1&z#f\nftp://h/p\nhttps://例.cn/路",
  );
});

test("transform runs steps in order and reports each", async () => {
  expect(await json(await post(" b\nA\n", ["trim", "upper", "sort-lines", "upper"]))).toEqual({
    success: true,
    result: "A\nB",
    steps: [
      { operation: "trim", characters: 3, changed: true },
      { operation: "upper", characters: 3, changed: true },
      { operation: "sort-lines", characters: 3, changed: true },
      { operation: "upper", characters: 3, changed: false },
    ],
  });
});

test("transform rejects an unknown step and lists the known ones", async () => {
  const res = await post("a", ["shout"]);
  expect(res.status).toBe(400);
  expect((await json(res)).detail).toStartWith('body.operations.0 must be "upper", "lower", ');
});

test("transform stops when a step makes the text too long", async () => {
  const res = await post("\n".repeat(700_000), Array(3).fill("number-lines"));
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({ code: "result_too_large" });
});

test("transform returns the bare text to clients that accept text", async () => {
  const res = await hub.post(
    "/api/dev/text/transform",
    { text: "a b", operations: ["upper"] },
    { accept: "text/plain" },
  );
  expect(await res.text()).toBe("A B");
});

test("transform accepts a raw text body, with the other fields in the query", async () => {
  const path = "/api/dev/text/transform?operations=trim,wrap&wrap_width=2";
  const res = await hub.post(path, " a b ", { "content-type": "text/plain" });
  expect((await json(res)).result).toBe("a\nb");
});
