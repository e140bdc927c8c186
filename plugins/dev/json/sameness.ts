import { canonicalNumber } from "./number.ts";
import { Numeral } from "./tree.ts";

/**
 * Assigns the same number to equal JSON values, and different numbers to others. Member order is ignored and numbers
 * compare by value. Accepts trees and JavaScript values.
 */
export class Sameness {
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<object, number>();

  of(value: unknown): number {
    if (typeof value === "number") return this.#number(`#${canonicalNumber(String(value))}`);
    if (value instanceof Numeral) return this.#number(`#${canonicalNumber(value.raw)}`);
    if (typeof value === "string") return this.#number(`"${value}`);
    if (typeof value !== "object" || value === null) return this.#number(String(value));
    let number = this.#known.get(value);
    if (number === undefined) {
      number = this.#number(this.#spelling(value));
      this.#known.set(value, number);
    }
    return number;
  }

  /** Describes a container by the numbers of its parts, so its full text is never built. */
  #spelling(value: object): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.of(item)).join()}`;
    const members = value instanceof Map ? [...value] : Object.entries(value);
    const spelled = members.map(([key, item]) => `${this.#number(`"${key}`)}:${this.of(item)}`);
    return `{${spelled.sort().join()}`;
  }

  #number(spelling: string): number {
    let number = this.#numbers.get(spelling);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(spelling, number);
    }
    return number;
  }
}
