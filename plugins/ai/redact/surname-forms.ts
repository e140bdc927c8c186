import { isEnglishWord } from "../names/english-words.ts";
import { findPlace } from "../names/gazetteer.ts";
import { isFirstName, isSurname } from "../names/known-names.ts";
import { noName, organizationEnds } from "../names/name-words.ts";
import type { TextEntity } from "../recognize/found.ts";
import { getStopwords } from "../text/stopwords.ts";
import { isWorldFirstName, isWorldSurname } from "./world-names.ts";

/** Endings that surnames have in a language and other words rarely have, in small letters. */
const endings = {
  polish:
    "(?:[sc]k(?:i|a|iego|iej|im|ą)|dzk(?:i|a|iego|iej)|wicz(?:a|em|owi)?|czyk|czak|szczak|owiak)",
  czech: "(?:ová|ové|ovou|ovský|ovská|ský|ská|áček|íček|ěk)",
  romanian: "(?:escu|eanu|oiu|ărescu|ăceanu)",
  turkish: "(?:oğlu|demir|kaya|taş|türk|soy|kılıç|çelik|doğan|arslan|aslan)",
  nordic: "(?:sson|ström|gren|kvist|qvist|blad|berg|lund|sjö|crona|hjelm|dóttir|sen)",
  dutch: "(?:stra|sma|inga|ema|huizen|huis|steen|meijer|veld)",
  german:
    "(?:huber|mayer|meier|maier|meyer|bauer|hauser|mann|hausen|inger|berger|müller|hofer|bacher|gruber|hagen|haus|owski|lüders|dorf|brandt|stein|feld)",
  italian: "(?:etti|elli|ucci|azzi|ozzi|acci|aldi|ardi|oni|ini|illo|iello)",
  spanish: "(?:ández|éndez|ínguez|íguez|írez|érez|énez|ález|uez|etxea|berria|goitia)",
  slavic: "(?:enko|chuk|čuk|czuk|juk|ović|ović|ovych|ovič)",
  caucasian: "(?:shvili|dze|yan|ian)",
};
const western = new RegExp(
  `(?<![\\p{L}\\p{N}.&-])(?<first>\\p{Lu}\\p{L}{1,20}(?:-\\p{Lu}\\p{L}{1,20})?) (?:\\p{Lu}\\.? )?(?<last>(?:\\p{Lu}\\p{L}{2,20}-)?\\p{Lu}\\p{L}{1,20}${either(Object.values(endings))}(?:-\\p{Lu}\\p{L}{2,20})?)(?![\\p{L}\\p{N}])`,
  "gu",
);
const surnameEnd = new RegExp(`${either(Object.values(endings))}$`, "u");
const worldPair =
  /(?<![\p{L}\p{N}.&-])(?<first>\p{Lu}[\p{L}\p{M}'’]{1,20}) (?:(?:wa|bin|al|el|van|de) )?(?<last>\p{Lu}[\p{L}\p{M}'’]{1,20}(?:-\p{Lu}\p{L}{2,20})?)(?![\p{L}\p{N}])/gu;
