import { findPlace } from "../names/gazetteer.ts";
import type { TextEntity } from "../recognize/found.ts";

/** Words before the name of a street, in Romance, Slavic and other languages. */
const streetHeads =
  "rue|avenue|av\\.|ave\\.|boulevard|bd\\.?|bld\\.|place|chemin|quai|allée|allées|impasse|cours|venelle|sente|mail|route|square|passage|sentier|faubourg|esplanade|villa|résidence|" +
  "calle|c\\/|c\\.|avda\\.?|avenida|plaza|pza\\.?|paseo|pº|camino|carrera|ronda|rambla|travesía|gran vía|glorieta|callejón|urbanización|polígono|" +
  "via|v\\.le|viale|piazza|p\\.za|piazzale|corso|c\\.so|largo|vicolo|contrada|strada|lungarno|lungomare|salita|borgo|" +
  "rua|r\\.|praça|travessa|trav\\.|alameda|estrada|beco|rodovia|ladeira|calçada|" +
  "ul\\.|ulica|ulicy|al\\.|aleja|alei|os\\.|osiedle|pl\\.|plac|rynek|ulice|náměstí|nám\\.|třída|tř\\.|nábřeží|nábř\\.|námestie|str\\.|strada|bulevardul|bd\\.|calea|șos\\.|aleea|intrarea|splaiul|λεωφ\\.|aleea|intrarea|splaiul|λεωφόρος|οδός|οδό|πλατεία|lieu-dit|ulitsa|jalan|jl\\.|đường|phố";
const particles =
  "de|de la|de las|de los|del|della|delle|dei|degli|di|da|do|dos|das|du|des|la|le|les|l'|d'|y|e|van|van der|van den|den|der|het|'t|of|na|u|v|ve|i|św\\.|gen\\.|ks\\.|im\\.|II|III|XV|1º|n\\.º|nr";
const word = "[\\p{L}][\\p{L}\\p{M}.'’-]{0,30}";
const capital = "(?:\\p{Lu}[\\p{L}\\p{M}.'’-]{0,30}|\\d{1,2}(?= (?:de )?\\p{L}))";
const house =
  "(?:[nN][.º°]{0,2}º? ?|[nN]o\\.? ?:? ?|nr\\.? ?|# ?|č\\. ?)?\\d{1,4} ?(?:[a-zA-Z](?![\\p{L}\\p{N}])|bis|ter)?(?: ?[/-] ?(?:\\d{1,4}[A-Za-z]?|[A-Za-z](?!\\p{L}))){0,2}(?: m\\. ?\\d{1,4}| lok\\. ?\\d{1,4})?";

