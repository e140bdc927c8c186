import { isExact, toNumber } from "../number.ts";
import { type Json, Numeral } from "../tree.ts";

/** Writes the doubles of a result with the digits that they have in a text. */
export class DigitRestorer {
  /** The digits of a rounded number by its double; null if the double stands for several numbers. */
  readonly #digits = new Map<number, string | null>();
  readonly #unclear = new Set<number>();

  constructor(root: Json) {
    visitNumerals(root, (raw) => {
      if (!isExact(raw)) this.#add(raw);
    });
    if (this.#digits.size > 0) visitNumerals(root, (raw) => this.#add(raw, true));
  }

  /** Writes a value as JSON on one line. */
  write(value: unknown): string {
    return JSON.stringify(value, (_key, part) => {
      if (typeof part !== "number") return part;
      const raw = this.#digits.get(part);
      if (raw === null) this.#unclear.add(part);
      return raw ? JSON.rawJSON(raw) : part;
    });
  }

  /** Lists the written numbers that stand for several ones. */
  listWarnings(): string[] {
    return [...this.#unclear].map(
      (double) => `The ${double} in the result is the nearest double to several numbers`,
    );
  }

  #add(raw: string, onlyIfShared = false): void {
    const double = toNumber(raw);
    const known = this.#digits.get(double);
    if (known === undefined && onlyIfShared) return;
    this.#digits.set(double, known === undefined || known === raw ? raw : null);
  }
}

function visitNumerals(part: Json, visit: (raw: string) => void): void {
  if (part instanceof Numeral) visit(part.raw);
  else if (Array.isArray(part) || part instanceof Map)
    for (const item of part.values()) visitNumerals(item, visit);
}
