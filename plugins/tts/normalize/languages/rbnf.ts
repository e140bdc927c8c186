/** One rule of a rule set: from `base` on, numbers are written with `body`. */
interface Rule {
  base: bigint;
  radix: bigint;
  divisor: bigint;
  body: string;
}

type RuleSets = Readonly<Record<string, unknown>>;

/** Largest number that the rules of most languages spell out. */
const spelledMax = 10n ** 18n - 1n;

/**
 * Spells out numbers with CLDR's rule-based number formats,
 * https://unicode-org.github.io/icu-docs/apidoc/released/icu4c/classRuleBasedNumberFormat.html
 */
export class NumberSpeller {
  readonly #sets: RuleSets;
  readonly #language: string;
  readonly #compiled = new Map<string, Rule[]>();
  readonly #cardinals: Intl.PluralRules;
  readonly #ordinals: Intl.PluralRules;

  constructor(language: string, sets: RuleSets) {
    this.#language = language;
    this.#sets = sets;
    this.#cardinals = new Intl.PluralRules(language);
    this.#ordinals = new Intl.PluralRules(language, { type: "ordinal" });
  }

  /** Whether the language has a rule set, such as `spellout-ordinal-feminine`. */
  has(name: string): boolean {
    return Object.hasOwn(this.#sets, `%${name}`);
  }

  /** Returns the words of a number, or undefined if the rules don't spell it out. */
  spell(value: bigint, name: string): string | undefined {
    if (!this.has(name) || value < 0n || value > spelledMax) return undefined;
    const words = this.#format(value, `%${name}`, 0);
    return /\d/.test(words) ? undefined : words.replaceAll("\u00ad", "").trim();
  }

  #format(value: bigint, name: string, depth: number): string {
    if (depth > 64) throw new Error(`The rules of "${this.#language}" for "${name}" never end`);
    const rules = this.#compile(name);
    let index = rules.findLastIndex(({ base }) => base <= value);
    const found = rules[index];
    if (!found) return String(value);
    // ICU's rollback: an exact multiple is left to the rule below, which has no remainder to write.
    const isRolledBack =
      /→/.test(found.body) && value % found.divisor === 0n && found.base % found.divisor !== 0n;
    if (isRolledBack && index > 0) index--;
    const rule = rules[index] ?? found;
    return this.#write(rule.body, { value, rule, name, below: rules[index - 1], depth });
  }

  #write(body: string, place: RuleContext): string {
    const { value, rule } = place;
    let words = "";
    for (let at = 0; at < body.length; at++) {
      const char = body.charAt(at);
      if (char === "[") {
        const end = body.indexOf("]", at);
        const [part = "", other = ""] = body.slice(at + 1, end).split("|");
        words += this.#write(value % rule.divisor === 0n ? other : part, place);
        at = end;
      } else if (char === "$") {
        const end = body.indexOf(")$", at);
        words += this.#choosePlural(body.slice(at + 2, end), value / rule.divisor);
        at = end + 1;
      } else if (char === "→" && body.startsWith("→→→", at)) {
        words += place.below
          ? this.#write(place.below.body, {
              ...place,
              value: value % rule.divisor,
              rule: place.below,
              below: undefined,
            })
          : "";
        at += 2;
      } else if (char === "→" || char === "←" || char === "=") {
        const end = body.indexOf(char, at + 1);
        words += this.#substitute(char, body.slice(at + 1, end), place);
        at = end;
      } else words += char;
    }
    return words;
  }

  #substitute(mark: string, target: string, { value, rule, name, depth }: RuleContext): string {
    const own = mark === "=" ? value : mark === "→" ? value % rule.divisor : value / rule.divisor;
    if (target === "") return this.#format(own, name, depth + 1);
    return target.startsWith("%") ? this.#format(own, target, depth + 1) : String(own);
  }

  #choosePlural(choice: string, value: bigint): string {
    const rules = choice.startsWith("ordinal") ? this.#ordinals : this.#cardinals;
    const category = rules.select(Number(value));
    const forms = new Map(
      Array.from(choice.matchAll(/(\w{1,5})\{([^}]*)\}/g), ([, key = "", form = ""]) => [
        key,
        form,
      ]),
    );
    return forms.get(category) ?? forms.get("other") ?? "";
  }

  #compile(name: string): Rule[] {
    const known = this.#compiled.get(name);
    if (known) return known;
    const rows = this.#sets[name];
    if (!Array.isArray(rows)) throw new Error(`"${this.#language}" has no rule set "${name}"`);
    const rules = rows.flatMap(([head, text]: [string, string]) => {
      const [, base, radix = "10", reductions = ""] = /^(\d+)(?:\/(\d+))?(>*)$/.exec(head) ?? [];
      if (base === undefined) return [];
      const body = text.replace(/;$/, "").replace(/^'/, "");
      return [createRule(BigInt(base), { radix: BigInt(radix), reductions, body })];
    });
    rules.sort((a, b) => (a.base < b.base ? -1 : 1));
    this.#compiled.set(name, rules);
    return rules;
  }
}

/** The number that a rule writes. */
interface RuleContext {
  value: bigint;
  rule: Rule;
  name: string;
  /** The rule before this one, for `→→→`. */
  below: Rule | undefined;
  depth: number;
}

/** The divisor is the highest power of the radix up to the base, less one power for each `>`. */
function createRule(
  base: bigint,
  { radix, reductions, body }: { radix: bigint; reductions: string; body: string },
): Rule {
  let divisor = 1n;
  while (divisor * radix <= base) divisor *= radix;
  for (let count = reductions.length; count > 0 && divisor > 1n; count--) divisor /= radix;
  return { base, radix, divisor, body };
}
