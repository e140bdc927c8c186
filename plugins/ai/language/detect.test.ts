import { expect, test } from "bun:test";
import { identifyLanguage } from "hub";
import { json, testHub } from "hub/testing";
import { detectLanguage } from "./detect.ts";

const hub = await testHub(`${import.meta.dir}/..`);

const sentences: Record<string, string[]> = {
  en: [
    "Where is the nearest train station?",
    "I would like a cup of coffee, please.",
    "The meeting was moved to Thursday.",
    "Please call me tomorrow.",
  ],
  de: [
    "Wo ist der nächste Bahnhof?",
    "Ich hätte gern eine Tasse Kaffee.",
    "Guten Morgen, wie geht es Ihnen?",
    "Das Treffen wurde verschoben.",
  ],
  fr: [
    "Où est la gare la plus proche ?",
    "Je voudrais un café, s'il vous plaît.",
    "La réunion est reportée à jeudi.",
    "Bonjour tout le monde",
  ],
  es: [
    "¿Dónde está la estación de tren?",
    "Quisiera una taza de café, por favor.",
    "La reunión se aplazó hasta el jueves.",
    "hola amigo, cómo estás",
  ],
  it: [
    "Dov'è la stazione più vicina?",
    "Vorrei una tazza di caffè, per favore.",
    "La riunione è stata spostata a giovedì.",
    "Buongiorno a tutti",
  ],
  pt: [
    "Onde fica a estação de trem mais próxima?",
    "Eu gostaria de uma xícara de café.",
    "A reunião foi adiada para quinta-feira.",
    "Não sei o que dizer.",
  ],
  nl: [
    "Waar is het dichtstbijzijnde station?",
    "Ik wil graag een kopje koffie.",
    "De vergadering is verplaatst naar donderdag.",
    "Goedemorgen allemaal, hoe gaat het?",
  ],
  sv: [
    "Var ligger närmaste tågstation?",
    "Jag skulle vilja ha en kopp kaffe.",
    "Mötet har flyttats till torsdag.",
    "Jag förstår inte vad du menar.",
  ],
  da: [
    "Hvor er den nærmeste togstation?",
    "Jeg vil gerne have en kop kaffe.",
    "Mødet er blevet flyttet til torsdag.",
    "Hvad hedder du?",
  ],
  no: [
    "Hvor er nærmeste togstasjon?",
    "Jeg vil gjerne ha en kopp kaffe, takk.",
    "Møtet er flyttet til torsdag.",
    "Jeg vet ikke hva jeg skal si.",
  ],
  fi: [
    "Missä on lähin rautatieasema?",
    "Haluaisin kupin kahvia, kiitos.",
    "Kokous siirrettiin torstaille.",
    "Hyvää huomenta kaikille",
  ],
  pl: [
    "Gdzie jest najbliższy dworzec kolejowy?",
    "Poproszę filiżankę kawy.",
    "Spotkanie przeniesiono na czwartek.",
    "Nie wiem, co powiedzieć.",
  ],
  cs: [
    "Kde je nejbližší nádraží?",
    "Dal bych si šálek kávy, prosím.",
    "Schůzka byla přesunuta na čtvrtek.",
    "Nevím, co mám říct.",
  ],
  ru: [
    "Где находится ближайший вокзал?",
    "Я хотел бы чашку кофе, пожалуйста.",
    "Встреча перенесена на четверг.",
    "Доброе утро",
  ],
  uk: [
    "Де знаходиться найближчий вокзал?",
    "Я хотів би чашку кави, будь ласка.",
    "Зустріч перенесено на четвер.",
    "Добрий ранок, як справи?",
  ],
  tr: [
    "En yakın tren istasyonu nerede?",
    "Bir fincan kahve istiyorum, lütfen.",
    "Toplantı perşembeye ertelendi.",
    "Merhaba dünya nasılsın",
  ],
  ar: [
    "أين أقرب محطة قطار؟",
    "أريد فنجان قهوة من فضلك.",
    "تم تأجيل الاجتماع إلى يوم الخميس.",
    "صباح الخير",
  ],
  hi: [
    "सबसे नज़दीकी रेलवे स्टेशन कहाँ है?",
    "मुझे एक कप कॉफ़ी चाहिए।",
    "बैठक गुरुवार तक स्थगित कर दी गई है।",
    "आप कैसे हैं?",
  ],
  ja: [
    "一番近い駅はどこですか。",
    "コーヒーを一杯お願いします。",
    "会議は木曜日に延期されました。",
    "おはようございます",
  ],
  zh: ["最近的火车站在哪里？", "我想要一杯咖啡。", "会议推迟到星期四。", "早上好"],
};

test("detects the language of short sentences in 20 languages in 95 of 100 cases", async () => {
  const wrong: string[] = [];
  for (const [code, texts] of Object.entries(sentences))
    for (const text of texts) {
      const { guesses, reliable } = await identifyLanguage(text);
      if (guesses[0]?.code !== code) wrong.push(text);
      if (reliable) expect([text, guesses[0]?.code]).toEqual([text, code]);
    }
  const all = Object.values(sentences).flat().length;
  expect([Object.keys(sentences).length, all]).toEqual([20, 80]);
  expect(wrong.length, wrong.join(" | ")).toBeLessThanOrEqual(all * 0.05);
});

test.each([
  ["Сәлем, қалайсыз?", "kk", "Cyrl", "ltr"],
  ["שלום עולם, מה שלומך?", "he", "Hebr", "rtl"],
  ["سلام، حال شما چطور است؟ من خوبم", "fa", "Arab", "rtl"],
  ["Καλημέρα κόσμε", "el", "Grek", "ltr"],
  ["안녕하세요 세계", "ko", "Kore", "ltr"],
  ["我們這個時候來說話", "zh", "Hant", "ltr"],
])("recognizes %s by its script and letters", async (text, code, script, direction) => {
  const options = { top: 1, candidates: [], segments: false };
  const { language } = await detectLanguage(text, options);
  expect(language).toMatchObject({ code, script, direction });
});

test("detect-language names the language in English and in itself", async () => {
  const res = await json(
    await hub.post("/api/ai/detect-language", { text: "Wo ist der nächste Bahnhof?" }),
  );
  expect(res.language).toMatchObject({
    code: "de",
    iso639_3: "deu",
    name: "German",
    native_name: "Deutsch",
    reliable: true,
  });
  expect(res.alternatives.length).toBe(2);
});

test("detect-language selects from the candidates only", async () => {
  const body = { text: "Hvor er den nærmeste togstation?", candidates: ["no", "sv"], top: 1 };
  expect((await json(await hub.post("/api/ai/detect-language", body))).language.code).toBe("no");
});

test("detect-language splits a mixed text into stretches with positions", async () => {
  const text =
    "😀 Hello, this is an English sentence. Und dies ist ein deutscher Satz. Et voici une phrase en français.";
  const { segments } = await json(
    await hub.post("/api/ai/detect-language", { text, segments: true }),
  );
  expect(segments.map((one: { code: string }) => one.code)).toEqual(["en", "de", "fr"]);
  for (const one of segments) expect(text.slice(one.start, one.end)).toBe(one.text);
});

test("detect-language returns und if there are no letters", async () => {
  const res = await json(await hub.post("/api/ai/detect-language", { text: "12345 !!!" }));
  expect(res.language).toMatchObject({
    code: "und",
    script: "Zyyy",
    reliable: false,
    confidence: 0,
  });
});
