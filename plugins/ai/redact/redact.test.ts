import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const text =
  "😀 I'm John Doe (born 4 May 1985), SSN 123-45-6789. Card 4111 1111 1111 1111, mail john@doe.com or +49 30 123456. I live at 12 Baker Street. John Doe.";
const post = async (body: object) =>
  json(await hub.post("/api/ai/redact", { text, language: "en", ...body }));

test("redact replaces matches by their type", async () => {
  const res = await post({});
  expect(res.text).toBe(
    "😀 I'm [PERSON] (born [DATE_OF_BIRTH]), SSN [SSN]. Card [CREDIT_CARD], mail [EMAIL] or [PHONE]. I live at [ADDRESS]. [PERSON].",
  );
  expect(res.counts.person).toBe(2);
});

test("redact returns the positions of its matches, and the original text only on request", async () => {
  const { findings } = await post({ include_original: true });
  for (const one of findings) expect(text.slice(one.start, one.end)).toBe(one.original);
  expect((await post({})).findings.some((one: object) => "original" in one)).toBe(false);
});

test("redact masks a card number except for its last four digits", async () => {
  const res = await post({ mode: "mask", types: ["credit_card", "email"] });
  expect(res.text).toContain("**** **** **** 1111");
  expect(res.text).toContain("j***@doe.com");
});

test("redact by hash returns the same hash for the same text and key", async () => {
  const hashes = (res: { findings: { type: string; replacement: string }[] }) =>
    res.findings.filter(({ type }) => type === "person").map(({ replacement }) => replacement);
  const [one, two] = hashes(await post({ mode: "hash", salt: "a salt of mine" }));
  expect(one).toBe(two);
  expect(one).toMatch(/^person_[0-9a-f]{12}$/);
  expect(hashes(await post({ mode: "hash", salt: "another salt" }))[0]).not.toBe(one);
});

test("redact by pseudonym gives the same name to the same person", async () => {
  const res = await post({ mode: "pseudonym", types: ["person", "email"] });
  expect(res.text).toContain("I'm Alex Morgan (");
  expect(res.text).toEndWith("Alex Morgan.");
  expect(res.text).toContain("user1@example.com");
});

test("redact removes matches, including the caller's own words", async () => {
  const res = await json(
    await hub.post("/api/ai/redact", {
      text: "Project Bluebird is here, BLUEBIRD.",
      custom: ["bluebird"],
      mode: "remove",
    }),
  );
  expect(res.text).toBe("Project is here, .");
});

test("redact ignores card, bank account and social security numbers with an invalid checksum", async () => {
  const numbers =
    "4111 1111 1111 1112 and DE89 3704 0044 0532 0130 01 and 000-12-3456 and 666-12-3456";
  const body = { text: numbers, types: ["credit_card", "iban", "ssn"] };
  expect((await json(await hub.post("/api/ai/redact", body))).findings).toEqual([]);
});

test.each([
  ["secret", "Key sk-abcdefghijklmnopqrstuv here"],
  ["secret", "password: hunter2"],
  ["mac_address", "MAC 00:1A:2B:3C:4D:5E"],
  ["passport", "Passport No. C01X00T47"],
  ["vat_id", "VAT DE123456789"],
  ["address", "Er wohnt Musterstraße 12a, 10115 Berlin"],
  ["ip", "from 10.0.0.1"],
])("redact finds a %s in %s", async (type, sentence) => {
  const { counts } = await json(
    await hub.post("/api/ai/redact", { text: sentence, types: [type] }),
  );
  expect(counts).toEqual({ [type]: 1 });
});

test.each([
  ["redact", { text: "Hello there." }],
  ["detect-language", { text: "Hello there." }],
  ["similarity", { text: "Hello there.", candidates: ["Hello you."] }],
])("%s offers no language model, as it never uses one", async (path, body) => {
  const wish = (provider: string) => hub.post(`/api/ai/${path}`, { ...body, provider });
  expect((await wish("embedded")).status).toBe(200);
  const refused = await wish("openai");
  expect([refused.status, (await json(refused)).code]).toEqual([400, "invalid_input"]);
});

