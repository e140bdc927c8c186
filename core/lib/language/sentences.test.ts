import { describe, expect, test } from "bun:test";
import { splitSentences } from "./sentences.ts";

describe("splits sentences", () => {
  test.each<[string, string, string[]]>([
    [
      "en",
      "Dr. Smith met J. R. R. Tolkien at 5 p.m. on Jan. 5. They paid $3.50.",
      ["Dr. Smith met J. R. R. Tolkien at 5 p.m. on Jan. 5.", "They paid $3.50."],
    ],
    [
      "en",
      '"Really?" he asked. "Yes!" She left... Then it rained.',
      ['"Really?" he asked.', '"Yes!"', "She left...", "Then it rained."],
    ],
    [
      "en",
      "Apple Inc. reported. The U.S. Senate voted. He lives in the U.S. The sun is out.",
      ["Apple Inc. reported.", "The U.S. Senate voted.", "He lives in the U.S.", "The sun is out."],
    ],
    [
      "en",
      "Version 2.0.1 is out! See example.com, e.g. today.",
      ["Version 2.0.1 is out!", "See example.com, e.g. today."],
    ],
    [
      "en",
      "A. Smith and B. Jones found E. coli in Rm. 12 of it. it grew. Who knew? J. P. Morgan did.",
      [
        "A. Smith and B. Jones found E. coli in Rm. 12 of it.",
        "it grew.",
        "Who knew?",
        "J. P. Morgan did.",
      ],
    ],
    ["en", "this is bad. i hate it. so sad!", ["this is bad.", "i hate it.", "so sad!"]],
    [
      "en",
      "Hi Tom,\nThanks a lot.\n- apples\n- pears\n\nAnn",
      ["Hi Tom,", "Thanks a lot.", "- apples", "- pears", "Ann"],
    ],
    [
      "en",
      "This paragraph is wrapped because it is quite long\nand goes on. End.",
      ["This paragraph is wrapped because it is quite long\nand goes on.", "End."],
    ],
    [
      "de",
      "Am 3. Oktober kostet es z. B. 3,50 Euro. Herr Dr. Müller kam im 19. Jahrhundert.",
      ["Am 3. Oktober kostet es z. B. 3,50 Euro.", "Herr Dr. Müller kam im 19. Jahrhundert."],
    ],
    [
      "ja",
      "天気がいい。「雨だ。」と言った。本当？はい！",
      ["天気がいい。", "「雨だ。」と言った。", "本当？", "はい！"],
    ],
    ["ar", "هل أنت بخير؟ نعم. شكرا لك.", ["هل أنت بخير؟", "نعم.", "شكرا لك."]],
    ["hi", "यह पहला वाक्य है। यह दूसरा है॥", ["यह पहला वाक्य है।", "यह दूसरा है॥"]],
  ])("in %s: %s", (language, text, expected) => {
    expect(splitSentences(text, language).map((span) => span.text)).toEqual(expected);
  });
});

test("a sentence is the slice at its position, also after emoji", () => {
  const text = "😀 Good. \n\n  Bad 👎🏽! ";
  for (const span of splitSentences(text)) expect(text.slice(span.start, span.end)).toBe(span.text);
  expect(splitSentences(text).map(({ start }) => start)).toEqual([0, 13]);
});

test.each(["a. ", "a\nb\n", "ผม ", "“a ", "\n", "...", '"', "x\n", "A.", "1. "])(
  "splits 100,000 characters of %j",
  (part) => {
    const text = part.repeat(Math.floor(100_000 / part.length));
    const spans = splitSentences(text);
    expect(
      spans.every(({ start, end }, index) => start >= (spans[index - 1]?.end ?? 0) && end > start),
    ).toBe(true);
  },
);

