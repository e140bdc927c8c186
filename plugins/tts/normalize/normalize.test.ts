import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { normalizeJapanese } from "../japanese/read-japanese.ts";
import { createScript } from "../text/script.ts";
import { applyReadings } from "./apply-readings.fixture.ts";
import { loadNormalizer, normalizedLanguages } from "./load.ts";
import { findReadings } from "./normalize.ts";

const fixtures = {
  ar: () => import("./examples/ar.fixture.ts"),
  cs: () => import("./examples/cs.fixture.ts"),
  de: () => import("./examples/de.fixture.ts"),
  en: () => import("./examples/en.fixture.ts"),
  es: () => import("./examples/es.fixture.ts"),
  fr: () => import("./examples/fr.fixture.ts"),
  hi: () => import("./examples/hi.fixture.ts"),
  hu: () => import("./examples/hu.fixture.ts"),
  it: () => import("./examples/it.fixture.ts"),
  ja: () => import("./examples/ja.fixture.ts"),
  ko: () => import("./examples/ko.fixture.ts"),
  nl: () => import("./examples/nl.fixture.ts"),
  pl: () => import("./examples/pl.fixture.ts"),
  pt: () => import("./examples/pt.fixture.ts"),
  ru: () => import("./examples/ru.fixture.ts"),
  sv: () => import("./examples/sv.fixture.ts"),
  tr: () => import("./examples/tr.fixture.ts"),
  uk: () => import("./examples/uk.fixture.ts"),
  vi: () => import("./examples/vi.fixture.ts"),
  zh: () => import("./examples/zh.fixture.ts"),
};
const hub = await testHub(`${import.meta.dir}/..`);
const normalize = async (text: string, tag: string) => {
  if (tag === "ja")
    return applyReadings(text, (await normalizeJapanese(createScript(text))).readings);
  const normalizer = await loadNormalizer(tag, text);
  if (!normalizer) throw new Error(`No normaliser for ${tag}`);
  return applyReadings(text, findReadings(text, normalizer));
};
const post = (body: object) => hub.post("/api/tts/normalize", body);
const normalized = async (body: object) => (await json(await post(body))).normalized;

test("each language has examples", () => {
  expect(Object.keys(fixtures)).toEqual([...normalizedLanguages]);
});

describe.each(Object.entries(fixtures))("in %s", (language, load) => {
  test("reads forty texts aloud", async () => {
    const { examples } = await load();
    expect(examples.length).toBeGreaterThanOrEqual(40);
    const read = await Promise.all(
      examples.map(async ([text]) => [text, await normalize(text, language)]),
    );
    expect(read).toEqual(examples.map((row) => [...row]));
  });

  test("leaves no digit of a number in any grouping", async () => {
    const number = fc.integer({ min: 0, max: 999_999_999 });
    await fc.assert(
      fc.asyncProperty(number, async (value) => {
        for (const text of [String(value), value.toLocaleString(language)])
          expect(await normalize(text, language)).not.toMatch(/\d/);
      }),
      cases(60),
    );
  });
});

test.each([
  ["en-GB", "03/04/2024", "the third of April, twenty twenty-four"],
  ["en-US", "03/04/2024", "March fourth, twenty twenty-four"],
  ["en-IN", "1,00,000", "one lakh"],
  ["fr-CH", "71", "septante-et-un"],
  ["fr-BE", "80", "quatre-vingts"],
  ["pt-PT", "16", "dezasseis"],
  ["es-MX", "$12.50", "doce pesos con cincuenta centavos"],
  ["de-CH", "1’234.50", "eintausendzweihundertvierunddreissig Komma fünf null"],
])("%s reads %p as %p", async (tag, text, spoken) => {
  expect(await normalize(text, tag)).toBe(spoken);
});

test.each([
  ["I have 3. He has 4.", "I have three. He has four."],
  ["On 31/02/2024 it failed.", "On thirty-one slash zero two slash twenty twenty-four it failed."],
  ["It is 25:61 now.", "It is twenty-five to sixty-one now."],
  ["Mix the DIV and CD with MIX.", "Mix the DIV and CD with MIX."],
  ["I am Malcolm X.", "I am Malcolm X."],
  ["the hotel.It is good", "the hotel.It is good"],
  ["a-b and 4K in 3D", "a-b and four K in three D"],
  ["1-2-3", "one, two, three"],
  [
    "ISBN 978-3-16-148410-0",
    "ISBN nine seven eight, three, one six, one four eight four one zero, zero",
  ],
  [
    "a $20 bill, the $5m deal and $20 more",
    "a twenty dollar bill, the five million dollar deal and twenty dollars more",
  ],
  ["Come at 7 p.m. Bring 0x1F.", "Come at seven p m. Bring zero x one F."],
  ["No. I said no.", "No. I said no."],
  ["0042", "zero zero four two"],
  [
    "Card 1234 5678 9012 3456",
    "Card one two three four, five six seven eight, nine zero one two, three four five six",
  ],
  ["The meeting is at 10. See you", "The meeting is at ten. See you"],
  ["Open 9-5", "Open nine to five"],
  ["-$5 and −3", "minus five dollars and minus three"],
  ["See etc. The end.", "See et cetera. The end."],
])("doesn't guess: %p is %p", async (text, spoken) => {
  expect(await normalize(text, "en-US")).toBe(spoken);
});