test.each([
  ["https://example.com/reset?token={8f3kd92ksl20dk3}", "secret"],
  ["https://app.example.com/cb#access_token={a0AfH6SMBx}&state=1", "secret"],
  ["postgres://admin:{s3cr3tpw}@db/app", "secret"],
  ["https://hooks.slack.com/services/{T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX}", "secret"],
  ["https://example.com/share/{aB3dE5fG7hI9jK1lM3nO5pQ7}", "secret"],
  ["Authorization: Bearer {abc123def456ghi789}", "secret"],
  ["Card 4242 4242 4242 4242, exp 12/27, CVV {123}", "secret"],
  ["{12 Baker Street, London NW1 6XE}", "address"],
  ["{Flat 3, 12 Baker Street, London W1U 3AA}", "address"],
  ["{123 Main St., Apt. 329, Springfield, IL 62704}", "address"],
  ["{Musterstraße 12\n10115 Berlin}", "address"],
  ["{12 rue de la Paix, 75002 Paris}", "address"],
])("redact removes from %j exactly the parts in braces", async (marked, type) => {
  const sent = marked.replaceAll(/[{}]/g, "");
  const res = await json(await hub.post("/api/ai/redact", { text: sent, types: [type] }));
  expect(res.text).toBe(marked.replace(/\{[^}]+\}/, `[${type.toUpperCase()}]`));
});

test("redact removes repetitions of a value that a word identified once", async () => {
  const res = await json(
    await hub.post("/api/ai/redact", {
      text: "SSN 123 45 6789 was typed as 123 45 6789.",
      language: "en",
    }),
  );
  expect(res.text).toBe("SSN [SSN] was typed as [SSN].");
});

test("redact recognizes a phone number of an unknown country by its digits", async () => {
  const res = await json(
    await hub.post("/api/ai/redact", {
      text: "Phone 555 1234, fax 555 9999, or call 555-1234.",
      language: "en",
      types: ["phone"],
      mode: "pseudonym",
    }),
  );
  expect(res.text).toBe("Phone +1 202 555 0101, fax +1 202 555 0102, or call +1 202 555 0101.");
});

const redactText = async (text: string, language: string) =>
  (await json(await hub.post("/api/ai/redact", { text, language }))).text;

