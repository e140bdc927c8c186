import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, sampleCases, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(import.meta.dir);
const get = (path: string, query: Record<string, string>) =>
  hub.get(`/api/image/${path}?${new URLSearchParams(query)}`);

// Article 1 of the Universal Declaration of Human Rights, as published by the United Nations.
const scripts = {
  Amharic: "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።",
  Arabic: "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
  Armenian: "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով։",
  Bengali: "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।",
  Burmese: "လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း၊",
  Cherokee: "ᏂᎦᏓ ᎠᏂᏴᏫ ᏂᎨᎫᏓᎸᎾ ᎠᎴ ᎤᏂᏠᏱ ᎤᎾᏕᎿ",
  Georgian: "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.",
  Greek: "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
  Gujarati: "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર અને સમાન હોય છે.",
  Hebrew: "כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
  Hindi: "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
  Japanese: "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
  Kannada: "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ದಾರೆ. ಹಾಗೂ ಘನತೆ ಮತ್ತು ಹಕ್ಕುಗಳಲ್ಲಿ ಸಮಾನರಾಗಿದ್ದಾರೆ.",
  Khmer: "មនុស្សទាំងអស់ កើតមកមានសេរីភាព និងសមភាព ក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ។",
  Korean: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
  Lao: "ມະນຸດເກີດມາມີສິດເສລີພາບ ແລະ ສະເໝີໜ້າກັນໃນທາງກຽດຕິສັກ ແລະ ທາງສິດ.",
  Malayalam: "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി ജനിച്ചിട്ടുള്ളവരാണ്.",
  Odia: "ସମସ୍ତ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ ସ୍ୱାଧୀନ ଏବଂ ମର୍ଯ୍ୟାଦା ଓ ଅଧିକାରରେ ସମାନ।",
  Punjabi: "ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ, ਸ਼ਾਨ ਅਤੇ ਹੱਕਾਂ ਦੇ ਪੱਖੋਂ ਜਨਮ ਤੋਂ ਹੀ ਆਜ਼ਾਦ ਹੈ।",
  Russian: "Все люди рождаются свободными и равными в своем достоинстве и правах.",
  Sinhala: "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. ගරුත්වයෙන් හා අයිතිවාසිකම්වලින් සමාන වෙති.",
  Tamil: "மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும் சமமானவர்கள்.",
  Telugu: "ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును సమానులును నగుదురు.",
  Thai: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ น้ำซ้ำ",
  Tibetan: "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་ཆེ་མཐོངས་དང༌།",
  Vietnamese: "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.",
  Chinese: "人人生而自由，在尊严和权利上一律平等。",
};

test.each(sampleCases(Object.entries(scripts), 6))(
  "every image endpoint draws %s with its own glyphs",
  async (_, text) => {
    const title = text.slice(0, 90);
    for (const [path, query] of [
      ["placeholder", { size: "600x200", text: title }],
      ["placeholder", { size: "600x200", text: title, bold: "true", font: "mono", format: "png" }],
      ["og", { title, format: "svg" }],
      ["banner", { title, format: "svg" }],
      ["badge", { label: "x", message: title.slice(0, 30), format: "png" }],
    ] as const) {
      const res = await get(path, query);
      expect([res.status, res.headers.get("x-missing-glyphs")]).toEqual([200, null]);
    }
  },
);

describe("characters that no font has", () => {
  const lost = "ᠮᠣ";

  test.each([
    ["placeholder", { size: "300x100", text: `a ${lost}` }],
    ["placeholder", { size: "300x100", text: lost, format: "png" }],
    ["og", { title: lost, format: "svg" }],
    ["og", { title: "Ada", author: lost, format: "png" }],
    ["social-card", { title: lost, platform: "twitter", format: "png" }],
    ["banner", { title: "Ada", subtitle: lost }],
    ["badge", { label: "a", message: lost, format: "png" }],
    ["avatar", { name: "ᠮᠣ ᠣ", format: "png" }],
  ] as const)("are reported by %s %j", async (path, query) => {
    const res = await get(path, query);
    expect(res.headers.get("x-missing-glyphs")).toMatch(/^U\+182E( U\+1823)?$/);
    const body = await json(await get(path, { ...query, response: "json" }));
    expect(body.missing_glyphs[0]).toBe("ᠮ");
  });

  test("are reported by a chart", async () => {
    const chart = { type: "bar", labels: [lost], series: [{ data: [1] }], format: "png" };
    const res = await hub.post("/api/image/chart", chart);
    expect(res.headers.get("x-missing-glyphs")).toBe("U+182E U+1823");
    expect(
      (await json(await hub.post("/api/image/chart", { ...chart, response: "json" })))
        .missing_glyphs,
    ).toEqual(["ᠮ", "ᠣ"]);
  });

  test("don't matter in an SVG that uses its viewer's fonts", async () => {
    const res = await get("badge", { label: "a", message: lost });
    expect([res.status, res.headers.get("x-missing-glyphs")]).toEqual([200, null]);
  });
});

/** Returns the columns of an image that have ink, as a string of runs. */
async function readInk(text: string): Promise<number[]> {
  const query = { size: "400x120", text, bg: "fff", color: "000", font_size: "60", format: "png" };
  const png = await (await get("placeholder", query)).bytes();
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const columns = Array.from({ length: info.width }, (_, x) =>
    Array.from(
      { length: info.height },
      (_, y) => data[(y * info.width + x) * info.channels] ?? 255,
    ),
  );
  return columns.flat();
}

// Unicode 17, 16.1 and 16.3: canonically equivalent spellings that look the same.
test.each([
  ["Thai sara am and nikhahit before the tone, then sara aa", "น้ำ", "นํ้า"],
  ["Lao sala am and niggahita before the tone, then sala aa", "ນ້ຳ", "ນໍ້າ"],
])("draws %s alike", async (_, one, other) => {
  expect(await readInk(one)).toEqual(await readInk(other));
});

test("returns equal images for equal requests, for any text", async () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom("svg", "png"), async (text, format) => {
      const query = { size: "300x120", text, format };
      const [one, two] = [await get("placeholder", query), await get("placeholder", query)];
      expect(one.status).toBe(200);
      expect(await one.bytes()).toEqual(await two.bytes());
    }),
    cases(15, 5),
  );
});

test("limits the initials of a name, and takes one initial per word of several", async () => {
  const word = fc.constantFrom(
    "Ada",
    "Łukasz",
    "Żółć",
    "Ünal",
    "Ολγα",
    "Иван",
    "de",
    "van",
    "O'Neil",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 1, max: 3 }),
      async (words, length) => {
        const { initials } = await json(
          await get("avatar", { name: words.join(" "), length: String(length), response: "json" }),
        );
        const firsts = words.map((one) => (one[0] ?? "").toUpperCase());
        const most = Math.min(length, words.length);
        expect([...initials]).toHaveLength(most);
        expect(initials[0]).toBe(firsts[0]);
        if (most > 1) expect(initials.at(-1)).toBe(firsts.at(-1));
      },
    ),
    cases(15, 5),
  );
});