test.each([
  ["en", ["I met Mr. Smith in Washington, D.C. yesterday.", "D.C. is nice."]],
  ["en", ["He lives in Washington, D.C.", "The city is big."]],
  ["en", ["Use Node.js and example.com.", "Read v2.Then go."]],
  ["es", ["El Sr. López vive en EE. UU. y trabaja.", "La Dra. Gil no."]],
  ["it", ["Il sig. Rossi abita qui.", "Il dott. Bianchi no."]],
  ["ru", ["Он живёт на ул. Ленина.", "Это т. е. рядом."]],
  ["pl", ["Mieszka na ul. Długiej.", "W 2024 r. wyjechał."]],
  ["hi", ["यह है।", "डॉ. शर्मा आए।"]],
  ["en", ["We met at Com. & Adm. on Monday.", "They left."]],
  ["pt", ["O total, aprox. 500 reais, foi pago ontem.", "Obrigado."]],
  ["es", ["Mide aprox. 20 metros.", "Está en la pza. Mayor, núms. 3 y 4."]],
  ["hy", ["Բարև ձեզ։", "Ժամը 12:30 է:", "Ինչպե՞ս եք:", "Լավ եմ։"]],
  ["ar", ["قال د. أحمد إن الاجتماع غدا.", "كيف حالك؟", "أنا بخير."]],
  ["fa", ["او در سال ۱۳۵۰ ه.ش. به دنیا آمد.", "حال شما چطور است؟", "خوبم."]],
  ["kk", ["Мен 2020 ж. туылдым.", "Қалайсыз?", "Оның т.б. елдері бар."]],
])("in %s abbreviations don't end sentences: %p", (language, sentences) => {
  expect(splitSentences(sentences.join(" "), language).map(({ text }) => text)).toEqual(sentences);
});

test("a sentence may lack the space before it", () => {
  const split = (text: string) => splitSentences(text).map((one) => one.text);
  expect(split("Hello world.Today is Tuesday.")).toEqual(["Hello world.", "Today is Tuesday."]);
  expect(split("Call System.Out and obj.The_name now.")).toHaveLength(1);
  expect(split("π is ３．１４ here．Next．")).toEqual(["π is ３．１４ here．", "Next．"]);
});

