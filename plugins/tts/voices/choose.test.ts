import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { buildCatalogue, createVoiceNotFoundError, findVoice } from "../catalogue/catalogue.ts";
import { getScript } from "../text/letters.ts";
import { chooseVoice } from "./choose.ts";
import { findLanguagesOfScript, listEspeakVoices, listReadableScripts } from "./espeak.ts";
import { describeVoice, filterVoices, listLanguages } from "./list.ts";
import { getLanguage } from "./voice.ts";

const voices = buildCatalogue();
const neural = voices.filter(({ provider }) => provider === "azure");
const espeak = listEspeakVoices();

describe("without a voice in the request", () => {
  test.each<[string, string | undefined]>([
    ["en", "en-US-EmmaMultilingualNeural"],
    ["en-AU", "en-AU-NatashaNeural"],
    ["en-JM", "en-GB-LibbyNeural"],
    ["en-CA", "en-CA-ClaraNeural"],
    ["es-419", "es-AR-ElenaNeural"],
    ["es", "es-ES-ElviraNeural"],
    ["de-LU", "de-DE-AmalaNeural"],
    ["yue", "zh-HK-HiuGaaiNeural"],
    ["cmn", "zh-CN-XiaoxiaoNeural"],
    ["no", "nb-NO-PernilleNeural"],
    ["PT-br", "pt-BR-FranciscaNeural"],
    ["tlh", undefined],
  ])("%s is spoken by %s of Azure", (language, id) => {
    expect(chooseVoice({ language }, neural)?.id).toEqual(id);
  });

  test.each([
    ["en-IE", "espeak-en-gb"],
    ["en-PH", "espeak-en-us"],
    ["es-AR", "espeak-es-419"],
    ["zh-MO", "espeak-yue"],
    ["fr-CA", "espeak-fr"],
  ])("%s is spoken by %s of eSpeak NG", (language, id) => {
    expect(chooseVoice({ language }, espeak)?.id).toBe(id);
  });

  test("the voice has the language, and the gender if the language has both", () => {
    const locale = fc.constantFrom(...new Set(voices.map((voice) => voice.locale)));
    const gender = fc.constantFrom("female" as const, "male" as const);
    fc.assert(
      fc.property(locale, gender, (language, gender) => {
        const chosen = chooseVoice({ language, gender }, voices);
        const able = voices.filter((voice) => voice.locale === language);
        expect(chosen?.locale).toBe(language);
        if (able.some((voice) => voice.gender === gender)) expect(chosen?.gender).toBe(gender);
      }),
      cases(100),
    );
  });

  test("a multilingual voice is preferred to none", () => {
    const any = buildCatalogue({ openai: ["alpha"] }).filter(
      ({ provider }) => provider === "openai",
    );
    expect(chooseVoice({ language: "tlh" }, any)?.id).toBe("alpha");
    expect(chooseVoice({ language: "de" }, [...any, ...espeak])?.id).toBe("espeak-de");
  });
});

test("finds a voice by its id in any case, and suggests it first for a typo", () => {
  const one = fc.constantFrom(...neural);
  fc.assert(
    fc.property(one, fc.nat(), ({ id }, at) => {
      expect(findVoice(id.toUpperCase(), voices)?.id).toBe(id);
      const slip = id.slice(0, at % id.length) + id.slice((at % id.length) + 1);
      if (findVoice(slip, voices)) return;
      const { members } = createVoiceNotFoundError(slip, { voices, at: "body.voice" });
      expect(members?.suggestions).toHaveLength(5);
      expect(members?.suggestions).toContain(id);
    }),
    cases(40),
  );
});

test("valid names of the operator replace OpenAI's, and invalid ones don't", () => {
  const named = (...openai: string[]) =>
    buildCatalogue({ openai })
      .filter(({ provider }) => provider === "openai")
      .map(({ id, gender }) => `${id} ${gender}`);
  expect(named("af_heart", "nova", "<b>")).toEqual(["af_heart neutral", "nova female"]);
  expect(named()).toHaveLength(13);
});

test("a filter by the caller's properties finds a voice, but never in another language", () => {
  fc.assert(
    fc.property(fc.constantFrom(...voices), (voice) => {
      const { language } = describeVoice(voice, null);
      const { gender, provider, multilingual, offline, name } = voice;
      const filter = { language, gender, provider, multilingual, offline, search: name };
      expect(filterVoices(voices, filter)).toContain(voice);
      for (const { locale } of filterVoices(voices, { language }))
        expect(getLanguage(locale)).toBe(language);
    }),
    cases(40),
  );
});

test("languages have names beyond their codes, and their voice counts add up", () => {
  const languages = listLanguages(voices);
  for (const { code, name } of languages) expect(name.toLowerCase(), code).not.toBe(code);
  expect(languages.reduce((sum, { own }) => sum + own.length, 0)).toBe(voices.length - 13);
  const ofGerman = languages.find(({ code }) => code === "de");
  expect([ofGerman?.name, ofGerman?.native_name]).toEqual(["German", "Deutsch"]);
});

describe("eSpeak NG", () => {
  test("has a sample in each of its languages, in scripts that it reads", () => {
    for (const voice of espeak.filter(({ engineName = "" }) => !engineName.includes("+"))) {
      const { sample_text: sample } = describeVoice(voice, null);
      const scripts = new Set(Array.from(sample.matchAll(/\p{L}/gu), ([char]) => getScript(char)));
      const read = listReadableScripts(voice.locale);
      expect([voice.id, [...scripts].filter((script) => !read.has(script))]).toEqual([
        voice.id,
        [],
      ]);
    }
  });

  test.each([
    ["Cyrl", "ru"],
    ["Hani", "zh"],
    ["Hira", "ja"],
    ["Thai", "th"],
  ])("reads %s in %s, and not in English", (script, language) => {
    expect(findLanguagesOfScript(script)).toContain(language);
    expect(listReadableScripts(language).has(script)).toBe(true);
    expect(listReadableScripts("en").has(script)).toBe(false);
  });
});
