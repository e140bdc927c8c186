import { asTable } from "hub";

/**
 * The codes of UN/ECE Recommendation 20, and those of Recommendation 21 prefixed with X, as BR-CL-23 of EN 16931
 * allows. Each entry is a prefix and the possible last characters.
 */
const endings = `
1:01345I 2:01234578ABCGHIJKLMNPQRUXYZ 3:34578BC 4:01CGHKLMNOPQRTUWX 5:6789ABEJ 6:01 7:47
8:01579 9:1 A:23456789ABDEHIKLQSYZ B:13478BP C:03789G D:1256BDGJNT E:4ABQ F:CFHLPRS
G:23BEFJLMOPQV H:ACHM I:AEUV J:2EKM K:1236ABIJLORTWX L:2ADFHKMNOPRSY M:14579CD N:13AFLTUX
O:ANT P:125DIOQRS Q:3ABR R:19HMPT S:34GQRWX T:03IP U:12BC V:AP W:2ABEGM X:1 Z:9PZ
A1:0123456789 A2:012346789 A3:0123456789 A4:012345789 A5:34569 A6:89 A7:013456 A8:456789
A9:013456789 AC:RT AM:HP AN:N AP:Z AS:MU AT:M AW:G B1:0123456789 B2:0123456789 B3:012345
B4:123456789 B5:023456789 B6:012346789 B7:0123456789 B8:0123456789 B9:0123456789 BA:R BF:T
BH:P BI:L BL:DL BP:M BQ:L BT:U BU:AI C1:0123456789 C2:0123456789 C3:0123456789 C4:0123456789
C5:0123456789 C6:0123456789 C7:012345689 C8:0123456789 C9:012345679 CC:T CD:L CE:LN CG:M CK:G
CL:FT CM:KQT CN:PT CO:U CT:GMN CU:R CW:AI D0:34 D1:012356789 D2:012345679 D3:012346
D4:123456789 D5:0123456789 D6:0123589 D7:3478 D8:012356789 D9:1345 DA:ADY DB:MW DE:C DL:T
DM:AKOQT DP:CRT DR:AIL DT:N DW:T DZ:NP E0:1789 E1:02456789 E2:0123578 E3:0123456789
E4:0123456789 E5:0123456789 E6:0123456789 E7:0123456789 E8:0123456789 E9:0123456789
F0:12345678 F1:0123456789 F2:0123456789 F3:0123456789 F4:0123456789 F5:0123456789
F6:0123456789 F7:0123456789 F8:0123456789 F9:0123456789 FA:HR FB:M FI:T FN:U FO:T FT:KQ
G0:145689 G1:0123456789 G2:013456789 G3:0123456789 G4:0123456789 G5:0123456789 G6:0123456789
G7:0123456789 G8:0123456789 G9:0123456789 GB:Q GD:W GF:I GG:R GI:ACIP GL:DIL GR:MNO GW:H
H0:3456789 H1:012345689 H2:0123456789 H3:0123456789 H4:0123456789 H5:0123456789 H6:0123456789
H7:012345679 H8:012345789 H9:012345689 HA:D HB:AX HD:W HE:A HG:M HI:U HK:M HL:T HM:OQT HP:A
HT:Z HU:R HW:E IN:HKQ IS:D IU:G J1:023456789 J2:0123456789 J3:012345689 J4:0123456789
J5:0123456789 J6:0123456789 J7:012345689 J8:123457 J9:012356789 JN:T JO:U JP:S JW:L
K1:0123456789 K2:0123678 K3:0123456789 K4:012356789 K5:01234589 K6:0123456789 K7:013456789
K8:0123456789 K9:0123456789 KA:T KB:A KC:C KD:W KE:L KG:MS KH:YZ KI:CP KJ:O KL:KX KM:AHKQT
KN:IMST KP:AHOP KS:DH KT:N KU:R KV:ART KW:HNOSTY L1:0123456789 L2:013456789 L3:0123456789
L4:0123456789 L5:0123456789 L6:03456789 L7:0123456789 L8:0123456789 L9:012345689 LA:C LB:RT
LE:F LP:A LT:NR LU:BMX M1:0123456789 M2:012345679 M3:0123456789 M4:0123456789 M5:012356789
M6:0123456789 M7:0123456789 M8:0123456789 M9:0123456789 MA:HLMRW MB:EFR MC:U MG:M MH:Z
MI:KLNOU MK:DMW ML:DT MM:KQT MN:DJ MO:N MP:A MQ:DHMSW MR:DMW MS:K MT:KQRSZ MV:A MW:H
N1:0123456789 N2:0123456789 N3:0123456789 N4:0123456789 N5:0123456789 N6:0123456789
N7:0123456789 N8:0123456789 N9:0123456789 NA:R NC:L NE:W NI:LU NM:3IP NP:T NT:U OD:EGKM OH:M
ON:Z OP:M OZ:AI P1:0123456789 P2:0123456789 P3:0123456789 P4:0123456789 P5:0123456789
P6:0123456789 P7:0123456789 P8:0123456789 P9:0123456789 PA:L PF:L PG:L PL:A PT:DILN
Q1:0123456789 Q2:0123456789 Q3:0123456789 Q4:012 QA:N QT:DILR RO:M RP:MS SA:N SC:OR SE:CT SI:E
SM:3I SQ:R ST:CIKLNW SY:R TA:HN TI:CP TK:M TM:S TN:E TP:IR TQ:D TR:L TS:T TT:S VL:T WC:D WE:BE
WH:R WS:D WT:T X1:ABDFGW X2:C X3:AH X4:34ABCDFGH X5:HLM X6:HP X7:AB X8:ABC XA:ABCDEFGHIJLMPTV
XB:4ABCDEFGHIJKLMNOPQRSTUVWXYZ XC:ABCDEFGHIJKLMNOPQRSTUVWXYZ XD:ABCGHIJKLMNPRSTUVWXY
XE:CDEFGHIN XF:BCDEILOPRTWX XG:BILRUYZ XH:ABCGNR XI:ABCDEFGHKLNZ XJ:BCGRTY XK:GI XL:EGTUVZ
XM:ABCERSTWX XN:AEFGSTUV XO:123456789ABCDEFGHIJKLMNPQRSTUVWXYZ XP:1234ABCDEFGHIJKLNOPRTUVXYZ
XQ:ABCDFGHJKLMNPQRS XR:DGJKLOTZ XS:ABCDEHIKLMOPSTUVWXYZ XT:1BCDEGIKLNORSTUVWYZ XU:CN
XV:AGIKLNOPQRSY XW:ABCDFGHJKLMNPQRSTUVWXYZ XX:ABCDFGHJK XY:ABCDFGHJKLMNPQRSTVWXYZ
XZ:ABCDFGHJKLMNPQRSTUVWXYZ YD:KQ YR:D Z1:1
`;

