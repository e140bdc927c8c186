import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, sampleCases, testHub } from "hub/testing";
import { measurePeak, measureRms } from "./audio/level.ts";
import { decibelsOver, readSound, timesHigher } from "./audio/sound.fixture.ts";
import { getDurationMs, readWav, type Sound } from "./audio/wav.ts";
import { listReadableScripts } from "./voices/espeak.ts";

const hub = await testHub(import.meta.dir);
const requestSpeech = (body: object) => hub.post("/api/tts/speak", { format: "wav", ...body });
/** The settings of a property whose cases take seconds: one by default. */
const few = (count: number) => cases(count, 1);
const heard = async (body: object) => readSound(await requestSpeech(body));
const usual = new Map<string, Promise<Sound>>();
/** Returns the sound of a text with default settings, from a cache if possible. */
const plainly = (body: { voice?: string; text: string }): Promise<Sound> => {
  const key = JSON.stringify(body);
  const sound = usual.get(key) ?? heard(body);
  usual.set(key, sound);
  return sound;
};
const requestSpeechJson = async (body: object) => {
  const answer = await json(await requestSpeech({ ...body, response: "json" }));
  return { ...answer, sound: readWav(Uint8Array.fromBase64(answer.audio_base64)) };
};

/**
 * A sentence of the fable of the north wind and the sun, the IPA Handbook's sample of each language,
 * or one of the Universal Declaration of Human Rights.
 */
const sentences: Readonly<Record<string, string>> = {
  "flite-slt": "The North Wind and the Sun were disputing which was the stronger.",
  "flite-rms": "At last the North Wind gave up the attempt.",
  "espeak-en-us": "The North Wind and the Sun were disputing which was the stronger.",
  "espeak-en-gb-f3": "Then the North Wind blew as hard as he could, and at last gave up.",
  "espeak-de-m2": "Einst stritten sich Nordwind und Sonne, wer von ihnen der Stärkere wäre.",
  "espeak-fr": "La bise et le soleil se disputaient, chacun assurant qu'il était le plus fort.",
  "espeak-es-419-f2": "El viento norte y el sol discutían sobre cuál de ellos era el más fuerte.",
  "espeak-ru-f1": "Однажды северный ветер и солнце поспорили, кто из них сильнее.",
  "espeak-ar": "كانت ريح الشمال تتجادل والشمس في أي منهما كانت أقوى من الأخرى.",
  "espeak-he": "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
  "espeak-hi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है।",
  "espeak-cmn": "有一回，北风跟太阳在那儿争论谁的本事大。",
  "espeak-yue": "有一次，北風同太陽喺度拗緊邊個叻啲。",
  "espeak-ja": "あるとき、きたかぜとたいようが、ちからくらべをしました。",
  "espeak-ko": "바람과 햇님이 서로 힘이 더 세다고 다투고 있을 때, 한 나그네가 걸어왔습니다.",
  "espeak-th-f4": "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
  "espeak-vi": "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm.",
  "espeak-am": "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።",
};
const spoken = fc.constantFrom(...Object.entries(sentences));
const english = sentences["espeak-en-us"] ?? "";

test("pitch rises by the given percentage", async () => {
  await fc.assert(
    fc.asyncProperty(spoken, fc.integer({ min: -50, max: 50 }), async ([voice, text], pitch) => {
      const [other, plain] = [await heard({ voice, text, pitch }), await plainly({ voice, text })];
      expect(timesHigher(other, plain) / (1 + pitch / 100)).toBeWithin(0.97, 1.03);
      expect(getDurationMs(other) / getDurationMs(plain)).toBeWithin(0.97, 1.03);
    }),
    few(2),
  );
});

test("volume rises by the given percentage, without clipping", async () => {
  await fc.assert(
    fc.asyncProperty(spoken, fc.integer({ min: -90, max: 100 }), async ([voice, text], volume) => {
      const [other, plain] = [await heard({ voice, text, volume }), await plainly({ voice, text })];
      const wanted = 20 * Math.log10(1 + volume / 100);
      expect(decibelsOver(other, plain)).toBeWithin(wanted - 0.4, wanted + 0.1);
      expect(measurePeak(other)).toBeLessThanOrEqual(30_001);
    }),
    few(3),
  );
});

test("the duration of speech is inverse to its speed", async () => {
  await fc.assert(
    fc.asyncProperty(
      spoken,
      fc.double({ min: 0.25, max: 4, noNaN: true }),
      async ([voice, text], speed) => {
        const [other, plain] = [
          await heard({ voice, text, speed }),
          await plainly({ voice, text }),
        ];
        expect((getDurationMs(other) * speed) / getDurationMs(plain)).toBeWithin(0.99, 1.01);
      },
    ),
    few(2),
  );
});

