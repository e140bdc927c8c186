import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { stripMarkdown } from "./markdown.ts";
import { applyLexicon, readText } from "./read-text.ts";
import { createScript, removeUnspeakable, type Say } from "./script.ts";
import { readSsml } from "./ssml.ts";
import { splitSentences, splitWords } from "./words.ts";
import { writeSsml } from "./write-ssml.ts";

describe("Markdown", () => {
  test.each([
    ["# Title\n\nSome **bold** and _slanted_ text.", "Title\n\nSome bold and slanted text."],
    ["See [the docs](https://a.example/x) and ![a cat](c.png).", "See the docs and a cat."],
    ["Before\n```js\nlet x = 1;\n```\nafter", "Before\nafter"],
    ["- [x] done\n> said\n1. first", "done\nsaid\n1. first"],
    ["| a | b |\n|---|---|\n| c | d |", " a , b \n c , d"],
    ["snake_case \\*star\\* `code` ~~gone~~ <b>x</b>", "snake_case *star* code gone x"],
    ["a [b] c [d][e] f", "a b c d f"],
  ])("%j is spoken as %j", (markdown, text) => {
    expect(stripMarkdown(markdown)).toBe(text.trim());
  });

  test("is parsed in linear time, for any input", () => {
    for (const sign of ["[", "![", "`", "*", "_", "<", "[](", "\\", "> ", "#"])
      expect(stripMarkdown(sign.repeat(10_000)).length).toBeLessThanOrEqual(20_000);
  });
});

describe("a lexicon", () => {
  const listSpoken = (text: string, lexicon: Record<string, string>) =>
    applyLexicon(createScript(text), lexicon).parts.map((part) =>
      part.kind === "say" ? (part.spoken ?? text.slice(part.start, part.end)) : "",
    );

  test("replaces whole words, in any case, the longest first", () => {
    const lexicon = { SQL: "sequel", "sql server": "squeal server" };
    expect(listSpoken("sql, MySQL and SQL Server", lexicon)).toEqual([
      "sequel",
      ", MySQL and ",
      "squeal server",
    ]);
  });

  test("keeps positions if a letter's lower-case form is longer", () => {
    expect(listSpoken("İİ cat", { cat: "dog" })).toEqual(["İİ ", "dog"]);
  });

  test("loses and repeats no character", () => {
    const word = fc.constantFrom("cat", "Cat's", "İ", "a cat", "catalogue", "ß", "-", " ");
    const entries = fc.dictionary(word, fc.constant("x"));
    fc.assert(
      fc.property(fc.array(word), entries, (words, lexicon) => {
        const text = words.join(" ");
        let at = 0;
        for (const part of applyLexicon(createScript(text), lexicon).parts) {
          if (part.kind === "pause") throw new Error("A lexicon has no pauses");
          expect(part.start).toBe(at);
          at = part.end;
        }
        expect(at).toBe(text.length);
      }),
      cases(100),
    );
  });

  test("without words changes nothing", () => {
    expect(listSpoken("a b", { " ": "x" })).toEqual(["a b"]);
  });
});

