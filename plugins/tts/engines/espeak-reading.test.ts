import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { createScript as scriptOfText } from "../text/script.ts";
import { listEspeakVoices } from "../voices/espeak.ts";
import type { Voice } from "../voices/voice.ts";
import { openEspeak, usualManner } from "./espeak-module.ts";
import { createReader, explainRefusal, prepareText, probeCharacters } from "./espeak-reading.ts";

function findVoice(id: string): Voice {
  const voice = listEspeakVoices().find((one) => one.id === id);
  if (!voice) throw new Error(`No voice ${id}`);
  return voice;
}

const english = createReader(findVoice("espeak-en-us"));
const japanese = createReader(findVoice("espeak-ja"));
const prepare = (text: string, reader = english) => {
  const { pieces, unread } = prepareText(text, { reader });
  return { text: pieces.map(({ piece }) => piece).join(""), pieces, unread };
};

test.each([
  ["Ｈｅｌｌｏ", "Hello"],
  ["[[_^_en]]", "((_^_en))"],
  ["٣٤ and ๓๔", "34 and 34"],
  ["co\u00adoper\u200bate", "cooperate"],
  ["½ of 5²", "½ of 5²"],
  ["١٬٢٣٤٫٥", "1,234.5"],
  ["Find 東京 here", "Find    here"],
  ["an α and ω", "an α and ω"],
])("%j is passed to the engine as %j", (text, given) => {
  expect(prepare(text).text).toBe(given);
});

test("keeps the native digits of a language that reads them", () => {
  expect(prepare("१२", createReader(findVoice("espeak-ne"))).text).toBe("१२");
  expect(prepare("१२").text).toBe("12");
});

test("loses or moves nothing, and keeps runs below the length that the engine truncates", () => {
  const letters = fc.constantFrom("a", "é", "ж", "한", "7", "क", " ", ".", ",", "\n");
  const runs = fc.array(fc.tuple(letters, fc.integer({ min: 1, max: 200 })), { maxLength: 8 });
  const reader = { ...english, reads: () => true };
  fc.assert(
    fc.property(runs, (parts) => {
      const text = parts.map(([char, count]) => char.repeat(count)).join("");
      const { text: given, pieces } = prepare(text, reader);
      expect(given.replaceAll(/[\s,]/g, "")).toBe(text.normalize().replaceAll(/[\s,]/g, ""));
      for (const run of given.split(/[\s.,]+/)) expect(Buffer.byteLength(run)).toBeLessThan(160);
      const places = pieces.map(({ at }) => at);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
    cases(40),
  );
});

test("ends a clause without punctuation before it has 1000 phonemes, and between words", () => {
  const { text } = prepare("abcdefgh ".repeat(400));
  const clauses = text.split(",");
  expect(clauses.length).toBeGreaterThan(3);
  for (const clause of clauses) {
    expect(clause.length).toBeLessThan(1000);
    expect(clause.trim()).toMatch(/^(abcdefgh( |$))*$/);
  }
  expect(prepare("abcdefgh, ".repeat(400)).text).toBe("abcdefgh, ".repeat(400));
});

test("reports each unreadable stretch once, with its position", () => {
  const words = fc.array(fc.constantFrom("good", "東京", "ไทย", "ok", "გამარჯობა"), {
    minLength: 1,
  });
  fc.assert(
    fc.property(words, (said) => {
      const text = said.join(" ");
      const foreign = said.filter((word) => /[東ไ]/.test(word));
      const { unread } = prepare(text);
      expect(unread.map(({ start, end }) => text.slice(start, end))).toEqual(foreign);
      expect(unread.map(({ script }) => script)).toEqual(
        foreign.map((word) => (word === "東京" ? "Hani" : "Thai")),
      );
    }),
    cases(50),
  );
});

test("spelled text is readable in any script", () => {
  const { pieces, unread } = prepareText("東京", { reader: english, isSpelled: true });
  expect([pieces.map(({ piece }) => piece), unread]).toEqual([["東", "京"], []]);
});

describe("a reader that has queried the engine", () => {
  test("omits silent characters and symbols, and queries each once", () => {
    const asked: string[] = [];
    const sounds: Record<string, string> = { あ: "a", "★": "", "☀": "sˈʌn", ん: "(en)lˈɛtə(ja)" };
    const reader = probeCharacters(japanese, (char) => {
      asked.push(char);
      return sounds[char] ?? "lˈɛtə";
    });
    const { unread } = prepare("あ★☀んああ★", reader);
    expect(unread).toEqual([
      { start: 1, end: 2, script: "Zsym" },
      { start: 3, end: 4, script: "Hira" },
      { start: 6, end: 7, script: "Zsym" },
    ]);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  test("treats a sound that the engine uses for missing ideographs as missing", () => {
    const reader = probeCharacters(createReader(findVoice("espeak-cmn")), (char) =>
      char === "好" ? "xˈɑu" : "tsˈiɛ",
    );
    expect(prepare("好龘", reader).unread).toEqual([{ start: 1, end: 2, script: "Hani" }]);
  });
});

test("writes characters in phonemes whose syllable the engine lacks", () => {
  const { text, unread } = prepare("很穷[", createReader(findVoice("espeak-cmn")));
  expect([text, unread]).toEqual(["很 [[tS;hj'ong35]] (", []]);
});

test("reads Mandarin words with several readings by the right one", async () => {
  const espeak = await openEspeak();
  espeak.reset({ ...usualManner, voice: "cmn", secondsMax: 0 });
  const sound = (text: string) => espeak.toPhonemes(text).replaceAll(/[ˈˌ_ ]/g, "");
  const reader = createReader(findVoice("espeak-cmn"));
  const words = { 便宜: "pian2yi5", 角色: "jue2se4", 还钱: "huan2qian2", 银行: "yin2hang2" };
  for (const [word, pinyin] of Object.entries(words))
    expect([word, sound(prepare(word, reader).text)]).toEqual([word, sound(pinyin)]);
});

describe("rejects a text", () => {
  const refuse = (text: string, voice = "espeak-en-us") =>
    explainRefusal(scriptOfText(text), findVoice(voice));

  test("with a quarter or more unreadable letters", () => {
    expect(refuse("abcdefghi 東京都")).toMatchObject({ code: "script_unreadable", status: 422 });
    expect(refuse("abcdefghij 東京都")).toBeUndefined();
    expect(refuse("12345 ★★★")).toBeUndefined();
  });

  test("and names the script of most letters, and the voices that read it", () => {
    expect(refuse("ไทย 東京都民")?.message).toContain(
      'of 7 of its 7 letters: Han, as in "東京都民", which voices of these languages read: ja, zh',
    );
    expect(refuse("សួស្តី")?.message).toEndWith("which no offline voice reads");
    expect(refuse("東京", "espeak-cmn")).toBeUndefined();
  });

  test("but not for spelled text or lexicon entries", () => {
    const [part] = scriptOfText("東京").parts;
    if (part?.kind !== "say") throw new Error("The script says nothing");
    const voice = findVoice("espeak-en-us");
    const script = (more: object) => ({ text: "東京", parts: [{ ...part, ...more }] });
    expect(explainRefusal(script({ spelled: true }), voice)).toBeUndefined();
    expect(explainRefusal(script({ spoken: "Tokyo" }), voice)).toBeUndefined();
    expect(explainRefusal({ ...script({}), at: "body.ssml" }, voice)?.message).toStartWith(
      'Cannot speak body.ssml as "espeak-en-us"',
    );
  });
});