test.each([
  [
    "zh",
    "王小明的身份证号是11010519491231002X,手机13812345678。",
    "[PERSON]的身份证号是[NATIONAL_ID],手机[PHONE]。",
  ],
  [
    "zh",
    "联系人：李娜，地址：北京市海淀区中关村大街27号，邮箱li@example.com谢谢",
    "联系人：[PERSON]，地址：[ADDRESS]，邮箱[EMAIL]谢谢",
  ],
  [
    "zh",
    "我叫张伟，密码是Abc12345，卡号4111111111111111。",
    "我叫[PERSON]，密码是[SECRET]，卡号[CREDIT_CARD]。",
  ],
  [
    "ja",
    "山田太郎さんの電話は090-1234-5678、住所は東京都千代田区丸の内1-1-1です。",
    "[PERSON]さんの電話は[PHONE]、住所は[ADDRESS]です。",
  ],
  [
    "ja",
    "氏名：佐藤花子、マイナンバー：123456789018、パスワード：Secret99",
    "氏名：[PERSON]、マイナンバー：[NATIONAL_ID]、パスワード：[SECRET]",
  ],
  [
    "ko",
    "김철수 씨의 주민등록번호는 900101-1234567이고 전화는 010-1234-5678입니다.",
    "[PERSON] 씨의 주민등록번호는 [NATIONAL_ID]이고 전화는 [PHONE]입니다.",
  ],
  [
    "ru",
    "Меня зовут Иван Петров, ИНН 500100732259, СНИЛС 112-233-445 95.",
    "Меня зовут [PERSON], ИНН [NATIONAL_ID], СНИЛС [NATIONAL_ID].",
  ],
  [
    "ru",
    "Иванов Иван Иванович, паспорт 4510 123456, ул. Ленина, д. 5, кв. 12.",
    "[PERSON], паспорт [PASSPORT], [ADDRESS].",
  ],
  [
    "ar",
    "اسمي محمد أحمد ورقم الهاتف 0501234567 وكلمة المرور: Pass1234",
    "اسمي [PERSON] ورقم الهاتف [PHONE] وكلمة المرور: [SECRET]",
  ],
  [
    "hi",
    "मेरा नाम राहुल शर्मा है, पैन ABCPE1234F, मोबाइल 98765 43210",
    "मेरा नाम [PERSON] है, पैन [NATIONAL_ID], मोबाइल [PHONE]",
  ],
  ["pt", "CPF 529.982.247-25, CNPJ 11.222.333/0001-81", "CPF [NATIONAL_ID], CNPJ [VAT_ID]"],
  ["nl", "BSN 123456782 van Jan de Vries", "BSN [NATIONAL_ID] van [PERSON]"],
  ["pl", "PESEL 44051401359, NIP 123-456-32-18", "PESEL [NATIONAL_ID], NIP [VAT_ID]"],
  ["fr", "mot de passe : Azerty12", "mot de passe : [SECRET]"],
  ["de", "Anna Smith, geb. 3.5.1980", "[PERSON], geb. [DATE_OF_BIRTH]"],
  ["es", "RUT 12.345.678-5, CUIT 20-12345678-6", "RUT [NATIONAL_ID], CUIT [NATIONAL_ID]"],
  [
    "fi",
    "Henkilötunnus 131052-308T, salasana: Moi12345",
    "Henkilötunnus [NATIONAL_ID], salasana: [SECRET]",
  ],
  ["he", "ת.ז. 123456782, סיסמה: Shalom12", "ת.ז. [NATIONAL_ID], סיסמה: [SECRET]"],
  ["tr", "TC kimlik 10000000146", "TC kimlik [NATIONAL_ID]"],
  [
    "en",
    "My credit card account is 1234-5678-1234-5678.",
    "My credit card account is [CREDIT_CARD].",
  ],
  ["en", "<b>John</b> <i>Smith</i> jane&#64;example.com", "<b>[PERSON]</b> <i></i> [EMAIL]"],
  [
    "en",
    'My name is John <a href="mailto:jo@example.com">Smith</a>.',
    "My name is [PERSON] <a></a>.",
  ],
  [
    "en",
    "see https://x.com/u?email=a%40b.com and jo\u200bhn@exam\u200bple.com",
    "see https://x.com/u?email=[EMAIL] and [EMAIL]",
  ],
  [
    "en",
    "My name is Aantje Mourik and I live at 3178 Damvergi Street, Nicosia.",
    "My name is [PERSON] and I live at [ADDRESS], Nicosia.",
  ],
  ["en", "my name is David and I live in Miami", "my name is [PERSON] and I live in Miami"],
  ["en", "My name is Omar a nurse at the clinic", "My name is [PERSON] a nurse at the clinic"],
  ["en", "MY NAME IS Omar", "MY NAME IS [PERSON]"],
])("redacts personal data in %s: %p", async (language, text, redacted) => {
  expect(await redactText(text, language)).toBe(redacted);
});

test.each([
  ["en", "Full name: Ada Byron\nPhone: 555 0199 1", "Full name: [PERSON]\nPhone: [PHONE]"],
  ["en", "id,name,dob\n1,Ada Byron,1990-02-03\n", "id,name,dob\n1,[PERSON],[DATE_OF_BIRTH]\n"],
  [
    "en",
    '{"firstName": "Ada", "lastName": "Byron-King Noel"}',
    '{"firstName": "[PERSON]", "lastName": "[PERSON]"}',
  ],
  [
    "en",
    'order=4500123987 user="Ada Byron" email=ada@example.com',
    'order=4500123987 user="[PERSON]" email=[EMAIL]',
  ],
  ["de", "<td>Mieter</td><td><b>Uwe Fichtenau</b></td>", "<td>Mieter</td><td><b>[PERSON]</b></td>"],
  [
    "da",
    "CPR-nummer er 010203-1234, tlf. 40 28 99 99",
    "CPR-nummer er [NATIONAL_ID], tlf. [PHONE]",
  ],
  [
    "sv",
    "| Namn | Mobil |\n|---|---|\n| Åsa Ek | 070-123 45 67 |",
    "| Namn | Mobil |\n|---|---|\n| [PERSON] | [PHONE] |",
  ],
  [
    "fi",
    "Y-tunnus 1572860-0, passin numero: FP2573204",
    "Y-tunnus [VAT_ID], passin numero: [PASSPORT]",
  ],
  ["pl", "Świadek: Iwona Sikora, ur. 3 maja 1980", "Świadek: [PERSON], ur. [DATE_OF_BIRTH]"],
  [
    "ru",
    "Арендатор: Снежана Голубева, дата рождения 20 июня 1963 г.",
    "Арендатор: [PERSON], дата рождения [DATE_OF_BIRTH] г.",
  ],
  [
    "ar",
    "المستأجر: وليد شاهين\nتاريخ الميلاد: ٠٤‏/٠٥‏/١٩٩٠",
    "المستأجر: [PERSON]\nتاريخ الميلاد: [DATE_OF_BIRTH]",
  ],
  ["ko", "세입자: 권보라, 생년월일: 1982. 09. 19.", "세입자: [PERSON], 생년월일: [DATE_OF_BIRTH]."],
])("redacts the fields and columns of a text in %s: %p", async (language, text, redacted) => {
  expect(await redactText(text, language)).toBe(redacted);
});