const paragraphs: readonly (readonly [string, string])[] = [
  [
    "de",
    "Prof. Dr. Weber kam am 3. Mai um 14.30 Uhr. ¦ Er sagte: „Es geht. Wirklich.“ ¦ Dann ging er z. B. nach Hause.",
  ],
  [
    "de",
    "Die Firma zahlt ca. 3 Mio. Euro. ¦ Das ist viel. ¦ Siehe Abs. 4 des Gesetzes. ¦ Am 1. Januar beginnt es.",
  ],
  [
    "fr",
    "M. Dupont est arrivé à 8 h. ¦ Mme Durand, elle, est partie. ¦ « Tu viens ? » demanda-t-il. ¦ Oui !",
  ],
  [
    "fr",
    "Voir p. 12 et art. 3. ¦ C'est l'abréviation de S.N.C.F. ¦ Les trains partent. ¦ Il est né av. J.-C. selon lui.",
  ],
  [
    "es",
    "El Sr. Gómez vive en la Av. Libertad. ¦ ¿Qué hora es? ¦ ¡Vamos! ¦ La Dra. Ruiz llegó a las 5 p. m. del lunes.",
  ],
  [
    "it",
    "Il sig. Rossi abita a Roma. ¦ Il dott. Verdi no. ¦ Costa 3.500 euro ecc. ¦ Perché? ¦ Non lo so.",
  ],
  [
    "pt",
    "O Sr. Silva mora na R. Augusta. ¦ A Dra. Costa chegou. ¦ São 5 horas. ¦ Custa R$ 3,50. ¦ Tudo bem?",
  ],
  [
    "nl",
    "Dhr. Jansen woont in Utrecht. ¦ Hij betaalt ca. 5 euro. ¦ Waarom? ¦ Omdat mevr. De Boer dat wil. ¦ Bijv. morgen komt hij.",
  ],
  [
    "ru",
    "Г-н Иванов живёт на ул. Ленина, д. 5. ¦ Он родился в 1990 г. в Москве. ¦ Это стоит 5 тыс. руб. в месяц. ¦ Правда? ¦ Да, т. е. конечно.",
  ],
  ["ru", "А. С. Пушкин родился в Москве. ¦ Он писал стихи. ¦ См. рис. 3 и табл. 2. ¦ Конец."],
  [
    "pl",
    "Dr Kowalski mieszka przy ul. Długiej 5. ¦ Urodził się w 1990 r. w Krakowie. ¦ To kosztuje 5 tys. zł. ¦ Naprawdę? ¦ Tak, np. jutro.",
  ],
  [
    "cs",
    "Pan Novák bydlí v ul. Dlouhá. ¦ Přišel 3. května. ¦ Stojí to 5 tis. Kč. ¦ Opravdu? ¦ Ano, např. zítra.",
  ],
  [
    "sv",
    "Dr. Svensson bor i Lund. ¦ Han kom kl. 15.30. ¦ Det kostar t.ex. 5 kr. per dag. ¦ Varför? ¦ Jag vet inte.",
  ],
  [
    "da",
    "Hr. Jensen kom d. 3. maj. ¦ Han bor i Odense. ¦ Det koster ca. 5 kr. i dag. ¦ Hvorfor? ¦ F.eks. fordi han vil.",
  ],
  [
    "tr",
    "Dr. Yılmaz geldi. ¦ Saat 5'te gitti. ¦ Örn. bu bir cümle. ¦ Neden? ¦ Prof. Kaya 3. sırada oturdu.",
  ],
  ["el", "Ο κ. Παπαδόπουλος ήρθε. ¦ Πού μένει; ¦ Μένει στην Αθήνα. ¦ Η κ. Μαρία έφυγε π.χ. χθες."],
  [
    "uk",
    "Пан Коваль живе на вул. Шевченка. ¦ Він народився в 1990 р. у Києві. ¦ Чому? ¦ Бо так, напр. завтра.",
  ],
  ["zh", "他说：“我来。你呢？” ¦ 价格是3.5元。 ¦ 真的吗？ ¦ 好！"],
  ["ko", "김 선생님은 오늘 왔습니다. ¦ 가격은 3.5만 원입니다. ¦ 정말요? ¦ 네!"],
  ["ar", "وصل د. أحمد إلى القاهرة. ¦ متى سيعود؟ ¦ لا أعرف! ¦ السعر 3.5 دولار."],
  ["th", "สวัสดีครับ ¦ ผมชื่อสมชาย ¦ วันนี้อากาศดีมาก ¦ คุณสบายดีไหมครับ ¦ ผมไปตลาดเมื่อวานนี้"],
  ["th", "เขาซื้อข้าว ปลา และผัก ¦ แล้วเขากลับบ้าน"],
];

test.each(paragraphs)("in %s: %s", (language, row) => {
  const sentences = row.split(" ¦ ");
  expect(splitSentences(sentences.join(" "), language).map(({ text }) => text)).toEqual(sentences);
});

test("a quotation isn't split, and a remark in brackets belongs to it", () => {
  const split = (text: string) => splitSentences(text).map((one) => one.text);
  expect(split("'Well!' she thought, 'what a fall! I say!' (She did.) Then it ended.")).toEqual([
    "'Well!' she thought, 'what a fall! I say!' (She did.)",
    "Then it ended.",
  ]);
  expect(split('It is 5" tall. "Go. Now." He left. The dogs\' food is here. It isn\'t.')).toEqual([
    'It is 5" tall.',
    '"Go. Now."',
    "He left.",
    "The dogs' food is here.",
    "It isn't.",
  ]);
  expect(split(`"${"It rained. ".repeat(60)}"`).length).toBeGreaterThan(50);
});

test("short lines and letters are items of a list", () => {
  const split = (text: string) => splitSentences(text).map((one) => one.text);
  expect(split("red paint\ntwo brushes\nsome glue, paper")).toHaveLength(3);
  expect(split("It was Mark E. Smith. a. here it is b. another c. one more")).toHaveLength(4);
});