/** A street named after its kind: "Calle de Alcalá 12", "ul. Długa 3/4", "12 bis, rue Jean Jaurès". */
const headed = new RegExp(
  `(?<![\\p{L}\\p{N}/])(?:(?<before>\\d{1,4}(?: ?(?:bis|ter|[a-zA-Z]))?,? )(?=\\p{L})|)(?:${capitalizeEither(streetHeads)}) ?(?:(?:${particles}) ?){0,2}${capital}(?: (?:(?:${particles}) ?){0,2}${capital}){0,4}(?<after>,? (?:${house})(?!\\p{L}|\\p{N}|[.,]\\d))?`,
  "gu",
);
/** A street whose last part says what it is: "Storgatan 5", "Prinsengracht 12-3", "Fredrikinkatu 4 C 7". */
const suffixed = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:\\p{Lu}[\\p{L}.'’-]{1,30} ){0,3}(?:\\p{Lu}[\\p{L}'’-]{0,30}(?:straat|laan|plein|gracht|kade|singel|dijk|gade|stræde|vænget|vej|vägen|gatan|gata|gränd|stigen|torget|plan|allé|veien|vegen|gate|stien|katu|tie|kuja|polku|kaari|tori|raitti|strasse|straße|weg|platz|gasse|ring|allee|ufer|damm)|(?:Väg|Vägen|Allé|Plads|Torv|Torg|Torvet|Torget|Ringgade|Straße|Allee|Gasse|Platz|Ring|Kai)) ${house.replace("{1,4}", "{1,3}(?!\\d)")}(?: [A-H](?: \\d{1,3})?)?(?![\\p{L}\\p{N}])`,
  "gu",
);
/** Postcodes: Dutch, Portuguese, Polish, Czech and Swedish, Brazilian, and four to six digits. */
const postcode =
  "(?:[A-Z]{1,2}-)?(?:\\d{4} ?[A-Z]{2}(?!\\p{L})|\\d{4}-\\d{3}|\\d{5}-\\d{3}|\\d{2}-\\d{3}|\\d{3} \\d{2}|\\d{4,6})(?!\\d)";
const townWord = "(?:St\\. )?\\p{Lu}[\\p{L}\\p{M}'’-]{1,30}";
const town = `${townWord}(?:(?:[ -](?:am|an der|in der|im|bei|nad|pod|sur|lès|les|de|del|della|do|da|la|le|el|l'|d'|den|aan den|upon|${townWord})){1,3}(?<=\\p{L}{2}))?(?: \\d{1,2}(?!\\d)| (?:[A-ZØÅÄÖ]{1,2}(?![\\p{L}]))){0,2}`;
/** A number before a postcode and a town. */
const numbered = new RegExp(
  `(?<=\\p{L}\\.? )${house}(?: (?:bus|bte|lgh|as\\.|[A-H]) ?\\d{0,4})?(?:,? \\d{1,2}\\. ?(?:tv|th|mf|sal)\\.?)?, ?\\n?${postcode} ${town}`,
  "gu",
);
const flats =
  "(?:\\d{1,2}\\.?[ºª°] ?(?:[A-Z](?!\\p{L})|izq\\.?|dcha\\.?|dto\\.?|esq\\.?|Dto\\.?|Esq\\.?)?|\\d{1,2} (?:izq|dcha|dto|esq|centro)\\.?(?!\\p{L})|(?:bl|sc|et)\\. ?[\\dA-Z]{1,4}|(?:sector|sectorul) \\d|(?:st|\\d{1,2})\\. ?(?:tv|th|mf|sal)\\.?|(?:apto\\.?|apt\\.?|ap\\.?|piso|planta|puerta|esc\\.?|bus|bte|boîte|lgh|m\\.|as\\.|int\\.|interno|scala|kl\\.|étage|appt|D ?:|Daire:?|Kat:?|K ?:|kat|byt|lok\\.|top|Top|Stiege|bloco|sala|loja) ?[\\dA-Z]{1,5})";
/** Text that may follow a street and its number. */
const tails = [
  `(?:,|, ?\\n|\\n)? ?${flats}(?![\\p{L}\\p{N}])`,
  `(?:, ?\\n?|\\n| )${postcode} ${town}`,
  `,? ?[-–] ?[A-Z]{2}(?!\\p{L})(?:,? ${postcode})?`,
  `, ${postcode}(?![\\p{L}\\p{N}]| ?[\\d/()-])`,
  ` ?\\/ ?${townWord}(?![\\p{L}\\p{N}])`,
  `(?:,|, ?\\n| ?\\/) ?${town}(?=[.,;:)"<|\\n/]|$| [-–(])`,
  ` ?\\([^()\\n]{2,30}\\)`,
].map((tail) => new RegExp(`^(?:${tail})`, "u"));

const turkish =
  /(?<![\p{L}\p{N}])(?:(?:\d{1,4}\. ?|(?:\p{Lu}[\p{L}.-]{1,30} ){1,4})(?:Caddesi|Cad\.?|Cd\.?|Sokak|Sokağı|Sok\.?|Sk\.?|Bulvarı|Blv\.?|Mahallesi|Mah\.?|Mh\.?|Meydanı|Yolu)(?!\p{L}),? ?){1,3}(?:(?:No ?:? ?)?\d{1,4}[A-Z]?(?: ?\/ ?\d{1,4})?)?(?: D(?:aire)?:? ?\d{1,3})?(?:(?:, ?| )(?:\d{5} )?\p{Lu}\p{L}{2,20}(?: ?[/,] ?\p{Lu}\p{L}{2,20})(?!\p{L}))?/gu;

