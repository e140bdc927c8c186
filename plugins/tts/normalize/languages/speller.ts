import { NumberSpeller } from "./rbnf.ts";

/** Grammatical gender: masculine or common, feminine, neuter. */
export type Gender = "m" | "f" | "n";

/** Forms by number, separated by `|`: one, few, many, and for decimals. Two forms are one and other. */
export type Forms = string;

/** A unit or a currency: its gender and its forms. After `c`, numbers are as in counting. */
export type Noun = readonly [Gender | "c", Forms];

/** The day of a date, with the words around it. */
export interface DateParts {
  year?: number | undefined;
  month: number;
  day?: number | undefined;
  /** The lower-case word before the date. */
  before: string;
  /** Whether nothing follows it in the sentence. */
  isLast: boolean;
  /** Whether it is the whole sentence, such as a heading. */
  isAlone: boolean;
}

/** A time of day. `period` is set on a twelve-hour clock. */
export interface TimeParts {
  hour: number;
  minute: number;
  second?: number | undefined;
  period?: "am" | "pm" | undefined;
  before: string;
}

/** How a language reads numbers, dates and symbols. The words of numbers come from CLDR's rules. */
export interface Language {
  /** CLDR's rule sets: for counting, and by gender before a noun. */
  rules: { counting: string; m?: string; f?: string; n?: string; year?: string };
  /** Rule set of an ordinal by its agreement, which is "" for the default. */
  ordinals: Readonly<Record<string, string>>;
  /** Writes ordinals, if CLDR has none. */
  ordinal?(value: number, agreement: string): string | undefined;
  /** Corrections of CLDR's words. */
  repairs?: readonly (readonly [RegExp, string])[];
  /** Decimals read as one number, or digit by digit. */
  decimals: "number" | "digits";
  /** Writes a decimal in words, if it isn't integer, point and decimals. */
  decimal?(speller: Speller, whole: string, fraction: string): string | undefined;
  /** Between numbers above a million and a unit: `de`. */
  largeLink?: string;
  /** Separates words; "" in Chinese. */
  space?: string;
  words: Readonly<
    Record<
      | "point"
      | "minus"
      | "plus"
      | "to"
      | "and"
      | "dot"
      | "slash"
      | "dash"
      | "underscore"
      | "at"
      | "colon"
      | "equals"
      | "times"
      | "number"
      | "section"
      | "percent"
      | "degrees"
      | "question"
      | "about",
      string
    >
  > & {
    /** Between the numbers of a score. Default: "to". */
    readonly ratio?: string;
  };
  /** Joins an amount and its cents. Default: `words.and`. */
  centsLink?: string;
  currencies: Readonly<Record<string, readonly [Noun, Noun?]>>;
  units: Readonly<Record<string, Noun>>;
  /** Reads `1/2`, or its part of `2 1/2`. Returns undefined if it isn't read as a fraction. */
  fraction(speller: Speller, top: number, bottom: number, isMixed?: boolean): string | undefined;
  /** Half of the thing that a word after `½` or `1/2` names. */
  half?(noun: string): string | undefined;
  /** Joins an integer and a fraction. */
  mixed: string;
  /** The genitive of numbers and their nouns after some prepositions. */
  genitive?: {
    /** Whether a lower-case word before a number needs the genitive, with the word after the number. */
    isBefore(before: string, after: string): boolean;
    cardinal(speller: Speller, value: string, gender: Gender | "c"): string | undefined;
    /** Reads a year without a noun after these words. */
    year?(speller: Speller, value: string, before: string): string | undefined;
    /** Whether `decimal` writes it. */
    hasDecimals: boolean;
    /** Between the ends of a range after "from". */
    to: string;
  };
  /** Writes an integer in another case, which the plural noun after it shows. `before` is the lower-case word before it. */
  declined?(
    speller: Speller,
    number: { value: string; before: string; noun: string },
  ): string | undefined;
  date(speller: Speller, date: DateParts): string;
  time(speller: Speller, time: TimeParts): string;
  /** Agreement by the suffix of an ordinal in digits: `st` in `1st`. */
  ordinalSuffixes: Readonly<Record<string, string>>;
  /** Agreement of `3.`, by the word before it, in languages that write ordinals with a full stop. */
  dottedOrdinal?(before: string, after: string): string | undefined;
  /** Gender of a number before a noun, if the noun shows it. `undefined` means counting. */
  genderBefore?(noun: string, value: string): Gender | undefined;
  /** Words of titles before a name: `Dr.`. */
  titles: Readonly<Record<string, string>>;
  /** Words of abbreviations after a street's name: `St.`. */
  streets?: Readonly<Record<string, string>>;
  /** Matches a street whose last part is short, such as `Hauptstr.`, and the end of its last part. */
  streetEnding?: { pattern: RegExp; spoken: string };
  /** Words of abbreviations before a number: `No.`. */
  labels: Readonly<Record<string, string>>;
  /** Their words after a preposition: `на ул.`. */
  oblique?: Readonly<Record<string, string>>;
  /** Words of other abbreviations. */
  abbreviations: Readonly<Record<string, string>>;
  /** Reads a Roman numeral, by the words around it; undefined if it isn't one. */
  roman?(speller: Speller, roman: RomanParts): string | undefined;
  /** Words of large numbers after digits, written out or short: `3 million`, `5k`. */
  magnitudes: Readonly<Record<string, Noun>>;
  /** Words after an hour in digits: `Uhr`, `h`. */
  hourMarks: readonly string[];
  /** Currencies by symbols that only this language uses, or uses for its own: `kr`. */
  currencySymbols?: Readonly<Record<string, string>>;
  /** Gender of CLDR's units, if it isn't masculine. */
  unitGenders?: Readonly<Record<string, Gender>>;
  /** Whether an amount describes the noun after it, so that its currency is singular: `a $20 bill`. */
  isAttributive?(before: string, after: string): boolean;
  /** Reads a year, if it has other words than its number. */
  year?(speller: Speller, value: number): string | undefined;
  /** Whether a number of four digits is a year, by the words around it. */
  isYear?(before: string, after: string): boolean;
  /** Reads a year with the word or suffix after it: `1980s`, `1984 году`. */
  yearPhrase?(
    speller: Speller,
    year: { year: string; rest: string; before: string },
  ): { spoken: string; length: number } | undefined;
  /** Matches a word for "year" after a date, which the date's words include. */
  yearSuffix?: RegExp;
  /** Reads a range. Default: with `words.to`. */
  range?(
    speller: Speller,
    range: { from: string; to: string; values: RangeValues | undefined },
  ): string | undefined;
  /** Names of a phone in text, which announce its number. */
  phoneWords: readonly string[];
  /** Words before a code whose digits are read one by one, and what follows such a code. */
  codeWords?: readonly string[];
  codeSuffix?: RegExp;
  /** Digits that have another name in codes and phone numbers. */
  codeDigits?: Readonly<Record<string, string>>;
}