test("returns each reading with its kind and place", async () => {
  const text = "It cost $12.50 on 2024-05-03.";
  const answer = await json(await post({ text }));
  expect(answer.normalized).toBe(
    "It cost twelve dollars and fifty cents on May third, twenty twenty-four.",
  );
  expect(answer.readings).toEqual([
    { start: 8, end: 14, text: "$12.50", spoken: "twelve dollars and fifty cents", kind: "money" },
    {
      start: 18,
      end: 28,
      text: "2024-05-03",
      spoken: "May third, twenty twenty-four",
      kind: "date",
    },
  ]);
});

test.each([
  ['<say-as interpret-as="cardinal">1984</say-as>', "one thousand nine hundred eighty-four"],
  ['<say-as interpret-as="ordinal">3</say-as>', "third"],
  ['<say-as interpret-as="digits">1984</say-as>', "one nine eight four"],
  ['<say-as interpret-as="telephone">5551234</say-as>', "five five five one two three four"],
  ['<say-as interpret-as="date" format="dmy">3/5/2024</say-as>', "May third, twenty twenty-four"],
  ['<say-as interpret-as="date" format="mdy">3/5/2024</say-as>', "March fifth, twenty twenty-four"],
  [
    '<say-as interpret-as="date" format="yyyymmdd">20240503</say-as>',
    "May third, twenty twenty-four",
  ],
  ['<say-as interpret-as="date" format="y">1100</say-as>', "eleven hundred"],
  ['<say-as interpret-as="time">2:05 pm</say-as>', "two oh five p m"],
  ['<say-as interpret-as="currency">$1.01</say-as>', "one dollar and one cent"],
  ['<say-as interpret-as="characters">ab1</say-as>', "a b 1"],
  ['<sub alias="World Wide Web Consortium">W3C</sub> 5', "World Wide Web Consortium five"],
  ['<prosody rate="slow">$</prosody>5 or $5', "$five or five dollars"],
])("SSML steers it: %s", async (inner, spoken) => {
  expect(await normalized({ ssml: `<speak>${inner}</speak>` })).toBe(spoken);
});

test.each([
  ["東京で3本、12:30に。", "トーキョーでサンボン、ジューニジサンジュップンに。"],
  [
    '<speak><say-as interpret-as="digits">2026</say-as>と<sub alias="三本">x</sub></speak>',
    "ニ ゼロ ニ ロクとサンボン",
  ],
])("reads Japanese as the voice does: %s", async (text, spoken) => {
  const body = text.startsWith("<") ? { ssml: text } : { text };
  expect(await normalized({ ...body, language: "ja" })).toBe(spoken);
});

test("returns the readings of Japanese with their kinds", async () => {
  const answer = await json(await post({ text: "東京で3本、¥500、12:30", language: "ja" }));
  expect(answer.language).toBe("ja-JP");
  expect(answer.readings.map((one: Record<string, unknown>) => [one.text, one.kind])).toEqual([
    ["東京", "word"],
    ["3本", "unit"],
    ["¥500", "money"],
    ["12:30", "time"],
  ]);
});

test("the lexicon wins over the rules", async () => {
  expect(await normalized({ text: "Dr. Who in 1984", lexicon: { "1984": "big brother" } })).toBe(
    "Doctor Who in big brother",
  );
});

test("rejects a language without rules, and lists the others", async () => {
  const answer = await post({ text: "5", language: "he" });
  expect(answer.status).toBe(422);
  expect(await json(answer)).toMatchObject({
    code: "language_unsupported",
    detail: expect.stringContaining(
      'Cannot normalise text in "he": the languages are ar, cs, de, en',
    ),
  });
});