test.each([
  ["en", "of {146 Queen's Gate, London SW7 5HR}, who"],
  ["en", "to {8 George Street, Sydney NSW 2000}."],
  ["fr", "au {12 bis, rue Jean Jaurès, 37000 Tours}. Merci"],
  ["es", "en {C. Real 5, 2º izq., 11001 Cádiz}; ella"],
  ["it", "in {Viale dei Tigli 57/A, 24273 Modena}, dove"],
  ["pt", "na {Avenida da Liberdade 5, 3.º Dto, 1250-142 Lisboa} ontem"],
  ["pt", "em {Rua XV de Novembro, 12, Curitiba - PR}."],
  ["nl", "te {Prinsengracht 12-3, 1016 GV Amsterdam}, zegt"],
  ["de", "der {Mariahilfer Straße 10/9, 1060 Wien}. Erreichbar"],
  ["sv", "på {Östra Hamngatan 7, 411 10 Göteborg} nu"],
  ["da", "på {Nørrebrogade 7, 2. tv, 2200 København N}, siger"],
  ["fi", "nyt {Fredrikinkatu 4 C 7, 00120 Helsinki}. Soita"],
  ["pl", "przy {al. Jerozolimskie 59 m. 1, 02-001 Warszawa}, gdzie"],
  ["cs", "bytem {Dlouhá 12, 110 00 Praha 1}, uvádí"],
  ["tr", "adresi {Mithatpaşa Caddesi No: 5, 35280 Konak/İzmir}. Tel"],
  ["ru", "живёт: {г. Омск, Ленинский пр-т, д. 5}. Звонок"],
  ["uk", "адреса {вул. Івана Франка, 5, кв. 7, м. Львів}."],
  ["ar", "في {حي الروضة، شارع حراء، جدة}."],
  ["he", "ב{רחוב בן יהודה 5, ירושלים}."],
  ["hi", "पता {मकान नंबर 5, गांधी नगर, जयपुर 302001} है"],
  ["en", "at {Level 3, 100 George Street, Sydney NSW 2000} any"],
  ["en", "is {Flat 12B, Rosewood House, 5 Elm Grove, Bristol BS8 1AA}."],
  ["en", "to {Apartment 7, 40 Merrion Square, Dublin 2}."],
  ["en", "at {the corner of Elm and Main Street}."],
  ["en", "to {Unit 2050, Box 4190, APO AP 96278}."],
  ["de", "wohnt {Frankenberger Weg 4 b, 52066 Aachen}."],
  ["de", "an {Postfach 12 34, 53113 Bonn} bitte"],
  ["fr", "au {27 quai des Célestins, 75004 Paris} avec"],
  ["es", "en {Carrera 7 # 71-21, Bogotá}."],
  ["es", "en {Camino Real s/n, Puerta 3, 28006 Madrid}."],
  ["nb", "leveres {Bekkekroken 12, 2408 Elverum}."],
  ["nl", "naar {Nieuwezijds Voorburgwal 147, 1012 RJ Amsterdam}."],
  ["hu", "cím: {1061 Budapest, Andrássy út 22}."],
  ["ro", "la {Str. Republicii nr. 12, bl. 3, ap. 12, Cluj-Napoca}."],
  ["hr", "na {Savska cesta 41, 10000 Zagreb}."],
  ["bg", "на {ул. Граф Игнатиев 12, 1000 София} от"],
  ["el", "στην {οδός Ερμού 25, 105 63 Αθήνα} τώρα"],
  ["lv", "uz {Elizabetes iela 2, Rīga, LV-1010}."],
  ["et", "on {Tartu mnt 80, 10112 Tallinn}."],
  ["ka", "მისამართი: {რუსთაველის გამზირი 8, თბილისი 0108}."],
  ["id", "ke {Jl. Malioboro 12, Yogyakarta 55271}."],
  ["fa", "در {خیابان ولیعصر، پلاک ۱۲، تهران}."],
  ["zh", "我住在{上海市黄浦区南京东路233号5楼}。"],
])("redacts an address in %s as one span: %p", async (language, marked) => {
  const text = marked.replaceAll(/[{}]/g, "");
  const body = { text, language, types: ["address"] };
  const { text: redacted } = await json(await hub.post("/api/ai/redact", body));
  expect(redacted).toBe(marked.replace(/\{.+\}/, "[ADDRESS]"));
});