/** The digits of a range of plain numbers, and whether a noun follows. */
export interface RangeValues {
  from: string;
  to: string;
  hasNoun: boolean;
}

/** A Roman numeral with the words around it. */
interface RomanParts {
  value: number;
  text: string;
  before: string;
  after: string;
}

/** Writes numbers and forms of one language and region. */
export class Speller {
  readonly language: Language;
  readonly locale: string;
  readonly #numbers: NumberSpeller;
  readonly #plurals: Intl.PluralRules;
  readonly #remembered = new Map<string, string>();
  /** The region of the locale, such as `US`. */
  readonly region: string;
  readonly #rules: object;
  /** The speller in the nominative, if this one writes the genitive. */
  readonly #nominative: Speller | undefined;
  #genitive: Speller | undefined;

  constructor(
    language: Language,
    { locale, rules, nominative }: { locale: string; rules: object; nominative?: Speller },
  ) {
    this.language = language;
    this.#rules = rules;
    this.#nominative = nominative;
    this.locale = locale;
    this.#numbers = new NumberSpeller(locale.split("-", 1)[0] ?? "en", { ...rules });
    this.#plurals = new Intl.PluralRules(locale);
    this.region = new Intl.Locale(locale).region ?? "";
  }

  /** The speller that writes numbers and nouns in the genitive. */
  get genitive(): Speller {
    const options = { locale: this.locale, rules: this.#rules, nominative: this };
    this.#genitive ??= new Speller(this.language, options);
    return this.#genitive;
  }

  get isGenitive(): boolean {
    return this.#nominative !== undefined;
  }

  get space(): string {
    return this.language.space ?? " ";
  }

  /** Joins words with the language's separator. */
  join(...words: (string | undefined)[]): string {
    return words.filter((word) => word !== undefined && word !== "").join(this.space);
  }

  /** Returns an integer in words, digit by digit if no rule spells it out. */
  cardinal(value: string | number, gender: Gender | "c" = "c"): string {
    const { counting, ...rules } = this.language.rules;
    const declined = this.isGenitive
      ? this.language.genitive?.cardinal(this, String(value), gender)
      : undefined;
    if (declined !== undefined) return declined;
    const name = gender === "c" ? counting : (rules[gender] ?? rules.m ?? counting);
    return this.#spell(value, name) ?? this.digits(String(value));
  }

  /** Returns an ordinal in words, or undefined if the language has none for the agreement. */
  ordinal(value: string | number, agreement = ""): string | undefined {
    if (this.language.ordinal) return this.language.ordinal(Number(value), agreement || "m");
    const name = this.language.ordinals[agreement] ?? this.language.ordinals[""];
    return name === undefined ? undefined : this.#spell(value, name);
  }

  /** Spells a number with a rule set of CLDR. */
  withRules(value: string | number, name: string): string | undefined {
    return this.#spell(value, name);
  }

  year(value: string | number): string {
    const { year, counting } = this.language.rules;
    const own = this.language.year?.(this, Number(value));
    if (own !== undefined) return own;
    return this.#spell(value, year ?? counting) ?? this.digits(String(value));
  }

  /** Returns digits one by one. Other characters are dropped. */
  digits(text: string): string {
    return Array.from(text)
      .filter((char) => /\d/.test(char))
      .map((digit) => (this.#nominative ?? this).cardinal(digit))
      .join(this.space);
  }

  /** Returns the digits of a code or a phone number one by one. */
  codeDigits(text: string): string {
    const { codeDigits = {} } = this.language;
    return Object.entries(codeDigits).reduce(
      (spoken, [usual, own]) => spoken.replaceAll(usual, own),
      this.digits(text),
    );
  }

  /** Returns a decimal in words. */
  decimal(whole: string, fraction: string): string {
    const { language } = this;
    if (this.#nominative && !language.genitive?.hasDecimals)
      return this.#nominative.decimal(whole, fraction);
    const own = language.decimal?.(this, whole, fraction);
    if (own !== undefined) return own;
    const isNumber = language.decimals === "number" && fraction.length <= 3;
    const zeros = /^0*/.exec(fraction)?.[0] ?? "";
    const rest = fraction.slice(zeros.length);
    const decimals = isNumber
      ? this.join(this.digits(zeros), rest && this.cardinal(rest))
      : this.digits(fraction);
    return this.join(this.cardinal(whole), language.words.point, decimals);
  }

  /** Returns the form of a noun after a number. */
  inflect(value: string, forms: Forms): string {
    const [one = "", ...others] = forms.split("|");
    if (others.length === 0) return one;
    const isDecimal = value.includes(".");
    const category = this.#plurals.select(Number(value));
    if (others.length === 1) return category === "one" ? one : (others[0] ?? one);
    const [few = one, many = few, decimal = few] = others;
    const hasFew = this.#plurals.resolvedOptions().pluralCategories.includes("few");
    if (this.isGenitive && hasFew) return category === "one" || isDecimal ? decimal : many;
    if (isDecimal) return hasFew ? decimal : category === "one" ? one : few;
    return category === "one" ? one : category === "few" ? few : many;
  }

  /** Returns the name of a month as a date has it. */
  month(month: number): string {
    return this.remember(`month ${month}`, () => {
      const format = new Intl.DateTimeFormat(this.locale, {
        day: "numeric",
        month: "long",
        timeZone: "UTC",
      });
      const parts = format.formatToParts(Date.UTC(2024, month - 1, 3));
      return parts.find(({ type }) => type === "month")?.value ?? String(month);
    });
  }

  /** Returns the name of a month alone. */
  monthAlone(month: number): string {
    return this.remember(`month alone ${month}`, () =>
      new Intl.DateTimeFormat(this.locale, { month: "long", timeZone: "UTC" }).format(
        Date.UTC(2024, month - 1, 3),
      ),
    );
  }

  /** Returns the result of a function, computed once for each key: formats of Intl are slow to create. */
  remember(key: string, compute: () => string): string {
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const value = compute();
    this.#remembered.set(key, value);
    return value;
  }

  #spell(value: string | number, name: string): string | undefined {
    const words = this.#numbers.spell(BigInt(value), name);
    return words === undefined
      ? undefined
      : (this.language.repairs ?? []).reduce(
          (repaired, [wrong, right]) => repaired.replaceAll(wrong, right),
          words,
        );
  }
}
