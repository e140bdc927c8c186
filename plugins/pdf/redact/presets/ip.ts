import { parseAddress } from "hub";
import { matches, type Span } from "./find.ts";

const four = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\.?\d)/g;
const six = /(?<![\w:.])[\da-f:]{2,39}(?:\.\d{1,3}){0,3}(?![\w:])/gi;

/** Finds IPv4 and IPv6 addresses. */
export function findAddresses(text: string): Span[] {
  return [
    ...matches(text, four, (match) => match.split(".").every((part) => Number(part) <= 255)),
    ...matches(text, six, (match) => colons(match) > 1 && parseAddress(match) !== undefined),
  ];
}

function colons(text: string): number {
  return text.split(":").length - 1;
}