const codes = new Set(
  endings
    .trim()
    .split(/\s/)
    .flatMap((group) => {
      const [begin = "", ends = ""] = group.split(":");
      return [...ends].map((end) => begin + end);
    }),
);

/** All unit codes. */
export const unitCodes: ReadonlySet<string> = codes;

/**
 * Common words for units by code of UN/ECE Recommendation 20 or 21 (X and a package), in the document languages, in
 * the order en de fr es it pt nl pl tr el ru ar he zh ja ko.
 */
const words: Readonly<Record<string, string>> = asTable({
  SEC: "s sec secs second seconds, sekunde sekunden sek, seconde secondes, segundo segundos, secondo secondi, seconden, sekunda sekundy sekund, saniye, δευτερόλεπτο δευτερόλεπτα, секунда секунды секунд сек, ثانية ثوان ثواني, שנייה שניות, 秒, 秒钟, 초",
  MIN: "min mins minute minutes, minuten, minuto minutos, minuti, minuut, minuta minuty minut, dakika dk, λεπτό λεπτά, минута минуты минут мин, دقيقة دقائق, דקה דקות, 分 分钟 分鐘, 分間, 분",
  HUR: "h hr hrs hour hours, std stunde stunden, heure heures, hora horas, ora ore, uur uren, godzina godziny godzin godz, saat sa, ώρα ώρες, час часа часов, ساعة ساعات, שעה שעות, 小时 小時, 時間, 시간",
  DAY: "d day days, tag tage tagen, jour jours jr, día días dia dias, giorno giorni gg, dag dagen, dzień dni, gün, ημέρα ημέρες μέρα μέρες, день дня дней, يوم أيام, יום ימים, 天, 日 日間, 일",
  WEE: "wk wks week weeks, woche wochen, semaine semaines, semana semanas, settimana settimane, weken, tydzień tygodnie tygodni, hafta, εβδομάδα εβδομάδες, неделя недели недель, أسبوع أسابيع, שבוע שבועות, 周 星期, 週 週間, 주",
  MON: "mo month months, monat monate monaten, mois, mes meses, mese mesi, mês, maand maanden, miesiąc miesiące miesięcy, ay, μήνας μήνες, месяц месяца месяцев мес, شهر أشهر شهور, חודש חודשים, 月 个月 個月, か月 ヶ月 カ月, 개월 월",
  ANN: "y yr yrs year years, jahr jahre jahren, an ans année années, año años, anno anni, ano anos, jaar jaren, rok lata lat, yıl sene, έτος έτη, год года лет, سنة سنوات, שנה שנים, 年 年間, 년",
  H87: "pc pcs piece pieces, stk stck stück stücke stueck, pièce pièces, pieza piezas pza, pezzo pezzi pz, peça peças pç, stuk stuks, sztuka sztuki sztuk szt, adet, τεμάχιο τεμάχια τεμ, штука штуки штук шт, قطعة قطع, יחידה יחידות, 件 个 個, 개",
  C62: "unit units item items user users seat seats licence licences license licenses, einheit einheiten lizenz lizenzen, unité unités, unidad unidades ud uds, unità, unidade unidades un, eenheid eenheden, jednostka, birim, μονάδα μονάδες, единица единицы ед, وحدة وحدات, 单位, 単位, 단위",
  LS: "lump lumpsum, pauschal pauschale psch, forfait, tanto, forfettario, ryczałt",
  SET: "set sets, satz sätze, jeu jeux, juego juegos, zestaw zestawy, takım, σετ, комплект комплекта комплектов компл, طقم, 套, セット, 세트",
  PR: "pair pairs, paar, paire paires, par pares, paio paia, para pary, çift, ζεύγος, пара пары пар, زوج, זוג, 双, 足, 켤레",
  EA: "ea each",
  DZN: "doz dozen dozens, dutzend dtzd, douzaine douzaines, docena docenas, dozzina dozzine, dúzia dúzias, dozijn, tuzin, düzine, ντουζίνα, дюжина",
  XBX: "box boxes, karton kartons schachtel, boîte boîtes, caja cajas, scatola scatole, caixa caixas, doos, pudełko, kutu, κουτί κουτιά, коробка коробки коробок, صندوق, קופסה, 盒 箱",
  XPK: "pack packs package packages pkg, packung packungen pack pkg, paquet paquets, paquete paquetes, pacco pacchi confezione confezioni, pacote pacotes, pak pakken, paczka opakowanie, paket, πακέτο πακέτα, упаковка упаковки упаковок уп, عبوة, חבילה, 包, パック, 팩",
  XBO: "bottle bottles, flasche flaschen, bouteille bouteilles, botella botellas, bottiglia bottiglie, garrafa garrafas, fles flessen, butelka butelki butelek, şişe, φιάλη φιάλες, бутылка бутылки бутылок, زجاجة, בקבוק, 瓶, 병",
  ZP: "page pages, seite seiten, página páginas, pagina pagine, strona strony stron, sayfa, σελίδα σελίδες, страница страницы страниц, صفحة صفحات, עמוד עמודים, 页, ページ, 페이지",
  D68: "word words, wort wörter, mot mots, palabra palabras, parola parole, palavra palavras, woord woorden, słowo słowa słów, kelime, λέξη λέξεις, слово слова слов, كلمة كلمات, מילה מילים, 単語, 단어",
  MGM: "mg, milligram milligrams milligramm, milligramme milligrammes",
  GRM: "g gr gram grams, gramm, gramme grammes, gramo gramos, grammo grammi, grama gramas, грамм г, جرام غرام, גרם, 克, グラム, 그램",
  KGM: "kg kgs kilo kilos kilogram kilograms, kilogramm, kilogramme kilogrammes, kilogramo kilogramos, chilo chili chilogrammo chilogrammi, quilo quilos quilograma quilogramas, κιλό κιλά, кг килограмм, كيلوغرام كجم, ק״ג, 公斤 千克, キログラム, 킬로그램",
  TNE: "t tonne tonnes, tonnen, tonelada toneladas, tonnellata tonnellate, tona tony, τόνος τόνοι, тонна тонны тонн т, طن, טון, 吨, トン, 톤",
  MMT: "mm millimetre millimetres millimeter, millimètre millimètres",
  CMT: "cm centimetre centimetres centimeter, zentimeter, centimètre centimètres",
  MTR: "m metre metres meter meters, lfm, mètre mètres, metro metros, metri, μέτρο μέτρα, метр метра метров м, متر, מטר, 米, メートル, 미터",
  KMT: "km kms kilometre kilometres kilometer kilometers, kilomètre kilomètres, kilómetro kilómetros, chilometro chilometri, quilómetro quilômetro, километр км, كيلومتر, ק״מ, 公里, キロメートル, 킬로미터",
  MTK: "m2 m² qm sqm, quadratmeter, м²",
  MTQ: "m3 m³ cbm, kubikmeter, м³",
  LTR: "l litre litres liter liters, litro litros, litri, litr litry litrów, litre, λίτρο λίτρα, литр литра литров л, لتر, ליטר, 升, リットル, 리터",
  MLT: "ml millilitre millilitres milliliter",
  KWH: "kwh kilowattstunde kilowattstunden",
  MWH: "mwh megawattstunde megawattstunden",
});