test("speech says what the normaliser wrote, and shows what the text says", async () => {
  const speak = async (text: string) =>
    json(
      await hub.post("/api/tts/speak", {
        text,
        voice: "espeak-en-us",
        format: "wav",
        response: "json",
      }),
    );
  const [written, spelled] = await Promise.all([
    speak("It cost $12.50."),
    speak("It cost twelve dollars and fifty cents."),
  ]);
  expect(written.audio_base64).toBe(spelled.audio_base64);
  expect(written.words.map(({ text }: { text: string }) => text)).toEqual([
    "It",
    "cost",
    "$12.50.",
  ]);
});

test("readings lie within any text, in order and without overlap", async () => {
  const piece = fc.constantFrom(
    "$",
    "€",
    "5",
    "12",
    "1984",
    ".",
    ",",
    "-",
    "–",
    "/",
    ":",
    " ",
    "%",
    "km",
    "pm",
    "Dr.",
    "XIV",
    "May",
    "½",
    "№",
    "#",
    "@",
    "+",
    "(",
    ")",
    "é",
    "中",
    "😀",
    "www.",
    "\n",
    "0",
    "&",
    "’s",
    "°C",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 30 }),
      fc.constantFrom(...normalizedLanguages),
      async (pieces, tag) => {
        const text = pieces.join("");
        const normalizer = await loadNormalizer(tag, text);
        let last = 0;
        for (const { start, end, spoken } of normalizer ? findReadings(text, normalizer) : []) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeWithin(start + 1, text.length + 1);
          expect(spoken.trim()).not.toBe("");
          last = end;
        }
      },
    ),
    cases(600),
  );
});

test.each([
  ["hi", "३ मई २०२४", "तीन मई दो हज़ार चौबीस"],
  ["en", "３５％ and ٣٤", "thirty-five percent and thirty-four"],
])("in %s, digits of other scripts in %p are read", async (tag, text, spoken) => {
  expect(await normalize(text, tag)).toBe(spoken);
});