test.each([
  ["en", "SSN 123\u201145\u20116789", "SSN [SSN]"],
  ["en", "j=C3=B6hn=40example.com wrote", "[EMAIL] wrote"],
  ["en", "mail &#106;ohn&commat;example&period;com", "mail [EMAIL]"],
  ["ru", "ИНН500100732259", "ИНН[NATIONAL_ID]"],
  [
    "en",
    "<customer><name>Ada Byron</name></customer>",
    "<customer><name>[PERSON]</name></customer>",
  ],
  [
    "de",
    "Sonst nimmt Frau Swantje Fichtenau es.\n\nMit freundlichen Grüßen\nMeinrad Kaltenhof",
    "Sonst nimmt [PERSON] es.\n\nMit freundlichen Grüßen\n[PERSON]",
  ],
  [
    "sv",
    "Ture Nordhed: har du talat med henne?\nFolke Granholm: ja, det har jag",
    "[PERSON]: har du talat med henne?\n[PERSON]: ja, det har jag",
  ],
  [
    "es",
    "Según Crisanto Olmedilla, la reunión se canceló.",
    "Según [PERSON], la reunión se canceló.",
  ],
])(
  "redacts what is written unusually or introduced by words in %s: %p",
  async (language, text, redacted) => {
    expect(await redactText(text, language)).toBe(redacted);
  },
);

test("masks an encoded email address as a whole", async () => {
  const body = { text: "jane&#64;example.com", language: "en", mode: "mask" };
  expect((await json(await hub.post("/api/ai/redact", body))).text).toBe("****&#**;*******.***");
});

test("redacts a long line of capitals and hyphens without hanging", async () => {
  expect((await redactText("A-".repeat(10_000), "en")).length).toBe(20_000);
});

test("finds no address in numbers beside words that also name streets", async () => {
  const text =
    "Platz 12, 5000 Teilnehmer. Boeing 737, 1500 Flights, Route 5. Die Allee 12 Meter breit. Az út 5 kilométer. Gate 22, Seat 14C. In 1886, Robert Lane won. On 12 March, Room 5 is open. Il viale 3 era chiuso.";
  const body = { text, language: "en", types: ["address"] };
  expect((await json(await hub.post("/api/ai/redact", body))).findings).toEqual([]);
});

test("keeps streets and numbers that are no addresses", async () => {
  const text =
    "Order 4500123987 ships from the Port of Seattle. Windows 10, 2000 Servers. During 1971, Ford grew. Das Team siegte am Mai 3, 2024.";
  expect(await redactText(text, "en")).toBe(text);
});

test("keeps fields that hold nothing personal", async () => {
  const text =
    "File name: Annual Report\nStatus: On Hold\nProduct: Blue Chair\nAddress: see website\nPassword: required\nAddress: unknown\nPhone: n/a";
  expect(await redactText(text, "en")).toBe(text);
});