const codeByWord = new Map(
  Object.entries(words).flatMap(([code, list]) =>
    list.split(/,? /).map((word) => [word, code] as const),
  ),
);

/** Codes for a cigarette and for kilograms per second. Users who write them mean the words. */
const ambiguousCodes = new Set(["STK", "KGS"]);

/**
 * Returns the code of a unit: the given code, that of a known word, or C62, "one", without a unit. Returns undefined
 * for an unknown word, because C62 would be a guess.
 */
export function unitCode(unit: string | undefined): string | undefined {
  if (unit === undefined) return "C62";
  if (isUnitCode(unit) && !ambiguousCodes.has(unit)) return unit;
  const word = unit.normalize("NFC").toLowerCase().replace(/[.\s]/g, "");
  // Removes plural suffixes in parentheses: "hour(s)" and "Stunde(n)".
  const end = word.endsWith(")") ? word.lastIndexOf("(") : -1;
  return codeByWord.get(end < 0 ? word : word.slice(0, end));
}

/** Returns the first word for a unit code. Returns other codes unchanged, and an empty text for pieces (C62). */
export function unitName(code: string): string {
  if (code === "C62") return "";
  return words[code]?.split(/,? /)[0] ?? code;
}

/** All known words with their codes. */
export const unitWords: ReadonlyMap<string, string> = codeByWord;

/** Returns whether a text is a unit code in upper case. */
export function isUnitCode(text: string): boolean {
  return codes.has(text);
}