test.each([
  [
    "ru",
    "до 1,2 млрд руб. в 2024 г. и 100 г муки",
    "до одной целой двух десятых миллиарда рублей в две тысячи двадцать четвёртом году и сто грамм муки",
  ],
  [
    "ru",
    "60-е годы, в 1990-х годах, 3-х и 5-ти",
    "шестидесятые годы, в тысяча девятьсот девяностых годах, трёх и пяти",
  ],
  [
    "ru",
    "стр. 10–12, счёт 3:2, за 9,58 с.",
    "страница десять — двенадцать, счёт три два, за девять целых пятьдесят восемь сотых секунды.",
  ],
  [
    "es",
    "1 hora, 21 horas y $1,234.50",
    "una hora, veintiuna horas y mil doscientos treinta y cuatro dólares con cincuenta centavos",
  ],
  ["es", "1.200 millones de €.", "mil doscientos millones de euros."],
  [
    "en",
    "€1.234,56 and a 3:2 win",
    "one thousand two hundred thirty-four euros and fifty-six cents and a three to two win",
  ],
  [
    "fr",
    "9,58 s et 1,2 Md€",
    "neuf virgule cinquante-huit secondes et un virgule deux milliard d’euros",
  ],
  [
    "de",
    "§§ 5 und § 823 Abs. 1 BGB",
    "Paragraf fünf und Paragraf achthundertdreiundzwanzig Absatz eins BGB",
  ],
  [
    "de",
    "Version 2.0.1, 3:2, als 1. ins Ziel",
    "Version zwei Punkt null Punkt eins, drei zu zwei, als erster ins Ziel",
  ],
  ["fr", "10/18 juin", "dix à dix-huit juin"],
  ["fr", "dans la 81e minute", "dans la quatre-vingt-unième minute"],
  ["ru", "в 1900 году", "в тысяча девятисотом году"],
  ["pl", "w 1995 roku", "w tysiąc dziewięćset dziewięćdziesiątym piątym roku"],
  ["cs", "3/16 a 125. místo", "tři šestnáctiny a sté dvacáté páté místo"],
  ["uk", "у 5000 році", "у п’ятитисячному році"],
  ["es", "7/16 y el 12.º", "siete dieciseisavos y el duodécimo"],
  ["en", "10:00:00", "ten o'clock"],
  [
    "en",
    "Send it to 708 N 1st St, San Jose, CA 95112.",
    "Send it to seven oh eight North first Street, San Jose, California nine five one one two.",
  ],
  ["en", "1600 Pennsylvania Ave NW", "sixteen hundred Pennsylvania Avenue Northwest"],
  ["en", "Yes, OK. Austin, TX", "Yes, OK. Austin, Texas"],
  [
    "en",
    "Your code is 482913, PIN: 4821, AB12 ending in 8876",
    "Your code is four eight two nine one three, PIN: four eight two one, AB twelve ending in eight eight seven six",
  ],
  ["en", "flight UA 1234, room 204", "flight UA twelve thirty-four, room two oh four"],
  ["en", "1-800-GO-U-HAUL", "one, eight hundred, GO U HAUL"],
  ["en", "january 1 and Jan. 15.", "January first and January fifteenth."],
  [
    "en",
    "May 3-5, 2024 and May 3,000",
    "May third to fifth, twenty twenty-four and May three thousand",
  ],
  ["en", "2m views, 2m long", "two million views, two meters long"],
  ["en", "1 eur and $0.010", "one euro and one cent"],
  [
    "en",
    "$20/mo, $1.50-$2.50",
    "twenty dollars per month, one dollar and fifty cents to two dollars and fifty cents",
  ],
  [
    "en",
    "3/4 mi, 2 1/2 kg, 1/4th",
    "three quarters of a mile, two and a half kilograms, one quarter",
  ],
  ["en", "401(k), 1.000.000.000", "four oh one k, one billion"],
  ["es", "2.000.000.000 y 2 millones km", "dos mil millones y dos millones de kilómetros"],
  ["es", "a las 5:15 p.m. o 3 h", "a las cinco y cuarto de la tarde o tres horas"],
  ["es", "1/2 mm y 1/234", "medio milímetro y uno sobre doscientos treinta y cuatro"],
  [
    "de",
    "1.000.000.000 Euro, IP 192.168.1.100",
    "eine Milliarde Euro, IP eins neun zwei Punkt eins sechs acht Punkt eins Punkt eins null null",
  ],
  [
    "de",
    "12 €/Monat, 2 Mio. km, Ihr Code ist 4821",
    "zwölf Euro pro Monat, zwei Millionen Kilometer, Ihr Code ist vier acht zwei eins",
  ],
  [
    "ru",
    "1990-х, 5 долл. США, 3/4 кг",
    "тысяча девятьсот девяностых, пять долларов США, три четверти килограмма",
  ],
  ["en", "3kg-6kg and $1-$2", "three kilograms to six kilograms and one to two dollars"],
  ["de", "in 30s und 3/4m", "in dreißig Sekunden und drei Viertel Meter"],
  ["en", "12/kg, y=x and ₡3", "twelve per kilogram, y equals x and three Costa Rican colóns"],
  ["nl", "3 miljard s en 3 miljard km", "drie miljard s en drie miljard kilometer"],
  ["es", "siglo xix", "siglo diecinueve"],
  ["vi", "thế kỷ xix, 3kg-6kg", "thế kỷ mười chín, ba ki lô gam đến sáu ki lô gam"],
  [
    "en",
    "221B Baker St., Apt 4, zip 10001-1234",
    "two twenty-one B Baker Street, Apartment four, zip one zero zero zero one, one two three four",
  ],
  [
    "en",
    "123456 is your login code, use 5521 as your PIN. Passcode: 904 221, G-482913",
    "one two three four five six is your login code, use five five two one as your PIN. Passcode: nine zero four, two two one, G-four eight two nine one three",
  ],
  ["en", "$5 bn, 5¢ and US$3", "five billion dollars, five cents and three US dollars"],
  [
    "en",
    "4 kg/m³, 16 fl oz, in km/h, per m²",
    "four kilograms per cubic meter, sixteen fluid ounces, in kilometers per hour, per square meter",
  ],
  ["en", "C++, A+ and 50+ years", "C plus plus, A plus and fifty plus years"],
  ["en", "3 5/2, 3/4ths, 2th", "three and five halves, three quarters, two th"],
  ["en", "in 1066 and on Monday, 5/12", "in ten sixty-six and on Monday, May twelfth"],
  [
    "en",
    "Vol. II, chapter ix, W26s, -1937",
    "Volume two, chapter nine, W twenty-six s, minus one thousand nine hundred thirty-seven",
  ],
  [
    "en",
    "5.12.2020 and 15.01.2020",
    "May twelfth, twenty twenty and the fifteenth of January, twenty twenty",
  ],
  [
    "en",
    "bit.ly/3x and me@example.com/a-b",
    "bit dot ly slash three x and me at example dot com slash a dash b",
  ],
  [
    "it",
    "€ 5 alle 15.30, cap. IV, 5k, 3-2 e 1 h",
    "cinque euro alle quindici e trenta, capitolo quarto, cinquemila, tre a due e un’ora",
  ],
  [
    "it",
    "Via Roma 12, 20121 Milano, volo AZ 1234",
    "Via Roma dodici, due zero uno due uno Milano, volo AZ uno due tre quattro",
  ],
  [
    "it",
    "lun. 3 maggio, 333 1234567",
    "lunedì tre maggio, tre tre tre, uno due tre quattro cinque sei sette",
  ],
  [
    "ru",
    "20-этажный, 3-комнатная, 100-летие, 21-летний",
    "двадцатиэтажный, трёхкомнатная, столетие, двадцатиоднолетний",
  ],
  [
    "ru",
    "5 кв. м, 2 коп., 5 ГГц, II место и 3-мя",
    "пять квадратных метров, две копейки., пять гигагерц, второе место и тремя",
  ],
  [
    "es",
    "5 US$, bob 3, junio 11, 2000 y 20:00 GMT-3",
    "cinco dólares estadounidenses, tres bolivianos, once de junio de dos mil y veinte horas GMT menos tres",
  ],
  ["es", "13.30", "trece y media"],
  ["es", "2 M de vistas", "dos millones de vistas"],
  [
    "de",
    "Hauptstr. 5, 10115 Berlin, PLZ 10115",
    "Hauptstraße fünf, eins null eins eins fünf Berlin, PLZ eins null eins eins fünf",
  ],
  [
    "de",
    "2. Klasse, 21. Jahrhundert, in den 80ern, 20-jährig",
    "zweite Klasse, einundzwanzigstes Jahrhundert, in den achtzigern, zwanzigjährig",
  ],
  [
    "de",
    "1264301000000000",
    "eine Billiarde zweihundertvierundsechzig Billionen dreihunderteine Milliarden",
  ],
  [
    "fr",
    "le 03/05, 24/7 et 2 M de vues",
    "le trois mai, vingt-quatre heures sur vingt-quatre et deux millions de vues",
  ],
  ["ko", "5/8이, 10은, 7을", "팔분의 오가, 십은, 칠을"],
  ["ko", "12월30일(토)〜1월2일(화)", "십이월 삼십일 토요일에서 일월 이일 화요일"],
  [
    "hi",
    "1.5 kg, 2.5 kg, 3.5 kg, 1.5",
    "डेढ़ किलोग्राम, ढाई किलोग्राम, साढ़े तीन किलोग्राम, एक दशमलव पाँच",
  ],
  [
    "hi",
    "06-05 को, Rs. 500, 9876543210",
    "छह मई को, पाँच सौ रुपए, नौ आठ सात छह पाँच चार तीन दो एक शून्य",
  ],
  [
    "sv",
    "-1937, 5-årig, 2 dl, +46 (8) 790 7559",
    "minus ettusen niohundratrettiosju, femårig, två deciliter, plus fyrtiosex, åtta, sjuhundranittio, sjuttiofem, femtionio",
  ],
  [
    "hu",
    "IV. Béla, 04. 1-jén, 193.1.89.60",
    "negyedik Béla, április elsején, százkilencvenhárom pont egy pont nyolcvankilenc pont hatvan",
  ],
  ["en", "3 May – 5 June, Rs. 500", "the third of May to the fifth of June, five hundred rupees"],
  [
    "en",
    "7-8pm, No.5, US-101 N, 50-50",
    "seven to eight p m, Number five, US-one hundred one N, fifty fifty",
  ],
  [
    "en",
    "example.com:443 in /usr/local",
    "example dot com colon four four three in slash usr slash local",
  ],
  ["de", "5/4, 1/1000, am 1.", "fünf Viertel, ein Tausendstel, am ersten"],
  ["ko", "오전 9시~오후 6시, 10㎡, √2", "오전 아홉시에서 오후 여섯시, 십 제곱미터, 루트 이"],
  ["ja", "一千万六番目", "イッセンマンロクバンメ"],
  ["zh", "公元前202年, 13:10pm", "公元前二零二年, 十三点十分pm"],
  ["es", "a las 3:00 p. m., s. XX, 5 ¢", "a las tres de la tarde, siglo veinte, cinco centavos"],
  ["es", "XXI", "vigésimo primero"],
  ["sv", "$,01 och 12 mdkr", "en cent och tolv miljarder kronor"],
  [
    "en",
    "555-1234, 200-1500",
    "five five five, one two three four, two hundred to fifteen hundred",
  ],
  ["de", "2 h, um 15 h, 3-mal", "zwei Stunden, um fünfzehn Uhr, dreimal"],
  ["es-MX", "13.30", "trece punto treinta"],
  ["en", "In 2020 is the code of law.", "In twenty twenty is the code of law."],
  ["zh", "101111111", "一亿零一百一十一万一千一百一十一"],
])("in %s, %p is read as %p", async (tag, text, spoken) => {
  expect(await normalize(text, tag)).toBe(spoken);
});
