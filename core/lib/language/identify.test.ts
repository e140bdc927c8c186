import { describe, expect, test } from "bun:test";
import { byLetters, hasAlphabets } from "./alphabets.ts";
import { byNetworkAlone, languageCodes } from "./codes.ts";
import { identifyLanguage } from "./identify.ts";
import { quickLanguage } from "./quick.ts";

// Article 1 of the Universal Declaration of Human Rights, in the translations of the United Nations.
const articles: Readonly<Record<string, string>> = {
  en: "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.",
  de: "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.",
  fr: "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.",
  es: "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.",
  it: "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.",
  pt: "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.",
  nl: "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.",
  sv: "Alla människor är födda fria och lika i värde och rättigheter. De har utrustats med förnuft och samvete och bör handla gentemot varandra i en anda av gemenskap.",
  da: "Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd.",
  no: "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd.",
  fi: "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.",
  pl: "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.",
  cs: "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství.",
  hu: "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.",
  tr: "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.",
  ms: "Semua manusia dilahirkan bebas dan samarata dari segi kemuliaan dan hak-hak. Mereka mempunyai pemikiran dan perasaan hati dan hendaklah bertindak di antara satu sama lain dengan semangat persaudaraan.",
  sw: "Watu wote wamezaliwa huru, hadhi na haki zao ni sawa. Wote wamejaliwa akili na dhamiri, hivyo yapasa watendeane kindugu.",
  ru: "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.",
  uk: "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства.",
  bg: "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство.",
  ar: "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.",
  fa: "تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند. همه دارای عقل و وجدان هستند و باید نسبت به یکدیگر با روح برادری رفتار کنند.",
  hi: "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।",
  el: "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
  he: "כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.",
  ja: "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
  ko: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
  zh: "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。",
  th: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
};

describe("article 1 of human rights is", () => {
  test.each(Object.entries(articles))("%s for certain", async (code, text) => {
    const { guesses, reliable, foreign } = await identifyLanguage(text);
    expect({ first: guesses[0]?.code, reliable, foreign }).toEqual({
      first: code,
      reliable: true,
      foreign: false,
    });
    const sum = guesses.reduce((all, { confidence }) => all + confidence, 0);
    expect(sum).toBeGreaterThan(0.9);
    expect(sum).toBeLessThanOrEqual(1 + 1e-9);
    expect(guesses).toEqual(guesses.toSorted((a, b) => b.confidence - a.confidence));
  });

  test.each(Object.entries(articles))("%s among other capitals", async (code, text) => {
    const { guesses } = await identifyLanguage(text.toUpperCase());
    expect(guesses[0]?.code).toBe(code);
  });

  test.each(Object.entries(articles))("%s without statistics, or English is not", (code, text) => {
    const quick = quickLanguage(text);
    expect(["el", "en", "ja", "ko", "th", "zh"].includes(code) ? quick === code : !quick).toBe(
      true,
    );
  });
});

test("with given candidates only one of them is returned", async () => {
  for (const [code, text] of Object.entries(articles)) {
    const { guesses, foreign } = await identifyLanguage(text, [code, "eo"]);
    expect(guesses[0]?.code).toBe(code);
    expect(guesses.filter((one) => one.code !== code && one.code !== "eo")).toEqual([]);
    expect(foreign).toBe(false);
  }
  const russian = await identifyLanguage(articles.ru ?? "", ["en", "ja"]);
  expect(russian.guesses).toEqual([]);
});

test("a text without distinguishing words is uncertain, and any requested sibling is returned", async () => {
  const indonesian =
    "Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka dikaruniai akal dan hati nurani dan hendaknya bergaul satu sama lain dalam semangat persaudaraan.";
  const { guesses, reliable } = await identifyLanguage(indonesian);
  expect(
    guesses
      .slice(0, 2)
      .map(({ code }) => code)
      .sort(),
  ).toEqual(["id", "ms"]);
  expect(reliable).toBe(false);
  for (const code of ["id", "ms"])
    expect((await identifyLanguage(indonesian, [code, "eo"])).guesses[0]?.code).toBe(code);
});