/** Streets with numbers instead of names: "Carrera 7 # 71-21". */
const colombian =
  /(?<![\p{L}\p{N}])(?:Calle|Carrera|Cra?\.?|Cl\.?|Diagonal|Transversal|Avenida|Av\.?) \d{1,3} ?[A-Z]?(?: (?:Sur|Bis))? ?(?:#|[Nn]o\.?|[Nn][°º]\.?) ?\d{1,3} ?[A-Z]? ?[-–] ?\d{1,3}(?!\d)/gu;

const cyrillicHead =
  "ул|улица|улице|улицы|вул|вулиця|вулиці|пр|просп|проспект|проспекте|пр-т|пер|переулок|пров|провулок|наб|набережная|набережна|ш|шоссе|бул|б-р|бульвар|бульварі|бульв|пл|площадь|площа|проезд|тупик|аллея|алея|узвіз|мкр";
const cyrillicWord = "[\\p{L}][\\p{L}.'’-]{0,24}";
const cyrillicHouse =
  "(?:,? ?(?:д|дом|буд|будинок|№)\\.? ?|,? )\\d{1,4}[а-яА-ЯіІ]?(?:[/-]\\d{1,4}[а-я]?)?(?![\\p{L}\\p{N}])";
const cyrillicTown =
  "(?:(?:г|город|м|місто|с|пос|смт|обл|область|р-н)\\. ?)?\\p{Lu}[\\p{Ll}]{1,24}(?:[- ](?:на-)?\\p{Lu}\\p{Ll}{1,24}){0,2}(?: (?:обл\\.|область|район|р-н))?";
const cyrillic = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<!\\d )\\d{5,6}, ?)?(?:${cyrillicTown}, ?){0,3}(?:(?:${capitalizeEither(cyrillicHead)})\\.? (?:\\d{1,2}(?:-\\p{L}{1,3})? )?${cyrillicWord}(?: ${cyrillicWord}){0,2}?${cyrillicHouse}|\\p{Lu}${cyrillicWord}(?: \\p{Lu}${cyrillicWord})? (?:${cyrillicHead})\\.?${cyrillicHouse}|\\p{Lu}${cyrillicWord}(?: \\p{Lu}${cyrillicWord}){0,2}, ?(?:д|дом|буд)\\. ?\\d{1,4}[а-я]?)(?:,? ?(?:корп|к|стр|кв|квартира|оф|офис|офіс|под|эт)\\.? ?\\d{1,4}){0,3}(?:, ?${cyrillicTown}(?=[.,;:)"<|\\n]|$)){0,2}(?:, ?\\d{5,6},? ${cyrillicTown}(?!\\p{L}))?`,
  "gu",
);

const arabicWord = "\\p{Script=Arabic}[\\p{Script=Arabic}\\p{M}]{0,14}";
const arabicPart = `(?:(?:رقم|مبنى|بناية|برج|فيلا|شقة|عمارة|الدور|منزل|قطعة) ?\\p{Nd}{1,5}|${arabicWord}(?: ${arabicWord}){0,3} \\p{Nd}{1,6}(?!\\p{Nd})|${arabicWord}(?: ${arabicWord}){0,2}(?=[،,.;"<|\\n]|$|؛))`;
const arabic = new RegExp(
  `(?:(?<!\\p{N})\\p{Nd}{1,4} )?(?<!\\p{L})(?:شارع|ش|طريق|حي|ميدان|جادة|زقاق|زنقة|نهج|درب|عمارة \\p{Nd}{1,4}،)\\.? (?:${arabicWord}(?: (?!رقم|مبنى)${arabicWord}){0,3})(?: (?:(?:رقم|مبنى) ?)?\\p{Nd}{1,4}(?!\\p{Nd}))?(?:[،,] ?${arabicPart}){0,4}`,
  "gu",
);
const hebrewWord = "[\\p{Script=Hebrew}][\\p{Script=Hebrew}\"'׳״-]{0,20}";
const hebrew = new RegExp(
  `(?<![\\p{L}\\p{N}])[ב]?(?<street>(?:רחוב|רח['׳]|שדרות|שד['׳]|דרך|סמטת|כיכר|ככר) ${hebrewWord}(?: ${hebrewWord}){0,2} \\d{1,4}[א-ת]?(?:, ?(?:דירה|קומה|כניסה) [\\dא-ת]{1,3}){0,2}(?:, ?${hebrewWord}(?: ${hebrewWord}){0,2}(?=[.,;:"<|\\n)]|$))?)`,
  "gu",
);
const indianWord = "[\\p{Script=Devanagari}\\p{M}.]{1,20}";
const indianPart = `${indianWord}(?: ${indianWord}){0,3}`;
const indianNumber = "(?:नंबर|नं\\.?|संख्या|क्रमांक)";
const indianRoad =
  "(?:रोड|मार्ग|नगर|स्ट्रीट|पथ|कॉलोनी|चौक|गली|विहार|लेन|मोहल्ला|लाइंस|लाइन|पार्क|एन्क्लेव|अपार्टमेंट|सोसायटी|बाज़ार|बाजार)";
const indian = new RegExp(
  `(?:(?:मकान|फ्लैट|फ़्लैट|प्लॉट|गली|वार्ड|दुकान|भूखंड) (?:${indianNumber} )?\\p{Nd}{1,4}(?:\\/\\p{Nd}{1,4})?(?:, ${indianPart} \\p{Nd}{1,4}(?!\\p{Nd})|, ${indianPart}(?=[,"<|\\n।]|$| \\p{Nd}{6})){1,4}(?:, ${indianPart}(?=[,"<|\\n।]|$| \\p{Nd}{6}|\\p{L}{0,3} (?:को|में|पर|से)))?|\\p{Nd}{1,4}(?:\\/\\p{Nd}{1,4})?, (?:${indianWord} ){1,3}${indianRoad}(?:, ${indianPart}?(?=[,"<|\\n।]|$| \\p{Nd}{6}| (?:को|में|पर|से))))(?: \\p{Nd}{6})?`,
  "gu",
);

/** Lets each of several words start with a capital or a small letter. */
function capitalizeEither(words: string): string {
  return words
    .split("|")
    .map((one) => `[${one.charAt(0).toUpperCase()}${one.charAt(0)}]${one.slice(1)}`)
    .join("|");
}

/** Finds addresses with a street and its number in the order of most of Europe, Turkey, Arabic countries, Israel and India. */
export function* findStreetAddresses(text: string): Generator<TextEntity> {
  for (const match of text.matchAll(headed)) {
    const { before, after } = match.groups ?? {};
    if (before === undefined && after === undefined && !/^lieu-dit/i.test(match[0])) continue;
    // "R.G. 318/2023" is the number of a file.
    if (/^[Rr]\. ?\p{Lu}\.? /u.test(match[0])) continue;
    yield createAddress(text, match.index, match.index + match[0].length);
  }
  for (const match of text.matchAll(suffixed))
    yield createAddress(text, skipVerb(match[0]) + match.index, match.index + match[0].length);
  for (const match of text.matchAll(numbered)) {
    const start = findStreetStart(text, match.index);
    // A year isn't a postcode, unless it is known as one: "2000 Antwerpen".
    const [, place = ""] = /, ?\n?(?:19|20)\d\d (?<place>.+)$/u.exec(match[0]) ?? [];
    if (place !== "" && !findPlace(place, "en")) continue;
    if (start < match.index) yield createAddress(text, start, match.index + match[0].length);
  }
  for (const match of text.matchAll(turkish))
    if (/\d|Mah/.test(match[0])) {
      const end = match.index + match[0].trimEnd().replace(/,$/, "").length;
      yield createAddress(text, match.index, end);
    }
  for (const match of text.matchAll(colombian))
    yield createAddress(text, match.index, match.index + match[0].length);
  for (const pattern of [cyrillic, arabic, hebrew, indian])
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.street ?? match[0];
      if (pattern === arabic && !/\p{Nd}|حي/u.test(value)) continue;
      const end = match.index + match[0].length;
      yield { type: "address", start: end - value.length, end, confidence: 0.8 };
    }
}

