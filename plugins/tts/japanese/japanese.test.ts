import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { getDurationMs, readWav } from "../audio/wav.ts";
import { createScript } from "../text/script.ts";
import { parseNumber, readNumber } from "./numbers.ts";
import { readJapanese } from "./read-japanese.ts";

const hub = await testHub(`${import.meta.dir}/..`);

async function read(text: string): Promise<string> {
  const { parts } = await readJapanese(createScript(text));
  return parts
    .map((part) =>
      part.kind === "say"
        ? (part.spoken ?? text.slice(part.start, part.end))
        : expect.unreachable(),
    )
    .join("");
}

test.each([
  [
    "今日は天気がいいので、公園を散歩しましょう。",
    "キョーワテンキがいいので、コーエンをサンポしましょう。",
  ],
  ["東京へ行った。", "トーキョーエイッた。"],
  ["会議を行った。", "カイギをオコナッた。"],
  ["私は日本人です。何ですか。", "ワタシワニホンジンです。ナンですか。"],
  ["一日中、並んだ。", "イチニチジュー、ナランだ。"],
  ["一緒に一番で。", "イッショにイチバンで。"],
  ["髙橋さん", "タカハシさん"],
  ["ひらがなとカタカナ", "ひらがなとカタカナ"],
  ["🎉 パーティー", "、クラッカー、 パーティー"],
])("%s is read as %s", async (text, kana) => {
  expect(await read(text)).toBe(kana);
});

describe("numbers and counters", () => {
  test.each([
    ["11月3日", "ジューイチガツミッカ"],
    ["四月四日", "シガツヨッカ"],
    ["二十日に三人で", "ハツカにサンニンで"],
    ["4時10分", "ヨジジュップン"],
    ["7時半、9時", "シチジハン、クジ"],
    ["りんごを3本、6本、8本、10本", "りんごをサンボン、ロッポン、ハッポン、ジュッポン"],
    ["300本、1000本", "サンビャッポン、センボン"],
    ["1匹、2匹、3匹", "イッピキ、ニヒキ、サンビキ"],
    ["1個、100個", "イッコ、ヒャッコ"],
    ["1人、2人、4人", "ヒトリ、フタリ、ヨニン"],
    ["20歳、8歳", "ハタチ、ハッサイ"],
    ["1つ、9つ", "ヒトツ、ココノツ"],
    ["3階、6階", "サンガイ、ロッカイ"],
    ["2024年、1999年", "ニセンニジューヨネン、センキューヒャクキュージュークネン"],
    ["1,200円、1万円、4円", "センニヒャクエン、イチマンエン、ヨエン"],
    ["¥1,200", "センニヒャクエン"],
    ["3.14度", "サンテンイチヨンド"],
    ["10:30、9:00", "ジュージサンジュップン、クジ"],
    ["2024-05-03", "ニセンニジューヨネンゴガツミッカ"],
    ["090-1234-5678", "ゼロキューゼロノイチニサンヨンノゴロクナナハチ"],
    ["3:0、10:30", "サンタイゼロ、ジュージサンジュップン"],
    ["110番、119番", "ヒャクトーバン、ヒャクジューキューバン"],
    ["２台", "ニダイ"],
    ["5人気", "ゴニンキ"],
    ["暗証番号は0042", "アンショーバンゴーワゼロゼロヨンニ"],
  ])("%s is read as %s", async (text, kana) => {
    expect(await read(text)).toBe(kana);
  });

  test.each([
    ["二十三", 23],
    ["1万2千", 12_000],
    ["百", 100],
    ["一億二千万", 120_000_000],
    ["二〇二四", 2024],
    ["１，２００", 1200],
    ["一緒", undefined],
  ])("%s is the number %p", (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test("a number has a reading in kana, up to the largest", () => {
    expect(readNumber(3_683_600)).toBe("サンビャクロクジューハチマンサンゼンロッピャク");
    expect(readNumber(1e12)).toBe("イッチョー");
    expect(readNumber(Number.MAX_SAFE_INTEGER)).toMatch(/^[ァ-ー]+$/u);
  });
});

test("kanji are spoken like their kana, with a time for each word", async () => {
  const speak = async (text: string) => {
    const answer = await hub.post("/api/tts/speak", {
      text,
      language: "ja",
      format: "wav",
      response: "json",
    });
    const { audio_base64, ...fields } = await json(answer);
    expect([answer.status, fields.voice, fields.unread]).toEqual([200, "espeak-ja", []]);
    return { ...fields, ms: getDurationMs(readWav(Uint8Array.fromBase64(audio_base64))) };
  };
  const { ms, words } = await speak("今日は天気がいいので、公園を散歩しましょう。");
  const kana = await speak("キョーワテンキがいいので、コーエンをサンポしましょう。");
  expect(ms / kana.ms).toBeWithin(0.9, 1.1);
  expect(words.length).toBeGreaterThan(5);
  expect(words.map(({ text }: { text: string }) => text).join("")).toBe(
    "今日は天気がいいので、公園を散歩しましょう。",
  );
});

test("rejects a text of characters that the dictionary lacks", async () => {
  const answer = await hub.post("/api/tts/speak", { text: "ሰላም ነህ", language: "ja" });
  expect((await json(answer)).code).toBe("script_unreadable");
});