describe("SSML", () => {
  const readInner = (inner: string) => readSsml(`<speak>${inner}</speak>`);
  const says = (inner: string) =>
    readInner(inner).parts.filter((part): part is Say => part.kind === "say");

  test.each([
    ["<break/>", 500],
    ['<break strength="weak"/>', 250],
    ['<break time="1.5s"/>', 1500],
    ['<break time="300ms"/>', 300],
  ])("%s is a pause of %d ms", (element, ms) => {
    expect(readInner(element).parts).toEqual([{ kind: "pause", ms }]);
  });

  test.each([
    ['rate="slow"', { rate: 0.75 }],
    ['rate="120%"', { rate: 1.2 }],
    ['rate="-20%"', { rate: 0.8 }],
    ['rate="1.5"', { rate: 1.5 }],
    ['pitch="+12st"', { pitch: 2 }],
    ['pitch="high"', { pitch: 1.2 }],
    ['volume="-50%"', { volume: 0.5 }],
    ['volume="50"', { volume: 0.5 }],
    ['volume="+900%"', { volume: 2 }],
  ])("prosody with %s", (attributes, expected) => {
    expect(says(`<prosody ${attributes}>a</prosody>`)).toMatchObject([expected]);
  });

  test("multiplies nested prosody", () => {
    const [, inner] = says(
      '<prosody rate="2">a<prosody rate="0.5" pitch="low">b</prosody></prosody>',
    );
    expect(inner).toMatchObject({ rate: 1, pitch: 0.8 });
  });

  test("sub and say-as change the spoken text, but not the displayed one", () => {
    const script = readInner(
      '<sub alias="one &amp; two">12</sub> <say-as interpret-as="digits">34</say-as> <say-as interpret-as="characters">ab</say-as>',
    );
    expect(script.text).toBe("12 34 ab");
    expect(script.parts).toMatchObject([
      { spoken: "one & two" },
      { spoken: "3 4" },
      { spelled: true },
    ]);
  });

  test.each([
    ['<!DOCTYPE speak [<!ENTITY a "b">]><speak>&a;</speak>', "ssml_unsupported"],
    ["<?php x ?><speak>a</speak>", "ssml_unsupported"],
    ["<speak><script>a</script></speak>", "ssml_unsupported"],
    ['<speak><emphasis level="huge">a</emphasis></speak>', "ssml_unsupported"],
    ['<speak xml:lang="../x">a</speak>', "ssml_unsupported"],
    ['<speak><lang xml:lang="">a</lang></speak>', "ssml_unsupported"],
    ['<speak><prosody shape="x">a</prosody></speak>', "ssml_unsupported"],
    ['<speak><prosody rate="1e9">a</prosody></speak>', "ssml_unsupported"],
    ['<speak><prosody rate="constructor">a</prosody></speak>', "ssml_unsupported"],
    ['<speak><break time="11s"/></speak>', "ssml_unsupported"],
    ['<speak><break strength="toString"/></speak>', "ssml_unsupported"],
    ['<speak><say-as interpret-as="music">a</say-as></speak>', "ssml_unsupported"],
    [`${"<p>".repeat(20)}`, "ssml_invalid"],
    [`<speak>${"<p>".repeat(10)}${"</p>".repeat(10)}</speak>`, "ssml_unsupported"],
    ["<speak>&nope;</speak>", "ssml_invalid"],
    ["<speak>a", "ssml_invalid"],
    ["<p>a</p>", "ssml_invalid"],
    ["<speak>a</speak><speak>b</speak>", "ssml_invalid"],
    ["a", "ssml_invalid"],
    [`<speak>${"é".repeat(25_000)}</speak>`, "text_too_long"],
    [`<speak>a${'<break time="10s"/>'.repeat(181)}</speak>`, "audio_too_long"],
  ])("%p is rejected", (ssml, code) => {
    expect(() => readSsml(ssml)).toThrow(expect.objectContaining({ code }));
  });

  test("is written with escapes, and maps each character to its position", () => {
    const text = 'a<b & "𝒳"';
    const { ssml, places } = writeSsml(createScript(text).parts as Say[], {
      text,
      formatProsody: () => ({}),
    });
    expect(ssml).toBe("a&lt;b &amp; &quot;𝒳&quot;");
    expect(places).toHaveLength([...ssml].length);
    expect(text.slice(places[[...ssml].indexOf("𝒳")]).codePointAt(0)).toBe(0x1d4b3);
  });
});

test("SSML generated from a text parses to the same text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (given) => {
      const text = removeUnspeakable(given).replaceAll(/\r|[\ufffe\uffff]/g, "");
      const { ssml } = writeSsml(createScript(text).parts as Say[], {
        text,
        formatProsody: () => ({}),
      });
      expect(readSsml(`<speak>${ssml}</speak>`).text).toBe(text);
    }),
    cases(100),
  );
});

test("words and sentences cover a text, in order and without overlap", () => {
  const piece = fc.constantFrom(
    "Hello",
    "Dr.",
    "“so",
    "it’s”",
    "!",
    "…",
    " ",
    "\n\n",
    "你好",
    "ไทย",
    "3.5",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join(" ");
      for (const spans of [splitWords(text, "en"), splitSentences(text, "en")]) {
        const said = spans.map(({ start, end }) => text.slice(start, end)).join("");
        expect(said.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
        for (const [index, { start }] of spans.entries())
          expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
      }
    }),
    cases(100),
  );
});

test("words include adjacent punctuation, and together cover the text", () => {
  const words = (text: string, language = "en") =>
    splitWords(text, language).map(({ start, end }) => text.slice(start, end));
  expect(words("“Don't” stop — at 3.5% (or foo-bar), ok?!")).toEqual([
    "“Don't”",
    "stop —",
    "at",
    "3.5%",
    "(or",
    "foo-bar),",
    "ok?!",
  ]);
  expect(words("— Hello …")).toEqual(["— Hello …"]);
  expect(words("!!!")).toEqual(["!!!"]);
  expect(words("你好，世界。", "zh")).toEqual(["你好，", "世界。"]);
});

test("sentences continue across line ends, titles and initials", () => {
  const sentences = (text: string) =>
    splitSentences(text, "en").map(({ start, end }) => text.slice(start, end).trim());
  expect(sentences("Dr. J. Smith\nleft. He\r\nran!\n\nNew one")).toEqual([
    "Dr. J. Smith\nleft.",
    "He\r\nran!",
    "New one",
  ]);
});

test("control characters and lone surrogates aren't spoken", async () => {
  const script = await readText({ text: "a\u0001\ud800b", clean: "none", lexicon: {} }, 10);
  expect(script.text).toBe("a\ufffdb");
});