function createAddress(text: string, start: number, street: number): TextEntity {
  return { type: "address", start, end: findTailEnd(text, street), confidence: 0.8 };
}

/** Returns the end of the flat, postcode and town after a street. */
function findTailEnd(text: string, street: number): number {
  let end = street;
  for (let part = 0; part < 5; part++) {
    const rest = text.slice(end, end + 120);
    const length = tails
      .values()
      .map((tail) => tail.exec(rest)?.[0].length ?? 0)
      .find((count) => count > 0);
    if (length === undefined) break;
    end += length;
  }
  return end;
}

/** Returns the length of a capitalized word that opens the sentence and isn't a part of the street's name. */
function skipVerb(shown: string): number {
  const [first = ""] = shown.split(" ", 1);
  return first.length < shown.length &&
    /^(?:In|An|Am|At|On|Visit|Besuchen|Bij|Op|På|Ved|Til|Till)$/.test(first) &&
    !/^(?:Am|An|In) (?:der|den|dem)/.test(shown)
    ? first.length + 1
    : 0;
}

const streetWord = new RegExp(
  `(?:^|[^\\p{L}\\p{M}\\p{N}.'’-])(?<word>(?:${capitalizeEither(streetHeads)}|${particles}|${word}))[ ]$`,
  "u",
);
const head = new RegExp(`^(?:${capitalizeEither(streetHeads)})$`, "u");
const small = new RegExp(`^(?:${capitalizeEither(streetHeads)}|${particles})$`, "u");

/** Returns the start of a street's name whose number is at a position. */
function findStreetStart(text: string, number: number): number {
  let start = number;
  let capitals = number;
  for (let words = 0; words < 6; words++) {
    const before = text.slice(Math.max(0, start - 40), start);
    const found = streetWord.exec(before)?.groups?.word;
    if (found === undefined) break;
    const isCapital = /^\p{Lu}/u.test(found) && !/\p{L}{4}\.$/u.test(found);
    if (!isCapital && !small.test(found)) break;
    start -= found.length + 1;
    if (isCapital || head.test(found)) capitals = start;
    if (isCapital && findPlace(found, "en")) break;
  }
  return capitals;
}