type Prosody = [value: string, effect: number];

const rates: Prosody[] = [
  ["200%", 2],
  ["x-slow", 0.5],
  ["4", 4],
];
test.each(sampleCases(rates, 1))("SSML's rate of %s has that speed", async (value, factor) => {
  const inner = `<prosody rate="${value}">${english}</prosody>`;
  const [other, plain] = [
    await heard({ ssml: `<speak>${inner}</speak>` }),
    await plainly({ text: english }),
  ];
  expect(getDurationMs(plain) / getDurationMs(other) / factor).toBeWithin(0.99, 1.01);
});

const pitches: Prosody[] = [
  ["+20%", 1.2],
  ["x-low", 0.6],
  ["+12st", 2],
];
test.each(sampleCases(pitches, 1))("SSML's pitch of %s has that pitch", async (value, factor) => {
  const inner = `<prosody pitch="${value}">${english}</prosody>`;
  const [other, plain] = [
    await heard({ ssml: `<speak>${inner}</speak>` }),
    await plainly({ text: english }),
  ];
  expect(timesHigher(other, plain) / factor).toBeWithin(0.97, 1.03);
});

const volumes: Prosody[] = [
  ["+6dB", 6],
  ["50", -6.02],
];
test.each(sampleCases(volumes, 1))(
  "SSML's volume of %s has that level",
  async (value, decibels) => {
    const inner = `<prosody volume="${value}">${english}</prosody>`;
    const [other, plain] = [
      await heard({ ssml: `<speak>${inner}</speak>` }),
      await plainly({ text: english }),
    ];
    expect(decibelsOver(other, plain)).toBeWithin(decibels - 0.4, decibels + 0.1);
  },
);

test("a stream has the same bytes as the text in one piece", async () => {
  const texts = fc.array(spoken, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(spoken, texts, async ([voice, text], all) => {
      const own = all.map(() => text).join(all.length % 2 ? " " : "\n\n");
      const [streamed, whole] = await Promise.all(
        [true, false].map(async (stream) =>
          (await requestSpeech({ voice, text: own, format: "mp3", stream })).bytes(),
        ),
      );
      expect(Bun.hash(streamed ?? "")).toBe(Bun.hash(whole ?? "-"));
    }),
    cases(1),
  );
});

test("twice the text takes twice as long, with and without spaces and punctuation", async () => {
  await fc.assert(
    fc.asyncProperty(spoken, fc.integer({ min: 1, max: 4 }), async ([voice, text], count) => {
      const bare = text.replaceAll(/[\s\p{P}]+/gu, voice.startsWith("espeak-en") ? "" : " ");
      for (const one of [`${text} `, bare]) {
        const lengths = [count, 2 * count].map(async (times) =>
          getDurationMs(await heard({ voice, text: one.repeat(times) })),
        );
        const [once = 0, twice = 0] = await Promise.all(lengths);
        expect(twice / once).toBeWithin(1.85, 2.35);
      }
    }),
    cases(1),
  );
});

test("each listed language speaks its sample completely", async () => {
  const { languages } = await json(await hub.get("/api/tts/languages?offline=true"));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...languages), async ({ code, default_voice: voice }) => {
      const listed = await json(await hub.get(`/api/tts/voices?id=${voice}`));
      const { sample_text: text } = listed.voices[0];
      const { sound, unread, words } = await requestSpeechJson({ voice, text });
      expect([code, unread]).toEqual([code, []]);
      expect(measureRms(sound)).toBeGreaterThan(500);
      expect(getDurationMs(sound)).toBeGreaterThan(60 * words.length);
    }),
    cases(6, 2),
  );
});

