import punycode from "punycode/punycode.js";
import { Fault } from "../json/fault.ts";
import { expectationFault } from "./bytes.ts";

/** Encodes a text in ASCII: RFC 3492. Takes time quadratic in the length of the text. */
export function encodePunycode(text: string): string {
  return punycode.encode(text);
}

/** Decodes Punycode in a range of the data. */
export function decodePunycode(
  data: string,
  { from = 0, to = data.length }: { from?: number; to?: number } = {},
): string {
  const label = data.slice(from, to);
  // A hyphen at the start separates nothing.
  const hyphen = label.lastIndexOf("-");
  const digits = hyphen > 0 ? hyphen + 1 : 0;
  for (let at = 0; at < label.length; at++) {
    const expected = at < digits ? "an ASCII character" : "a digit of Punycode";
    if (!(at < digits ? isAscii(label.charAt(at)) : /[a-z0-9]/i.test(label.charAt(at))))
      throw expectationFault(expected, data, from + at);
  }
  let text: string;
  try {
    text = punycode.decode(label);
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith("Invalid input")) throw new Fault("The last number is incomplete", to);
    if (message.startsWith("Overflow")) throw new Fault("The number is too large", from + digits);
    throw new Fault(invalidPoint, from + digits);
  }
  // The package decodes surrogates, which no text encodes to.
  if (encodePunycode(text).toLowerCase() !== label.toLowerCase() || !text.isWellFormed())
    throw new Fault(invalidPoint, from + digits);
  return text;
}

const invalidPoint = "The number is not a valid code point";

/** Encodes the non-ASCII labels of a domain name as A-labels: RFC 5890. */
export function domainToAscii(domain: string): string {
  return domain
    .split(labelSeparators)
    .flatMap((label) => (isAscii(label) ? label : mapLabel(label).split(labelSeparators)))
    .map((label) => (isAscii(label) ? label : prefix + encodePunycode(label)))
    .join(".");
}

/** Decodes the A-labels of a domain name. */
export function domainToUnicode(domain: string): string {
  let from = 0;
  const labels = domain.split(labelSeparators).map((label) => {
    const to = from + label.length;
    const encoded = label.slice(0, prefix.length).toLowerCase() === prefix;
    const decoded = encoded ? decodePunycode(domain, { from: from + prefix.length, to }) : label;
    from = to + 1;
    return decoded;
  });
  return labels.join(".");
}

const prefix = "xn--";

/** The dots that UTS 46 recognizes. */
const labelSeparators = /[.\u3002\uff0e\uff61]/;

/** Applies the UTS 46 mapping to a label. It turns full-width letters into ASCII, which needs no Punycode. */
function mapLabel(label: string): string {
  return label.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll("\u00ad", "");
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
