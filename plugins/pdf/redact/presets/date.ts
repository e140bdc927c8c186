import { matches, type Span } from "./find.ts";

/** The beginnings of the months' names in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const months =
  "jan|feb|fév|fev|mar|mär|maa|mrt|apr|avr|abr|may|mai|maj|mei|mag|jun|jui|giu|jul|lug|aug|aoû|aou|ago|" +
  "sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic|ene|gen";
const name = `(?:${months})[\\p{L}]{0,8}\\.?`;
const day = "(?:0?[1-9]|[12]\\d|3[01])";
const year = "(?:1[89]|20|21)\\d{2}";
const written = new RegExp(
  `(?<![\\p{L}\\d])(?:${day}(?:st|nd|rd|th|er|\\.|º)? ?(?:de |of )?${name},? (?:de |del )?${year}` +
    `|${name} ${day}(?:st|nd|rd|th)?,? ${year}` +
    `|${name} (?:de )?${year})(?!\\d)`,
  "giu",
);

/** Finds calendar dates in figures (year first, or day and month in either order) and in words. */
export function findDates(text: string): Span[] {
  return [
    ...matches(text, /(?<![\d.-])\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d|[-/.]\d)/g, isYearFirst),
    ...matches(
      text,
      /(?<![\d.-])\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})(?!\d|[-/.]\d)/g,
      isYearLast,
    ),
    ...matches(text, written),
  ];
}

function isYearFirst(match: string): boolean {
  const [year, month, day] = match.split(/[-/.]/).map(Number);
  return year! >= 1800 && year! < 2200 && isMonth(month!) && isDay(day!);
}

function isYearLast(match: string): boolean {
  const [first, second] = match.split(/[-/.]/).map(Number);
  return (isDay(first!) && isMonth(second!)) || (isMonth(first!) && isDay(second!));
}

const isDay = (value: number) => value >= 1 && value <= 31;
const isMonth = (value: number) => value >= 1 && value <= 12;