const reversed =
  /(?<![\p{L}\p{N}.&-])(?<last>\p{Lu}[\p{L}'’-]{3,25}), (?<first>\p{Lu}\p{Ll}{2,20})(?=[\s.,;)])/gu;
const hindiSurnames =
  "चतुर्वेदी|देशपांडे|तिवारी|ढिल्लों|मिश्रा|शर्मा|वर्मा|गुप्ता|यादव|चौहान|अग्रवाल|जोशी|कुलकर्णी|श्रीवास्तव|पटेल|मेहता|चौधरी|पांडे|पाण्डेय|सक्सेना|राठौर|राठौड़|बंसल|दुबे|त्रिपाठी|कौर|लामा|द्विवेदी|शुक्ला|मल्होत्रा|चटर्जी|मुखर्जी|बनर्जी|अय्यर|फ़ारूक़ी|फारूकी|क़ुरैशी|अंसारी|वेंकटरमण|सुब्रमण्यम|नायडू|रेड्डी|पिल्लई|पेत्रेंको|मैकफर्सन";
const hindi = new RegExp(
  `(?<=^|[\\s,:;।(])(?<first>[\\p{Script=Devanagari}\\p{M}]{2,14}\\.?(?: [\\p{Script=Devanagari}\\p{M}]{1,3}\\.| सिंह)?) (?<last>${hindiSurnames})(?![\\p{L}\\p{M}])`,
  "gu",
);
const cyrillic =
  /(?<![\p{L}\p{N}-])(?<first>\p{Lu}\p{Ll}{2,16}) (?<last>(?:\p{Lu}\p{Ll}{2,16}-)?\p{Lu}\p{Ll}{1,18}(?:ов|ев|ёв|ова|ева|ёва|ину|ин|ина|енко|енка|цький|цька|ський|ська|ский|ская|цкий|цкая|чук|щук|юк|няк|ишин|ович|швили|дзе|ян|баев|баева|зянова)(?:а|у|ым|ой|ою|ым)?(?:-\p{Lu}\p{Ll}{2,16})?)(?![\p{L}\p{N}])/gu;
const greek =
  /(?<![\p{L}\p{N}-])(?<first>\p{Lu}\p{Ll}{2,16}) (?<last>(?:\p{Lu}\p{Ll}{2,16}-)?\p{Lu}\p{Ll}{1,18}(?:όπουλος|οπούλου|όπουλο|ίδης|ίδου|ιάδης|ιάδου|άκης|άκη|άκος|άτος|έας|ούδης|ούδη|άμπους|ιάννη|ιάννης|γιώργης|γιάννης|ινού|ινός|έλος|έλου|ίρης|ίρη|ίου|ρίγος|πτης|ένκο|φέρσον|άς|ής))(?![\p{L}\p{N}])/gu;
const greekCapitals =
  /(?<![\p{L}\p{N}-])(?<first>\p{Script=Greek}{3,16}) (?<last>\p{Script=Greek}{2,18}(?:ΟΠΟΥΛΟΣ|ΟΠΟΥΛΟΥ|ΙΔΗΣ|ΙΔΟΥ|ΙΑΔΗΣ|ΙΑΔΟΥ|ΑΚΗΣ|ΑΚΗ|ΑΤΟΣ))(?![\p{L}\p{N}])/gu;

/** First words that surnames don't follow: kinds of places, institutions, works and goods. */
const notFirst =
  /^(?:Улица|Проспект|Площадь|Станция|Метро|Вулиця|Площа|Аэропорт|Аеропорт|Премия|Премія|Театр|Музей|Озеро|Река|Город|Острів|Остров|Область|Район|Закон|Теорема|Болезнь|Хвороба|Ulica|Plac|Aleja|Lotnisko|Teatr|Muzeum|Ulice|Náměstí|Most|Hrad|Strada|Piața|Bulevardul|Aeroportul|Teatrul|Cadde|Via|Piazza|Viale|Corso|Museo|Villa|Palazzo|Calle|Plaza|Avenida|Premio|Hotel|Restaurant|Monte|Mont|Lago|Больница|Лікарня|Ron|Tierra|Schloss|Burg|Bad|Sankt|Sveti|Grand|Club|Circolo|Banca|Banco|Ristorante|Pizza|Piazzale|Nova|Stary|Stara|Nowa|Nowy|Wielka|Wielki|Mała|Mały|Górna|Dolna|Česká|Český|Velká|Malá|Nová|Nový|Stará|Starý|Horní|Dolní|Третьяковская|Οδός|Πλατεία|Λεωφόρος|Νέα|Άγιος|Αγία|Αγίου|Μέγαρο|Νόσος)$/u;

function either(some: readonly string[]): string {
  return `(?:${some.join("|")})`;
}

/** Finds a capitalised word before a word with a surname's ending: "Donatella Pallavicini", "Светозар Невзоров". */
export function* findSurnames(text: string, language: string): Generator<TextEntity> {
  const stopwords = getStopwords(language);
  yield* findWorldNames(text, language);
  for (const pattern of [western, cyrillic, greek, greekCapitals])
    for (const { 0: name, index: start, groups } of text.matchAll(pattern)) {
      const { first = "", last = "" } = groups ?? {};
      // Nouns and adjectives of German have capitals and the same endings.
      if (pattern === western && (language === "de" || language === "en") && !isSurname(last))
        continue;
      if (stopwords.has(first.toLowerCase()) || notFirst.test(first) || noName.has(first)) continue;
      if (isEnglishWord(first.toLowerCase()) || isEnglishWord(last.toLowerCase())) continue;
      if (organizationEnds.has(last) || findPlace(last, language) || findPlace(name, language))
        continue;
      if (findPlace(first, language) || findPlace(first, "en")) continue;
      yield {
        type: "person",
        start,
        end: start + name.length,
        confidence: 0.64,
        normalized: name,
      };
    }
}

/** Whether a word has the ending of a surname. */
export function hasSurnameEnding(word: string): boolean {
  return word.length > 4 && surnameEnd.test(word);
}

/** Finds names of Africa and Asia, surnames before first names, and surnames in Devanagari. */
function* findWorldNames(text: string, language: string): Generator<TextEntity> {
  const stopwords = getStopwords(language);
  for (const { 0: name, index: start, groups } of text.matchAll(worldPair)) {
    const { first = "", last = "" } = groups ?? {};
    const [isFirst, isLast] = [isWorldFirstName(first), isWorldSurname(last)];
    if (!isFirst && !isLast && !isWorldSurname(first)) continue;
    const other = isLast || isWorldSurname(first) ? first : last;
    if (
      noName.has(first) ||
      stopwords.has(first.toLowerCase()) ||
      stopwords.has(last.toLowerCase())
    )
      continue;
    if (organizationEnds.has(last) || notFirst.test(first) || findPlace(other, "en")) continue;
    // "Great Wang", "Park Kim": words of English and a common short surname.
    if (!(isFirst && isLast) && isEnglishWord(other.toLowerCase())) continue;
    if (!isFirst && !isLast && last.length > 6) continue;
    yield { type: "person", start, end: start + name.length, confidence: 0.66, normalized: name };
  }
  for (const { 0: name, index: start, groups } of text.matchAll(reversed)) {
    const { first = "", last = "" } = groups ?? {};
    const isName = isFirstName(first, language) || isWorldFirstName(first);
    if (!isName || findPlace(last, language) || isEnglishWord(last.toLowerCase())) continue;
    if (!hasSurnameEnding(last) && !isSurname(last) && !isWorldSurname(last)) {
      if (last !== last.toUpperCase()) continue;
    }
    yield { type: "person", start, end: start + name.length, confidence: 0.64, normalized: name };
  }
  for (const { 0: name, index: start, groups } of text.matchAll(hindi)) {
    if (stopwords.has(groups?.first ?? "")) continue;
    yield { type: "person", start, end: start + name.length, confidence: 0.7, normalized: name };
  }
}
