import type { Gender, Language, RuleSection } from "./language.ts";
import { NumberSpeller } from "./rbnf.ts";
import type { Placeholder, RuleValues, Template } from "./rules.ts";

/** The digits of a range of plain numbers, and whether a noun follows. */
interface RangeValues {
  from: string;
  to: string;
  hasNoun: boolean;
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
    this.#numbers = new NumberSpeller(locale.split("-", 1)[0] ?? "en", {
      ...rules,
      ...language.numbers,
    });
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
    return this.language.texts.settings.space ?? " ";
  }

  /** Joins words with the language's separator. */
  join(...words: (string | undefined)[]): string {
    return words.filter((word) => word !== undefined && word !== "").join(this.space);
  }

  /** Joins the two ends of a range. */
  joinRange(from: string, to: string, values?: RangeValues): string {
    const range = this.choose("range", {
      from,
      to,
      fromValue: values?.from,
      toValue: values?.to,
      plain: values ? "yes" : "no",
      counted: values?.hasNoun ? "yes" : "no",
    });
    return range ?? this.join(from, this.language.words.to, to);
  }

  /** Returns the text of the first rule whose conditions hold and whose values are present. */
  choose(section: RuleSection, values: RuleValues): string | undefined {
    const own = { region: this.region, ...values };
    for (const { template, isMet } of this.language.rules[section]) {
      const text = isMet(own) ? this.#fill(template, own) : undefined;
      if (text !== undefined) return text === "none" ? undefined : text;
    }
    return undefined;
  }

  #fill(template: Template, values: RuleValues): string | undefined {
    let text = "";
    for (const part of template) {
      if (typeof part === "string") text += part;
      else if (!("name" in part)) text += this.#fill(part, values) ?? "";
      else {
        const words = this.#place(part, values);
        if (words === undefined) return undefined;
        text += part.isCapital ? words.charAt(0).toUpperCase() + words.slice(1) : words;
      }
    }
    return text;
  }

  #place({ name, style, forms }: Placeholder, values: RuleValues): string | undefined {
    if (name.startsWith("?")) return this.choose(name.slice(1) as RuleSection, values);
    const value = values[name];
    if (value === undefined) return undefined;
    if (forms !== undefined) return this.inflect(String(value), forms);
    if (!/^\d+$/.test(String(value))) return String(value);
    const own = style.startsWith("?")
      ? this.choose(style.slice(1) as RuleSection, values)
      : style || "counting";
    return own === undefined ? undefined : this.write(value, own);
  }

  /**
   * Returns a number in a style: a gender, `counting`, `year`, `digits`, or a rule set, such as `ordinal f`. Returns
   * undefined if the language has no such words.
   */
  write(value: string | number, style: string): string | undefined {
    if (/^(?:counting|[mfn])$/.test(style)) return this.cardinal(value, style as Gender);
    if (style === "year") return this.year(value);
    return style === "digits" ? this.digits(String(value)) : this.#spell(value, style);
  }

  /** Returns an integer in words, digit by digit if no rule spells it out. */
  cardinal(value: string | number, gender: Gender | "c" | "counting" = "c"): string {
    const sets = this.language.texts["rule sets"];
    const style = gender === "c" || sets[gender] === undefined ? "counting" : gender;
    const genitive = this.isGenitive
      ? this.#spell(value, `genitive ${gender === "f" ? "f" : "m"}`)
      : undefined;
    return genitive ?? this.#spell(value, style) ?? this.digits(String(value));
  }

  /** Returns an ordinal in words, or undefined if the language has none. */
  ordinal(value: string | number, style = "ordinal"): string | undefined {
    return this.#spell(value, style);
  }

  /** Whether a suffix is that of a number, in languages with several: `2th` is no ordinal. */
  fitsOrdinal(value: string, suffix: string): boolean {
    if (!this.locale.startsWith("en") || !/^(?:st|nd|rd|th)$/.test(suffix)) return true;
    const expected = { one: "st", two: "nd", few: "rd" } as const;
    const category = new Intl.PluralRules("en", { type: "ordinal" }).select(Number(value));
    return suffix === (expected[category as keyof typeof expected] ?? "th");
  }

  /** Returns a year in words. */
  year(value: string | number): string {
    const style = this.language.texts["rule sets"].year ?? "counting";
    const words = style === "digits" ? undefined : this.#spell(value, style);
    return words ?? this.digits(String(value));
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
    return Object.entries(this.language.texts["code digits"]).reduce(
      (spoken, [usual, own]) => spoken.replaceAll(usual, own),
      this.digits(text),
    );
  }

  /** Returns a decimal in words, also if a unit follows. */
  decimal(whole: string, fraction: string, unit: "yes" | "no" = "no"): string {
    const { words, texts } = this.language;
    if (this.#nominative && texts.settings.genitive !== "decimals")
      return this.#nominative.decimal(whole, fraction, unit);
    const isNumber = texts.settings.decimals === "number" && fraction.length <= 3;
    const zeros = /^0*/.exec(fraction)?.[0] ?? "";
    const rest = fraction.slice(zeros.length);
    const decimals = isNumber
      ? this.join(this.digits(zeros), rest && this.cardinal(rest))
      : this.digits(fraction);
    const values = { whole, decimals, part: Number(fraction), places: fraction.length, unit };
    return this.choose("decimal", values) ?? this.join(this.cardinal(whole), words.point, decimals);
  }

  /** Returns the form of a noun after a number. */
  inflect(value: string, forms: string): string {
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

  #spell(value: string | number, style: string): string | undefined {
    const { texts, repairs } = this.language;
    const [from, changes] = texts.derived[style]?.split(": ") ?? [];
    if (from !== undefined && changes !== undefined) {
      const words = this.#spell(value, from);
      return words === undefined ? undefined : changeWords(words, changes.split(" "));
    }
    const words = this.#numbers.spell(BigInt(value), texts["rule sets"][style] ?? style);
    return words === undefined
      ? undefined
      : repairs.reduce((repaired, [wrong, right]) => repaired.replaceAll(wrong, right), words);
  }
}

/**
 * Changes words or their endings: `-ý=-á`, `dvou=dvěma`. A change before `$` only concerns the last word. Each word has its
 * first change only.
 */
function changeWords(text: string, changes: readonly string[]): string {
  const words = text.split(" ");
  const changed = words.map((word, index) => {
    const isLast = index === words.length - 1;
    for (const change of changes) {
      const [head = "", to = ""] = change.split("=");
      const from = head.endsWith("$") ? head.slice(0, -1) : head;
      if (from !== head && !isLast) continue;
      if (word === from) return to;
      if (from.startsWith("-") && word.endsWith(from.slice(1)))
        return word.slice(0, word.length - from.length + 1) + to.slice(1);
    }
    return word;
  });
  return changed.join(" ");
}
