import { asTable } from "hub";
import qr from "../plugin.ts";
import { type BarcodeType, symbologies } from "./symbologies.ts";

/** A checked content. */
export interface BarcodeContent {
  /** The content with its check digit. */
  data: string;
  checkDigit: string | null;
  /** The text that readers return: a UPC is the EAN-13 that starts with 0. */
  reading: string;
}

const patterns: Readonly<Record<string, RegExp>> = asTable({
  ascii: /^[\0-\x7f]+$/,
  code39: /^[0-9A-Z .$/+%-]+$/,
  gs1: /^(?:\(\d{2,4}\)[!-'*-~]+)+$/,
});

/** Checks a content, and completes its check digit. Throws with the digit that is right. */
export function checkContent(type: BarcodeType, data: string, at: string): BarcodeContent {
  const { digits, characters = "", max = 0, holds } = symbologies[type];
  const isValid = digits
    ? digits.includes(data.length) && /^\d+$/.test(data) && (type !== "upc_e" || data < "2")
    : data.length <= max && (patterns[characters]?.test(data) ?? true);
  if (!isValid)
    throw createDataError(
      at,
      `must have ${holds} for ${type}: it is ${JSON.stringify(shorten(data))}`,
    );
  if (!digits)
    return {
      data,
      checkDigit: characters === "gs1" ? checkElements(data, at) : null,
      reading: data,
    };
  const body = data.slice(0, digits[0]);
  const number = type === "upc_e" ? expandUpcE(body) : body;
  const checkDigit = computeCheckDigit(number);
  if (data !== body && data !== body + checkDigit)
    throw createDataError(at, `must end with the check digit ${checkDigit}: it is "${data}"`);
  const reading = `${type.startsWith("upc") ? "0" : ""}${number}${checkDigit}`;
  return { data: body + checkDigit, checkDigit, reading };
}

/** GS1 application identifiers whose value ends with a check digit, with the length of that value. */
const checkedElements: Readonly<Record<string, number>> = asTable({
  "00": 18,
  "01": 14,
  "02": 14,
});

/** Checks the numbers in GS1 elements. Returns the check digit of the first. */
function checkElements(data: string, at: string): string | null {
  let first: string | null = null;
  for (const [, id = "", value = ""] of data.matchAll(/\((\d+)\)([^(]+)/g)) {
    const length = checkedElements[id];
    if (length === undefined) continue;
    if (value.length !== length || !/^\d+$/.test(value))
      throw createDataError(at, `must have ${length} digits after (${id}): it has "${value}"`);
    const checkDigit = computeCheckDigit(value.slice(0, -1));
    if (!value.endsWith(checkDigit))
      throw createDataError(
        at,
        `must end with the check digit ${checkDigit} after (${id}): it has "${value}"`,
      );
    first ??= checkDigit;
  }
  return first;
}

/** Computes the check digit of GS1: weights of 3 and 1, from the right. */
function computeCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Returns the UPC-A that a UPC-E abbreviates, without its check digit. */
function expandUpcE(short: string): string {
  const [system = "", a = "", b = "", c = "", d = "", e = "", last = ""] = short;
  if (last <= "2") return `${system}${a}${b}${last}0000${c}${d}${e}`;
  if (last === "3") return `${system}${a}${b}${c}00000${d}${e}`;
  if (last === "4") return `${system}${a}${b}${c}${d}00000${e}`;
  return `${system}${a}${b}${c}${d}${e}0000${last}`;
}

/** Creates the error for a content that a type of code can't hold. */
export function createDataError(at: string, problem: string, cause?: unknown) {
  return qr.error("invalid_payload", `${at} ${problem}`, { at, cause });
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
