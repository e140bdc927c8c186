import { findNames } from "../names/find-names.ts";
import { findMoney, findPercents, findQuantities } from "../recognize/amounts.ts";
import { findDates, findTimes } from "../recognize/dates.ts";
import { findMatches, type TextEntity } from "../recognize/found.ts";
import { getBaseLanguage } from "../text/words.ts";
import type { Question } from "./question.ts";

const numerals =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|forty|fifty|sixty|" +
  "seventy|eighty|ninety|hundred|thousand|dozen|half|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|deux|trois|" +
  "quatre|cinq|dos|tres|cuatro|cinco";

/** Numerals and units of German and Spanish, for patterns. */
const measures: ReadonlyMap<string, RegExp> = new Map(
  [
    [
      "de",
      "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend",
      "bis|und|Millionen|Milliarden",
      "(?:Quadrat|Kubik|Kilo|Zenti)?[Mm]etern?|km|Meilen?|Fuß|Hektar|Tonnen?|Grad|(?:Kilog|G)ramm|Litern?|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Jahrzehnten?|Jahrhunderten?",
    ],
    [
      "es",
      "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cien|mil",
      "a|y|o|mil|millones(?: de)?",
      "(?:kiló|centí|milí)?metros?(?: cuadrados| cúbicos)?|km|millas?|pies|hectáreas?|toneladas?|grados?|kilos?|(?:kilo)?gramos?|litros?|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|décadas?|siglos?",
    ],
  ].map(([language = "", numerals = "", joining = "", units = ""]) => {
    const amount = String.raw`(?:\d{1,9}(?:[.,]\d{1,9}){0,3}|${numerals})`;
    return [
      language,
      new RegExp(
        String.raw`(?<![\p{L}\p{N}.,])${amount}(?: (?:${joining}|${amount})){0,3}[ \u00a0](?:${units})(?![\p{L}\p{N}])`,
        "gu",
      ),
    ] as const;
  }),
);

/** Finds German and Spanish numbers with their units: "330 Meter", "de cinco a diez años". */
function* findMeasures(sentence: string, language: string): Generator<TextEntity> {
  const pattern = measures.get(getBaseLanguage(language));
  if (pattern) yield* findMatches(sentence, pattern, () => ({ type: "quantity", confidence: 0.7 }));
}

/** Finds everything in a sentence that is of the requested kind. */
export function findCandidates(
  sentence: string,
  { answerKind }: Question,
  language: string,
): TextEntity[] {
  const code = getBaseLanguage(language);
  const when = () => [...findDates(sentence, { language: code, now: 0 })];
  const findNamed = (...types: string[]) =>
    findNames(sentence, language).filter(({ type }) => types.includes(type));
  if (answerKind === "person") {
    const people = findNamed("person");
    return people.length > 0 ? people : findNamed("organization");
  }
  if (answerKind === "location") return findNamed("location");
  if (answerKind === "date") return [...when(), ...findTimes(sentence)];
  if (answerKind === "time") return [...findTimes(sentence)];
  if (answerKind === "money") return [...findMoney(sentence)];
  if (answerKind === "duration")
    return [
      ...findMeasures(sentence, language),
      ...findQuantities(sentence),
      ...findSpelledNumbers(sentence),
    ].filter(({ start, end }) =>
      /(?:second|minute|hour|day|week|month|year|decade|centur|stunde|tag|woche|monat|jahr|segundo|minuto|hora|día|semana|mes|año|década|siglo)/i.test(
        sentence.slice(start, end),
      ),
    );
  if (answerKind === "amount")
    return [
      ...findPercents(sentence),
      ...findMoney(sentence),
      ...findMeasures(sentence, language),
      ...findQuantities(sentence),
    ];
  if (answerKind !== "number") return [];
  const dated = when();
  const amounts = [
    ...findPercents(sentence),
    ...findMoney(sentence),
    ...findQuantities(sentence),
    ...findSpelledNumbers(sentence),
  ];
  const isDate = (one: TextEntity) =>
    dated.some(({ start, end }) => one.start >= start && one.end <= end);
  return amounts.filter((one) => !isDate(one));
}

/** Finds numbers in digits or words, including the unit that follows. */
function* findSpelledNumbers(sentence: string): Generator<TextEntity> {
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:[.,]\d{3}){0,5}(?:\.\d{1,4})?|\d{1,12}|${numerals})(?:[ -](?:${numerals}|million|billion|thousand|hundred|Millionen|Milliarden|millions|millones)){0,2}(?: (?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|decades?|centuries)| (?:out of|in) (?:\d{1,9}|${numerals}))?(?![\p{L}\p{N}])`,
    "giu",
  );
  yield* findMatches(sentence, pattern, () => ({ type: "number", confidence: 0.6 }));
}

/** Finds all names, dates and amounts in a sentence. */
export function* findEntities(sentence: string, language: string): Generator<TextEntity> {
  yield* findNames(sentence, language);
  yield* findDates(sentence, { language, now: 0 });
  yield* findPercents(sentence);
  yield* findMoney(sentence);
  yield* findMeasures(sentence, language);
  yield* findQuantities(sentence);
}
