import { isUnitCode } from "./unit-codes.ts";

/**
 * What people write for a unit, by its code in UN/ECE Recommendation 20 or 21 (X and a package): in
 * the languages of the documents, in their order en de fr es it pt nl pl tr el ru ar he zh ja ko.
 */
const words: Readonly<Record<string, string>> = {
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
};

const known = new Map(
  Object.entries(words).flatMap(([code, list]) =>
    list.split(/,? /).map((word) => [word, code] as const),
  ),
);

/** Codes of a single cigarette and of kilograms by the second, for which nobody writes them. */
const meantAsWords = new Set(["STK", "KGS"]);

/**
 * The code of a unit: its own, that of a known word, or C62, "one", where none is said. Undefined for
 * a word that is not known, as "one" would be a guess.
 */
export function unitCode(unit: string | undefined): string | undefined {
  if (unit === undefined) return "C62";
  if (isUnitCode(unit) && !meantAsWords.has(unit)) return unit;
  const word = unit.normalize("NFC").toLowerCase().replace(/[.\s]/g, "");
  // "hour(s)" and "Stunde(n)".
  const end = word.endsWith(")") ? word.lastIndexOf("(") : -1;
  return known.get(end < 0 ? word : word.slice(0, end));
}

/** Every word that is known, and its code. */
export const unitWords: ReadonlyMap<string, string> = known;
