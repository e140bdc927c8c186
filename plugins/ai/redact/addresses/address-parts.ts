import { findPlace } from "../../names/gazetteer.ts";
import { getPhrases, type ListName, readPostcodeForms } from "./address-lists.ts";
import { describeForm, hasCase, isHouseNumber, isNameWord, type Token } from "./address-tokens.ts";

const nameWordsMax = 5;
const partsMax = 8;

/** A part of an address behind its street. */
interface Part {
  to: number;
  kind: "flat" | "town" | "postcode";
}

/** Reads parts of addresses. Each method takes indexes of tokens, and returns those where a part begins or ends. */
export class AddressParts {
  readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** Returns the number of tokens of the phrase at an index. */
  measure(list: ListName, index: number): number {
    return getPhrases(list).measureAt(this.tokens, index);
  }

  text(index: number): string {
    return this.tokens[index]?.text ?? "";
  }

  /** Returns the end of a name: words with capitals, with small words between them, or up to four without case. */
  readName(from: number): number {
    let to = from;
    let words = 0;
    let at = from;
    while (words < nameWordsMax) {
      const small = this.measure("small words in names", at);
      if (small > 0 && this.text(at - 1) !== "," && this.#isPartOfName(at + small)) at += small;
      else if (this.#isPartOfName(at)) {
        if (this.#isFlatLabel(at)) break;
        at++;
        words++;
        // "Prof. Novák", "J. S. Bach".
        if (this.text(at) === "." && this.text(at - 1).length <= 4) {
          if (!this.#isPartOfName(at + 1)) break;
          at++;
        }
        to = at;
        if (!this.#mayGoOn(at, words)) break;
      } else break;
    }
    return to;
  }

  /** Returns the start of the name that ends before an index, or the index itself without a name. */
  findNameBefore(index: number): number {
    let from = index;
    let at = index - 1;
    for (let words = 0; words < nameWordsMax - 1; words++) {
      if (this.text(at) === "." && /^\p{L}{1,4}$/u.test(this.text(at - 1)) && words > 0) at--;
      const token = this.tokens[at];
      if (!token || !this.#isPartOfName(at) || this.isNever(at) || this.#isFlatLabel(at)) break;
      from = at;
      at--;
      // A script without capitals has no sign of where a name begins.
      if (!hasCase(token) && words > 0 && !/\p{Nd}/u.test(this.text(at - 1))) break;
      const small = getPhrases("small words in names").measureBefore(this.tokens, at + 1);
      if (small > 0 && !isNameWord(this.tokens[at])) {
        if (!this.#isPartOfName(at - small) || this.isNever(at - small)) break;
        at -= small;
      }
    }
    if (this.measure("small words in names", from) === index - from) return index;
    const first =
      from < index ? getPhrases("first words of streets").measureBefore(this.tokens, from) : 0;
    return first > 0 && isNameWord(this.tokens[from - first]) ? from - first : from;
  }

  /** Returns the end of a house number, with its label and its letter. */
  readNumber(from: number): number | undefined {
    let at = from;
    if (/^[,،]$/.test(this.text(at))) at++;
    const label = this.measure("labels of house numbers", at);
    at += label;
    if (label > 0 && /^[.:]$/.test(this.text(at))) at++;
    const token = this.tokens[at];
    if (!isHouseNumber(token)) return undefined;
    // "Calle Real, 2019" is a year.
    if (label === 0 && /^(?:19|20)\d\d$/.test(token?.text ?? "")) return undefined;
    if (/^[.,]$/.test(this.text(at + 1)) && this.#isJoined(at + 1) && this.#isJoined(at + 2))
      if (/^\p{Nd}/u.test(this.text(at + 2))) return undefined;
    at++;
    if (/^(?:bis|ter|quater)$/.test(this.text(at))) at++;
    else if (/^[a-z]$/.test(this.text(at)) && /^[,;)\n]?$/.test(this.text(at + 1))) at++;
    if (this.text(at) === "/" && isHouseNumber(this.tokens[at + 1])) at += 2;
    return at;
  }

  /** Returns the start of the house number before a street: "12 bis, rue". */
  findNumberBefore(index: number): number | undefined {
    let at = index - 1;
    if (this.text(at) === ",") at--;
    if (/^(?:bis|ter|quater)$/.test(this.text(at)) || /^[A-Za-z]$/.test(this.text(at))) at--;
    const token = this.tokens[at];
    if (!isHouseNumber(token)) return undefined;
    // A year or a postcode before a comma: "In 1886, Robert Lane".
    if (this.text(at + 1) === "," && /^(?:\p{Nd}{5}|1[89]\d\d|20\d\d)$/u.test(this.text(at)))
      return undefined;
    return /^[.,$€£]$/.test(this.text(at - 1)) && this.#isJoined(at) ? undefined : at;
  }

  /** Returns the number of a street in a grid: "7 # 71-21", "10 Sur No. 5-12". */
  readGridNumber(from: number): number | undefined {
    if (!isHouseNumber(this.tokens[from])) return undefined;
    let at = from + 1;
    if (/^(?:[A-Z]|Sur|Bis|Este|Norte)$/.test(this.text(at))) at++;
    const label = this.measure("labels of house numbers", at);
    return label > 0 && /^\d{1,3}\p{L}?-\d{1,3}$/u.test(this.text(at + label))
      ? at + label + 1
      : undefined;
  }

  /** Returns the end of a flat: "3. OG", "Apt. 12", "2º izq", "C 7". */
  readFlat(from: number): number | undefined {
    let at = this.#skipSigns(from, /^[,،.–-]$/);
    const alone = this.measure("flats without a number", at);
    if (alone > 0) return at + alone;
    const label = this.measure("flats before their number", at);
    if (label > 0) {
      at += label;
      if (/^[.:#]$/.test(this.text(at))) at++;
      return this.#isFlatId(at) ? at + 1 : undefined;
    }
    const token = this.text(at);
    if (/^(?:\p{Nd}{1,3}\p{L}{0,3}|[IVX]{1,4})$/u.test(token)) {
      let after = at + 1;
      if (/^[.ºª°]$/.test(this.text(after))) after++;
      if (/^[.ºª°]$/.test(this.text(after))) after++;
      const unit = this.measure("flats after their number", after);
      if (unit > 0) return after + unit;
      if (/^\p{Nd}{1,2}(?:ος|er|e|ème)$/u.test(token)) return at + 1;
      // "3º B".
      if (/[ºª°]/.test(token + this.text(at + 1)))
        return /^[A-Z]$/.test(this.text(after)) ? after + 1 : after;
    }
    if (at > from || !/^[A-H]$/.test(token) || this.#isJoined(at)) return undefined;
    if (/^\p{Nd}{1,3}$/u.test(this.text(at + 1))) return at + 2;
    return this.isDelimited(at + 1) ? at + 1 : undefined;
  }

  /** Whether a flat, a postcode and a town follow a house number. */
  hasTown(from: number): boolean {
    let at = from;
    for (let parts = 0; parts < 3; parts++) {
      if (this.readPostcode(at)) return true;
      const next = this.readFlat(at);
      if (next === undefined) return false;
      at = next;
    }
    return false;
  }

  /** Returns the end of a postcode with its town, in either order. A weak postcode needs a known town or its own line. */
  readPostcode(from: number, { isWeak = false } = {}): number | undefined {
    const at = this.#skipSigns(from, /^[,،–-]$/);
    const isOwnLine = this.tokens.slice(from, at).some(({ text }) => text === "\n");
    const code = this.#readCode(at);
    if (!code)
      return at > from || this.text(from - 1) !== "," ? this.#readTownWithCode(at) : undefined;
    const town = this.#readTownName(code.to);
    const isAlone = isOwnLine || this.text(from - 1) === ")";
    if (town === code.to)
      return (code.form === "sure" && at > from) || (code.form === "usual" && isAlone)
        ? code.to
        : undefined;
    if (code.form === "weak" && !isWeak && !isOwnLine && !this.#isKnownPlace(code.to, town))
      return undefined;
    return this.#readDistrictNumber(town);
  }

  /** Returns the end of everything that follows a street: flats, postcodes, towns and countries. */
  readRest(from: number, { isStrict = false } = {}): number {
    let [at, to] = [from, from];
    for (let parts = 0; parts < partsMax; parts++) {
      const part = this.#readPart(at) ?? (parts > 0 ? this.#readTownLine(at) : undefined);
      if (!part) break;
      at = part.to;
      // After an English street, a town without a postcode may be anything else.
      if (part.kind !== "town" || !isStrict) to = at;
    }
    return to;
  }

  /** Returns the start of a flat, a building, or a postcode with its town, before a street. */
  findBeginning(from: number): number {
    let at = from;
    // Forms put a number of their own before the street: "5533 119 Countess Close".
    if (/^\p{Nd}{1,6}$/u.test(this.text(at - 1)) && !/^[.,$€£-]$/.test(this.text(at - 2))) at--;
    for (let parts = 0; parts < 3; parts++) {
      const next = this.#findPartBefore(at);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  /** Returns the start of a district before a comma and a street: "حي الروضة، شارع". */
  findDistrictBefore(index: number): number | undefined {
    if (!/^[,،]$/.test(this.text(index - 1))) return undefined;
    for (let at = index - 2; at >= Math.max(0, index - 6); at--) {
      if (!isNameWord(this.tokens[at])) return undefined;
      if (this.measure("districts before their name", at) > 0 && at < index - 2) return at;
    }
    return undefined;
  }

  /** Whether the text ends at an index, or a sign or a line break follows. */
  isDelimited(index: number): boolean {
    const token = this.tokens[index];
    return token === undefined || /^[^\p{L}\p{N}]/u.test(token.text);
  }

  /** Whether a text before an index ends with a postcode of Britain, Ireland, Canada or Australia. */
  endsWithBritishCode(to: number): boolean {
    const shape = describeForm(`${this.text(to - 2)} ${this.text(to - 1)}`);
    if (/^A[9A]{1,3} 9A[9A]$/.test(shape)) return true;
    return (
      /^(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)$/.test(this.text(to - 2)) &&
      /^\d{4}$/.test(this.text(to - 1))
    );
  }

  /** Returns the start of the label or the comma before a house number, or the number itself without one. */
  findLabelBefore(index: number): number {
    let at = index - getPhrases("labels of house numbers").measureBefore(this.tokens, index);
    if (this.text(at - 1) === ",") at--;
    return at;
  }

  /** Whether a flat with its label or after a comma follows a house number. */
  hasLabelledFlat(from: number): boolean {
    const to = this.readFlat(from);
    return (
      to !== undefined &&
      (this.text(from) === "," || to > from + 1) &&
      !/^[A-H]$/.test(this.text(from))
    );
  }

  #readPart(from: number): Part | undefined {
    const flat = this.readFlat(from);
    if (flat !== undefined) return { to: flat, kind: "flat" };
    const postcode = this.readPostcode(from, { isWeak: true });
    if (postcode !== undefined) return { to: postcode, kind: "postcode" };
    const town = this.#readTown(from);
    if (town === undefined) return undefined;
    // A country, or a known town with its district: "Dublin 2".
    const start = this.#skipSigns(from, /^[,،/–-]$/);
    const district = this.#readDistrictNumber(town);
    const isCountry = /^[A-Z]{2}$/.test(this.#findPlace(start, town)?.normalized ?? "");
    const isKnown = isCountry || (district > town && this.#isKnownPlace(start, town));
    return isKnown ? { to: district, kind: "postcode" } : { to: town, kind: "town" };
  }

  /** Returns a town in capitals right after a flat: "Suite 19 CHARLEROI". */
  #readTownLine(from: number): Part | undefined {
    const to = this.#readTownName(from);
    const isShown =
      /^\p{Lu}{4,}$/u.test(this.text(from)) || (to > from && this.#isKnownPlace(from, to));
    return isShown ? { to, kind: "postcode" } : undefined;
  }

  /** Returns the end of a district, a town, a region or a country, up to a sign or the end of the text. */
  #readTown(from: number): number | undefined {
    if (this.text(from) === "(") {
      const end = this.#readTownName(from + 1);
      return end > from + 1 && this.text(end) === ")" ? end + 1 : undefined;
    }
    const at = this.#skipSigns(from, /^[,،/–-]$/);
    if (at === from) return undefined;
    const label =
      this.measure("towns before their name", at) ||
      this.measure("districts before their name", at);
    if (label > 0 && /^\p{Nd}{1,2}$/u.test(this.text(at + label))) return at + label + 1;
    const end = this.#readTownName(at + label);
    if (end === at + label) return undefined;
    const isCaseless = !hasCase(this.tokens[at + label] as Token);
    if (isCaseless) return end;
    const isJoined = this.text(from) === "/" && this.#isJoined(from);
    return label > 0 || isJoined || this.isDelimited(end) || this.#isKnownPlace(at, end)
      ? end
      : undefined;
  }

  /** Returns the end of a town's name and a postcode after it: "Washington, DC 20500", "Wellington 6011". */
  #readTownWithCode(from: number): number | undefined {
    const town = this.#readTownName(from);
    if (town === from) return undefined;
    for (let end = town; end > from; end--) {
      let at = end;
      if (this.text(at) === ",") at++;
      const region = /^[A-Z]{2,3}$/.test(this.text(at))
        ? 1
        : this.measure("countries and regions", at);
      for (const next of region > 0 ? [at + region, at] : [at]) {
        const code = this.#readCode(next + Number(this.text(next) === ","));
        if (code && (code.form !== "weak" || this.text(next) !== ",") && code.digits >= 4)
          return code.to;
      }
    }
    return undefined;
  }

  /** Returns a postcode of one or two tokens, with how sure its form is. */
  #readCode(from: number) {
    const forms = readPostcodeForms();
    const [first, second] = [this.text(from), this.text(from + 1)];
    for (const [text, length] of [
      [`${first} ${second}`, 2],
      [first, 1],
    ] as const) {
      if (length === 2 && (second === "" || second === "\n" || this.#isJoined(from + 1))) continue;
      const shape = describeForm(text);
      const loose = shape.replace(/^A99 [9A]{4}$/, "A99 XXXX");
      for (const form of ["sure", "usual", "weak"] as const)
        if (forms[form].has(loose) || forms[form].has(shape.replace(/^A{1,2}-/, "")))
          return {
            to: from + length,
            form,
            digits: text.replaceAll(/\P{Nd}/gu, "").length + (/\p{Lu}/u.test(text) ? 3 : 0),
          };
    }
    return undefined;
  }

  /** Returns the end of a town's name: up to four words with capitals, and small words between them. */
  #readTownName(from: number): number {
    let [at, to] = [from, from];
    for (let words = 0; words < 4; words++) {
      const small = words > 0 ? this.measure("small words in names", at) : 0;
      if (small > 0 && isNameWord(this.tokens[at + small]) && !this.isNever(at + small))
        at += small;
      const token = this.tokens[at];
      if (
        !token ||
        !isNameWord(token) ||
        (this.isNever(at) && words > 0) ||
        /\p{Nd}/u.test(token.text)
      )
        break;
      at++;
      if (this.text(at) === "." && token.text.length <= 3 && isNameWord(this.tokens[at + 1])) at++;
      to = at;
      if (this.text(at) === "." || !this.tokens[at]?.isApart) break;
      if (!hasCase(token) && words > 0 && !this.isDelimited(at + 1)) break;
    }
    return to;
  }

  /** Returns the index after one sign, line breaks, and the signs of quoted lines after them. */
  #skipSigns(from: number, sign: RegExp): number {
    let at = from + Number(sign.test(this.text(from)));
    if (this.text(at) !== "\n") return at;
    while (at < from + 8 && /^[\n>?]$/.test(this.text(at))) at++;
    return at + Number(at > from && this.text(at) === ",");
  }

  /** Returns the end of the number or the letter of a town's district: "Praha 1", "København V". */
  #readDistrictNumber(from: number): number {
    return /^(?:\p{Nd}{1,2}|[A-ZØ])$/u.test(this.text(from)) ? from + 1 : from;
  }

  #findPlace(from: number, to: number) {
    const words = this.tokens.slice(from, to).map(({ text }) => text);
    return findPlace(words.join(" "), "en");
  }

  /** Whether the place of some words is known, or that of the first one alone. */
  #isKnownPlace(from: number, to: number): boolean {
    return [to, from + 1].some((end) => this.#findPlace(from, end) !== undefined);
  }

  #findPartBefore(from: number): number | undefined {
    let at = from - 1;
    if (/^[,\n]$/.test(this.text(at))) at--;
    // A flat: "Flat 3, 12 Baker Street".
    if (this.#isFlatId(at))
      for (const back of [1, 2, 3]) {
        const label = this.measure("flats before their number", at - back);
        if (label > 0 && at - back + label <= at && at - back + label >= at - 1) return at - back;
      }
    for (const list of ["flats before their number", "labels of house numbers"] as const) {
      const label = getPhrases(list).measureBefore(this.tokens, from);
      if (label > 0 && isHouseNumber(this.tokens[from])) return from - label;
    }
    if (at === from - 1) return undefined;
    const name = this.findNameBefore(at + 1);
    if (name === at + 1) return undefined;
    // A postcode or a label of a town: "1061 Budapest, Andrássy út", "г. Омск, Ленинский пр-т".
    const label = getPhrases("towns before their name").measureBefore(this.tokens, name);
    if (label > 0) return name - label;
    for (const length of [2, 1])
      if (this.#readCode(name - length)?.to === name) return name - length;
    // A building behind a flat: "Flat 12B, Rosewood House, 5 Elm Grove".
    const outer = this.text(name - 1) === "," ? this.#findPartBefore(name) : undefined;
    return outer !== undefined && this.#isFlatLabel(outer) ? outer : undefined;
  }

  #isFlatLabel(index: number): boolean {
    const length = this.measure("flats before their number", index);
    return length > 0 && this.#isFlatId(index + length);
  }

  /** Whether a token is the number or the letter of a flat. */
  #isFlatId(index: number): boolean {
    return /^(?:\p{Nd}{1,5}\p{Lu}?|\p{Lu}\p{Nd}{0,4}|(?:\p{Lu}|\p{Nd}{1,3})-\p{Nd}{1,3})$/u.test(
      this.text(index),
    );
  }

  /** Whether a token can be a word of a name: with a capital, or an ordinal before such a word. */
  #isPartOfName(index: number): boolean {
    const token = this.tokens[index];
    if (isNameWord(token)) return true;
    const text = token?.text ?? "";
    // "Avenida 9 de Julio".
    const isDate =
      /^\p{Nd}{1,2}$/u.test(text) &&
      this.text(index + 1) === "de" &&
      isNameWord(this.tokens[index + 2]);
    return isDate || /^\p{Nd}{1,3}(?:st|nd|rd|th|e|er|º|ª)$/u.test(text);
  }

  /** Whether a word with a capital is no part of a name: a month, an article, a verb that opens sentences. */
  isNever(index: number): boolean {
    return this.measure("never a name", index) > 0;
  }

  /** Whether a token follows the one before it without a space. */
  #isJoined(index: number): boolean {
    return this.tokens[index]?.isApart === false;
  }

  /** Whether a name can have a further word: a script without case goes on only to a number. */
  #mayGoOn(index: number, words: number): boolean {
    const [last, next] = [this.tokens[index - 1], this.tokens[index]];
    if (!last || !next?.isApart) return false;
    return hasCase(last) || words < 4;
  }
}