/** The word Hello, or another common word, in scripts of the world. */
const words: Readonly<Record<string, string>> = {
  Cyrl: "Здравствуйте",
  Grek: "Καλημέρα",
  Hebr: "שלום",
  Arab: "السلام",
  Thai: "สวัสดี",
  Hani: "日本語",
  Hira: "ひらがな",
  Kana: "カタカナ",
  Hang: "안녕하세요",
  Ethi: "ሰላም",
  Armn: "Բարեւ",
  Geor: "გამარჯობა",
  Deva: "नमस्ते",
  Beng: "নমস্কার",
  Orya: "ନମସ୍କାର",
  Telu: "నమస్కారం",
  Taml: "வணக்கம்",
  Sinh: "ආයුබෝවන්",
  Mymr: "မင်္ဂလာပါ",
  Khmr: "សួស្តី",
  Laoo: "ສະບາຍດີ",
  Tibt: "བཀྲ་ཤིས",
  Cher: "ᎣᏏᏲ",
  Mong: "ᠰᠠᠢᠨ",
  Cans: "ᐊᐃ",
  Zzzz: "𐤔𐤋𐤌",
};
const locales: Readonly<Record<string, string>> = {
  "espeak-en-us": "en-US",
  "espeak-de": "de",
  "espeak-ru": "ru",
  "espeak-ja": "ja",
  "espeak-cmn": "zh-CN",
  "espeak-ar": "ar",
  "espeak-el": "el",
  "espeak-sr": "sr",
  "espeak-ko": "ko",
  "espeak-th": "th",
  "espeak-hi": "hi",
  "espeak-ka": "ka",
};
const foreign = fc
  .tuple(fc.constantFrom(...Object.entries(locales)), fc.constantFrom(...Object.entries(words)))
  .filter(([[, locale], [script]]) => !listReadableScripts(locale).has(script));

test("rejects a text in a script that the voice can't read, and names the script", async () => {
  await fc.assert(
    fc.asyncProperty(foreign, async ([[voice], [script, word]]) => {
      const answer = await requestSpeech({ voice, text: `${word} ${word}!` });
      const { status, code, errors, ...told } = await json(answer);
      expect([status, code]).toEqual([422, "script_unreadable"]);
      expect([errors[0].location, told.script]).toEqual(["body.text", script]);
      expect(told.languages).toEqual(
        expect.not.arrayContaining([locales[voice]?.slice(0, 2) ?? ""]),
      );
    }),
    cases(10),
  );
});

test("omits a word in such a script, and reports it", async () => {
  await fc.assert(
    fc.asyncProperty(foreign, async ([[voice], [script, word]]) => {
      const own = voice in sentences ? sentences[voice] : sentences["espeak-de-m2"];
      const text = `${own} ${own} ${word} ${own}`;
      const start = text.indexOf(word);
      const answer = await requestSpeechJson({ voice, text });
      const end = start + word.length;
      expect(answer.unread).toEqual([{ text: word, start, end, script }]);
      const without = await heard({ voice, text: `${own} ${own} ${own}` });
      expect(getDurationMs(answer.sound) / getDurationMs(without)).toBeWithin(0.97, 1.03);
    }),
    few(2),
  );
});

// Unicode's NFKC, and the decimal digits of its scripts.
test.each([
  ["en-US", "Ｈｅｌｌｏ １２３", "Hello 123"],
  ["en-US", "𝐇𝐞𝐥𝐥𝐨 𝟙𝟚", "Hello 12"],
  ["en-US", "cafe\u0301 ﬁne", "café fine"],
  ["en-US", "३४ and ٣٤ and ๓๔", "34 and 34 and 34"],
  ["en-US", "co\u00adoper\u200bate \u202bit\u202c", "cooperate it"],
  ["ja", "カ\u3099ラス、ｶﾞﾗｽ", "ガラス、ガラス"],
  ["ko", "한", "한"],
  ["ar", "١٬٢٣٤٫٥", "1,234.5"],
  ["ur", "۳۴", "34"],
])("in %s %j is spoken as %j", async (language, text, plain) => {
  const [one, other] = [await heard({ language, text }), await heard({ language, text: plain })];
  expect(Math.abs(getDurationMs(one) - getDurationMs(other))).toBeLessThan(30);
  expect(Math.abs(decibelsOver(one, other))).toBeLessThan(0.5);
});

test("the words of a text are spoken consecutively, and within its sound", async () => {
  await fc.assert(
    fc.asyncProperty(
      spoken,
      fc.double({ min: 0.5, max: 3, noNaN: true }),
      async ([voice, text], speed) => {
        const answer = await requestSpeechJson({ voice, text: `${text} ${text}`, speed });
        expect(answer.duration_ms).toBe(getDurationMs(answer.sound));
        let last = 0;
        for (const { start_ms, end_ms } of answer.words) {
          expect(start_ms).toBeGreaterThanOrEqual(last);
          expect(end_ms).toBeGreaterThanOrEqual(start_ms);
          last = end_ms;
        }
        expect(last).toBeWithin(0.8 * answer.duration_ms, answer.duration_ms + 1);
      },
    ),
    few(2),
  );
});
