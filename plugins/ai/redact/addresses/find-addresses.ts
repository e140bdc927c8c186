import type { TextEntity } from "../../recognize/found.ts";
import { hasEnding } from "./address-lists.ts";
import { AddressParts } from "./address-parts.ts";
import { hasCase, isHouseNumber, isNameWord, splitTokens } from "./address-tokens.ts";
import { findEasternAddresses } from "./eastern-addresses.ts";

/** The tokens of an address: from the first to the one before `to`. */
interface Range {
  from: number;
  to: number;
}

/** Finds postal addresses: a street with a number, a post box, or a place that its postcode or flat shows. */
export function* findAddresses(text: string): Generator<TextEntity> {
  yield* findEasternAddresses(text);
  const tokens = splitTokens(text);
  const parts = new AddressParts(tokens);
  for (let index = 0; index < tokens.length; index++)
    for (const readForm of forms) {
      const found = readForm(parts, index);
      if (!found) continue;
      const start = tokens[found.from]?.start ?? 0;
      const end = tokens[found.to - 1]?.end ?? start;
      yield { type: "address", start, end, confidence: 0.85 };
      index = Math.max(index, found.to - 1);
      break;
    }
}

/** The forms of addresses. Each function returns the address whose mark stands at an index. */
const forms: readonly ((parts: AddressParts, index: number) => Range | undefined)[] = [
  readAfterIntroduction,
  readBox,
  readMilitary,
  readNumberedRoad,
  readStreetBeforeName,
  readStreetAfterName,
  readStreetByEnding,
  readNumberAndName,
  readNameAndNumber,
  readCorner,
];

/** "Calle de Alcalá 45", "12 bis, rue Jean Jaurès", "ул. Ленина, д. 5", "Carrera 7 # 71-21". */
function readStreetBeforeName(parts: AddressParts, index: number): Range | undefined {
  const length = parts.measure("streets before their name", index);
  if (length === 0) return undefined;
  const name = index + length;
  const grid = parts.readGridNumber(name);
  if (grid !== undefined) return complete(parts, { from: index, to: grid });
  const to = parts.readName(name);
  if (to === name) return undefined;
  const before = parts.findNumberBefore(index);
  const after = before === undefined ? parts.readNumber(to) : undefined;
  if (before !== undefined || after !== undefined)
    return complete(parts, { from: before ?? index, to: after ?? to });
  // Without a number, a flat or a district shows an address.
  const district = parts.findDistrictBefore(index);
  const isAddress = district !== undefined || parts.readFlat(to) !== undefined;
  return isAddress ? complete(parts, { from: district ?? index, to }) : undefined;
}

/** "10 Downing Street", "Atatürk Caddesi No: 12", "Váci út 45". */
function readStreetAfterName(parts: AddressParts, index: number): Range | undefined {
  const english = parts.measure("streets after a number and their name", index);
  const length = Math.max(english, parts.measure("streets after their name", index));
  if (length === 0) return undefined;
  const name = parts.findNameBefore(index);
  if (name === index) return undefined;
  const isWithDirection = /^(?:[NS][EW]?|[EW])$/.test(parts.text(index + length));
  const to = index + length + Number(isWithDirection);
  const before = parts.findNumberBefore(name);
  const after = english > 0 && before !== undefined ? undefined : parts.readNumber(to);
  if (before !== undefined && after === undefined)
    return complete(parts, { from: before, to }, { isStrict: english > 0 });
  if (after === undefined || (english > 0 && !parts.isDelimited(after))) return undefined;
  return complete(parts, { from: name, to: after });
}

/** "Storgatan 5", "Karl-Marx-Allee 34", "Prinsengracht 12-3". */
function readStreetByEnding(parts: AddressParts, index: number): Range | undefined {
  const token = parts.tokens[index];
  if (!token || !isNameWord(token) || !hasCase(token)) return undefined;
  const isDotted = parts.text(index + 1) === ".";
  const word = isDotted ? `${token.key}.` : token.key;
  const isSure = hasEnding("endings of streets", word);
  if (!isSure && !hasEnding("endings before a number and a town", word)) return undefined;
  const to = parts.readNumber(index + 1 + Number(isDotted));
  if (to === undefined || !(isSure || parts.hasTown(to))) return undefined;
  return complete(parts, { from: parts.findNameBefore(index), to });
}

/** "1200 County Road 12". */
function readNumberedRoad(parts: AddressParts, index: number): Range | undefined {
  const length = parts.measure("numbered roads", index);
  if (length === 0 || !isHouseNumber(parts.tokens[index + length])) return undefined;
  const from = parts.findNumberBefore(index);
  return from === undefined
    ? undefined
    : complete(parts, { from, to: index + length + 1 }, { isStrict: true });
}