test.each([
  ["zh", "高兴的电话响了。于是先生们来了，任何人都可以参加。"],
  ["ja", "東京都は日本の首都です。中島の山は美しい。"],
  ["ko", "오늘 날씨가 좋습니다. 고객님 안녕하세요."],
  ["ru", "Москва — столица России. Большой театр открыт."],
  ["en", "The order number is 1234-5678-1234-5678, model 11010519491231002Y."],
  ["de", "Bestellnummer 12345678901, Artikel 4006381333931, Rechnung 2024-12345"],
  [
    "en",
    "Tracking 1Z999AA10123456784, serial S1234567A, part 12-34567890-1, build 2024.05.03-1234",
  ],
  ["ru", "Укажите имя группы и имя пользователя для входа."],
  ["ko", "데이터를 표준 출력에 기록합니다. 자주 나타나는 문제로 알려져 있습니다."],
  ["de", "Sie steht unter der General Public License, Version 3."],
  ["en", "Note: This is a test. The British Museum and Ford Motor Company opened."],
])("keeps a text without personal data in %s: %p", async (language, text) => {
  expect(await redactText(text, language)).toBe(text);
});

test.each([
  [
    "en",
    "Attendees: Q. J. Featherstonehaugh, Okonkwo, Chidinma\nVenue: Hall 2",
    "Attendees: [PERSON], [PERSON]\nVenue: Hall 2",
  ],
  [
    "de",
    "Gestern kamen K. Oberhuber und Mbekezeli Dlamini.",
    "Gestern kamen [PERSON] und [PERSON].",
  ],
  [
    "de",
    "Vorsitz: Zsófia Kertész\nBeisitzer: Ph. Ostertag, Fiete Claasen",
    "Vorsitz: [PERSON]\nBeisitzer: [PERSON], [PERSON]",
  ],
  [
    "fr",
    "Cordialement,\nQUÉMÉNEUR Gwenaëlle\nService achats",
    "Cordialement,\n[PERSON]\nService achats",
  ],
  [
    "es",
    "La inquilina, Ayelén Huenchullán, vive en Carrera 7 # 71-21, Bogotá.",
    "La inquilina, [PERSON], vive en [ADDRESS].",
  ],
  ["nl", "Onze verpleegkundige Naïma El Khattabi belde.", "Onze verpleegkundige [PERSON] belde."],
  ["el", "Χθες ήρθε η Ευρυδίκη Παπαχαραλάμπους.", "Χθες ήρθε η [PERSON]."],
  [
    "uk",
    "Позивач: Джон Макферсон. Відповідач: Рустам Алієв.",
    "Позивач: [PERSON]. Відповідач: [PERSON].",
  ],
  [
    "ar",
    "الرئيس: ديفيد ويلسون\nالأعضاء: رزان المغربي، غسان كنعان",
    "الرئيس: [PERSON]\nالأعضاء: [PERSON]، [PERSON]",
  ],
  [
    "zh",
    "由我同事褚时健签收。委员：端木磊、冼星海",
    "由我同事[PERSON]签收。委员：[PERSON]、[PERSON]",
  ],
  [
    "ja",
    "昨日、小鳥遊健太郎さんと月見里 葵さんが来ました。",
    "昨日、[PERSON]さんと[PERSON]さんが来ました。",
  ],
  ["ko", "어제 독고영재 씨와 응우옌 반 하이 씨가 왔다.", "어제 [PERSON] 씨와 [PERSON] 씨가 왔다."],
  ["pl", "nr;klient;szt\n1;Wacława Brzęczyszczykiewicz;5", "nr;klient;szt\n1;[PERSON];5"],
  [
    "sv",
    "har du sett jonas lundqvist idag? ring honom sen",
    "har du sett [PERSON] idag? ring honom sen",
  ],
])(
  "finds rare names where only a name can stand, in %s: %s",
  async (language, marked, expected) => {
    expect((await post({ language, text: marked })).text).toBe(expected);
  },
);