test("URLs have no language", async () => {
  const links = "https://example.com/the-news-of-the-world they@with.example.org ".repeat(20);
  const { guesses } = await identifyLanguage(`${links}${articles.de} ${links}`);
  expect(guesses[0]?.code).toBe("de");
  const alone = await identifyLanguage(links);
  expect(alone).toMatchObject({ guesses: [], reliable: false, foreign: false, script: "Zyyy" });
});

test("words in another script don't count", async () => {
  const { guesses, script } = await identifyLanguage(`${articles.uk} ${articles.en?.slice(0, 90)}`);
  expect([guesses[0]?.code, script]).toEqual(["uk", "Cyrl"]);
});

test("a long text is read from start to end", async () => {
  const short = "Bonjour. ".repeat(2);
  const { guesses } = await identifyLanguage(short + `${articles.hu} `.repeat(100));
  expect(guesses[0]?.code).toBe("hu");
});

test("letters that no supported language uses are foreign, unless candidates are given", async () => {
  for (const text of ["ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "ᐃᓄᒃᑎᑐᑦ", "ܠܫܢܐ ܣܘܪܝܝܐ"]) {
    const found = await identifyLanguage(text);
    expect(found).toMatchObject({ guesses: [], reliable: false, foreign: true });
    expect((await identifyLanguage(text, ["en"])).foreign).toBe(false);
  }
});

test("one letter of a script is a guess, more are certain", async () => {
  const confidences: number[] = [];
  for (const text of ["λ", "λό", "λόγ"]) {
    const { guesses, reliable } = await identifyLanguage(text);
    expect([guesses.length, guesses[0]?.code, reliable]).toEqual([1, "el", text.length > 1]);
    confidences.push(guesses[0]?.confidence ?? 0);
  }
  expect(confidences).toEqual([1 - 0.5 / 2, 1 - 0.5 / 3, 1 - 0.5 / 4]);
});

test("a few words are never certain", async () => {
  for (const text of ["hotel", "taxi bar", "Ärger", "mais"])
    expect([text, (await identifyLanguage(text)).reliable]).toEqual([text, false]);
});

describe("letters", () => {
  const cyrillic = ["az", "be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "uk", "uz"];
  test.each([
    ["ы", ["az", "be", "kk", "ky", "mn", "ru", "tg", "uz"]],
    ["їжак", ["uk"]],
    ["ђак", ["sr"]],
    ["ѓавол", ["mk"]],
    ["ўсім", ["be"]],
    ["ҷон", ["tg"]],
    ["қўшиқ", ["uz"]],
    ["өң", ["kk", "ky"]],
    ["дом", cyrillic],
  ])("of %s are those of %j", (text, languages) => {
    expect([...byLetters(text, "Cyrl")].sort()).toEqual(languages);
  });

  test("of one name in a hundred can be foreign", () => {
    expect(byLetters(`${"д".repeat(99)}ї`, "Cyrl").has("ru")).toBe(true);
    expect(byLetters(`${"д".repeat(98)}ї`, "Cyrl").has("ru")).toBe(false);
  });

  test("of Latin can belong to any language with that script", () => {
    const found = byLetters("straße", "Latn");
    for (const code of ["en", "de", "hr", "uz", "vi"]) expect(found.has(code)).toBe(true);
    for (const code of ["ru", "uk", "el", "ar", "ja"]) expect(found.has(code)).toBe(false);
    expect(["Latn", "Cyrl", "Arab", "Cher", "Grek"].map(hasAlphabets)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

test("each language has one code of each kind, and the model's languages are among them", () => {
  const codes = Object.entries(languageCodes);
  for (const [code, long] of codes) {
    expect(code).toMatch(/^[a-z]{2,3}$/);
    expect(long).toMatch(/^[a-z]{3}$/);
    // Languages without an ISO 639-1 code have the three-letter code.
    if (code.length === 3) expect(code).toBe(long);
    const named = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
    expect(named.of(code)).toBe(named.of(long) ?? "");
  }
  expect(new Set(codes.map(([, long]) => long)).size).toBe(codes.length);
  for (const code of byNetworkAlone) expect(languageCodes).toHaveProperty(code);
});