/** "P.O. Box 55, Nairobi 00100". */
function readBox(parts: AddressParts, index: number): Range | undefined {
  const sure = parts.measure("post boxes", index);
  const length = sure || parts.measure("post boxes before a town", index);
  const number = index + length;
  if (length === 0 || !isHouseNumber(parts.tokens[number])) return undefined;
  let to = number + 1;
  while (to < number + 3 && /^\p{Nd}{2,3}$/u.test(parts.text(to))) to++;
  const island = parts.readName(to);
  if (island > to && parts.readFlat(island) !== undefined) to = island;
  return sure > 0 || parts.hasTown(to) ? complete(parts, { from: index, to }) : undefined;
}

/** "PSC 12, Box 34, APO, AE 09012": the mail of soldiers. */
function readMilitary(parts: AddressParts, index: number): Range | undefined {
  if (!/^[afd]po$/i.test(parts.text(index))) return undefined;
  const state = index + 1 + Number(parts.text(index + 1) === ",");
  if (!/^a[aep]$/i.test(parts.text(state)) || !/^\d{5}$/.test(parts.text(state + 1)))
    return undefined;
  let from = index;
  while (
    from > index - 8 &&
    /^(?:\p{Lu}.*|psc|box|unit|us[a-z]{2,3}|\d{1,5}|,|\n)$/u.test(parts.text(from - 1))
  )
    from--;
  while (parts.text(from) === "\n") from++;
  return { from, to: state + 2 };
}

/** "27 Rosewood House, Bristol BS8 1AA", "12 Elm Port Suite 4": a number and a name before a sure postcode or a flat. */
function readNumberAndName(parts: AddressParts, index: number): Range | undefined {
  if (!isHouseNumber(parts.tokens[index]) || parts.isNever(index + 1)) return undefined;
  const name = parts.readName(index + 1);
  if (name === index + 1) return undefined;
  const to = parts.readRest(name, { isStrict: true });
  const isAddress = parts.hasLabelledFlat(name) || parts.endsWithBritishCode(to);
  return isAddress ? complete(parts, { from: index, to }) : undefined;
}

/** "Bekkekroken 12, 2408 Elverum": a name and a number before a flat, or before a postcode and a town. */
function readNameAndNumber(parts: AddressParts, index: number): Range | undefined {
  if (!isHouseNumber(parts.tokens[index])) return undefined;
  const label = parts.findLabelBefore(index);
  const name = parts.findNameBefore(label);
  const to = parts.readNumber(index);
  if (name === label || to === undefined) return undefined;
  const isAddress = parts.hasTown(to) || parts.hasLabelledFlat(to);
  return isAddress ? complete(parts, { from: name, to }) : undefined;
}

/** "lives at Bekkekroken 12". */
function readAfterIntroduction(parts: AddressParts, index: number): Range | undefined {
  const length = parts.measure("words before an address", index);
  if (length === 0) return undefined;
  let from = index + length;
  if (/^[:\n]$/.test(parts.text(from))) from++;
  const isNumberFirst = isHouseNumber(parts.tokens[from]);
  const name = from + Number(isNumberFirst);
  const nameEnd = parts.readName(name);
  if (nameEnd === name || parts.isNever(name)) return undefined;
  const isFlatNext = isNumberFirst && parts.readFlat(nameEnd) !== undefined;
  const number = isFlatNext ? undefined : parts.readNumber(nameEnd);
  const to = isNumberFirst ? (number ?? nameEnd) : number;
  if (to === undefined || parts.text(to) === "%") return undefined;
  return complete(parts, { from, to }, { isStrict: isNumberFirst });
}

/** "the corner of Elm and Main Street". */
function readCorner(parts: AddressParts, index: number): Range | undefined {
  if (parts.tokens[index]?.key !== "corner" || parts.text(index + 1) !== "of") return undefined;
  const first = parts.readName(index + 2);
  const middle = parts.readNumber(first) ?? first;
  const isPair = parts.text(middle) === "and";
  const to = isPair ? parts.readName(middle + 1) : first;
  const hasAnd = parts.tokens.slice(index + 2, to).some(({ text }) => text === "and");
  const from = index - Number(parts.text(index - 1) === "the");
  return hasAnd && (!isPair || to > middle + 1) ? { from, to } : undefined;
}

/** Adds the flat, the postcode and the town of an address, before and behind its street. */
function complete(
  parts: AddressParts,
  { from, to }: Range,
  options?: { isStrict: boolean },
): Range {
  return { from: parts.findBeginning(from), to: parts.readRest(to, options) };
}