test.each([
  ["en", "Earl Grey and a Calvin Klein store; Ben & Jerry's is next to Marks & Spencer."],
  ["en", "Washington said no. The Lincoln Tunnel is closed. Chelsea 3-1 Arsenal."],
  ["en", "Jane Eyre is long. Use a Petri dish, 5 mg/L. Bisoprolol 2.5 mg."],
  ["de", "Hugo Boss und Jil Sander im Angebot. Sehr geehrte Frau Kollegin, danke."],
  ["fr", "L'avenue Victor Hugo est fermée. TRIBUNAL DE NANTES\nRG n° 22/01874"],
  ["it", "L'aeroporto Leonardo da Vinci è pieno. R.G. 318/2023"],
  ["es", "El hospital Ramón y Cajal y la plaza Simón Bolívar. Renault Clio."],
  ["ro", "Strada Mihai Eminescu e închisă."],
  ["en", "Attendees: Sales, Marketing and Legal."],
  ["en", "Contact: Front Desk"],
  ["de", "Mit freundlichen Grüßen\nIhr Kundendienst"],
  ["zh", "高兴、安静、白天、黄昏、金融、马上、方便。"],
])(
  "keeps brands, works, places and services that look like a person's name, in %s: %s",
  async (language, safe) => {
    expect((await post({ language, text: safe })).text).toBe(safe);
  },
);

test("redact finds a telephone number after an address or a contact's name", async () => {
  const body = {
    language: "pl",
    text: "Kontakt: Dobromir Cichy, 601 234 567. Polna 2, 62-300 Września, 61 855 11 22.",
  };
  expect((await post(body)).text).toBe("Kontakt: [PERSON], [PHONE]. [ADDRESS], [PHONE].");
});

test.each([
  ["en", "Bought by PRIYANKA BHATTACHARYA on 4 May.", "Bought by [PERSON] on 4 May."],
  ["de", "Von: Luitgard Niebuhr\nAn: Chiamaka Udeh", "Von: [PERSON]\nAn: [PERSON]"],
  ["it", "Sopralluogo di Chiamaka Udeh (perito).", "Sopralluogo di [PERSON] (perito)."],
  ["zh", "看房人：邬君梅（评估师）", "看房人：[PERSON]（评估师）"],
  ["ja", "差出人：綾小路きみまろ\n件名：荷物", "差出人：[PERSON]\n件名：荷物"],
])(
  "finds senders, parties and names before a role, in %s: %s",
  async (language, marked, expected) => {
    expect((await post({ language, text: marked })).text).toBe(expected);
  },
);

test.each([
  ["en", "VIN 1HGCM82633A004352, IMEI 490154203237518", "VIN [VEHICLE_ID], IMEI [DEVICE_ID]"],
  ["en", "MRN 4481516, plate 7ABC123", "MRN [MEDICAL_ID], plate [VEHICLE_ID]"],
  ["en", "DOB 12-JAN-1979", "DOB [DATE_OF_BIRTH]"],
  ["sw", "VIN 1M8GDM9AXKP042788", "VIN [VEHICLE_ID]"],
  ["sw", '{"imei": "356938035643809"}', '{"imei": "[DEVICE_ID]"}'],
  ["it", "driving licence MORGA753116SM9IJ", "driving licence [NATIONAL_ID]"],
  ["pl", "session_id=9f8a7b6c5d4e3f2a1b0c", "session_id=[SECRET]"],
  ["fi", "AccountName=x;AccountKey=Zm9vYmFyMTIzNDU2Nzg5MA==", "AccountName=x;AccountKey=[SECRET]"],
  [
    "so",
    '{"firstName": "Tariro", "surname": "Gakuru"}',
    '{"firstName": "[PERSON]", "surname": "[PERSON]"}',
  ],
  ["auto", "My name is Tariro Gakuru.", "My name is [PERSON]."],
  ["auto", "Refund Nandipha Mthethwa please", "Refund [PERSON] please"],
])(
  "finds numbers, keys and names whatever the language, in %s: %s",
  async (language, marked, expected) => {
    expect((await post({ language, text: marked })).text).toBe(expected);
  },
);

test.each([
  "VIN 1HGCM82633A004353X",
  "Order 490154203237519 has shipped.",
  "The plate is hot. A number plate is required.",
  "The session is over, and the patient is well.",
])("keeps numbers and words that only look like those: %s", async (safe) => {
  expect((await post({ text: safe })).text).toBe(safe);
});
