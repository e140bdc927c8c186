import { Fault } from "../json/fault.ts";
import { expectationFault } from "./bytes.ts";

/** Encodes a text in ASCII: RFC 3492. Takes time quadratic in the length of the text. */
export function encodePunycode(text: string): string {
  const points = [...text].map((char) => char.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < 0x80);
  let output = String.fromCharCode(...basic) + (basic.length > 0 ? "-" : "");
  let next = 0x80;
  let delta = 0;
  let bias = initialBias;
  for (let handled = basic.length; handled < points.length; ) {
    const point = points.reduce(
      (lowest, one) => (one >= next && one < lowest ? one : lowest),
      Infinity,
    );
    delta += (point - next) * (handled + 1);
    next = point;
    for (const one of points) {
      if (one < next) delta++;
      if (one !== next) continue;
      output += writeNumber(delta, bias);
      bias = adapt(delta, { points: handled + 1, first: handled === basic.length });
      delta = 0;
      handled++;
    }
    delta++;
    next++;
  }
  return output;
}

/** Decodes Punycode in a range of the data. */
export function decodePunycode(
  data: string,
  { from = 0, to = data.length }: { from?: number; to?: number } = {},
): string {
  const points: number[] = [];
  const hyphen = to > from ? data.lastIndexOf("-", to - 1) : -1;
  for (let at = from; at < hyphen; at++) {
    const code = data.charCodeAt(at);
    if (code >= 0x80) throw expectationFault("an ASCII character", data, at);
    points.push(code);
  }
  let next = 0x80;
  let bias = initialBias;
  let index = 0;
  for (let at = hyphen > from ? hyphen + 1 : from; at < to; ) {
    const before = index;
    const number = readNumber(data, { at, to, bias });
    index += number.value;
    bias = adapt(number.value, { points: points.length + 1, first: before === 0 });
    next += Math.floor(index / (points.length + 1));
    index %= points.length + 1;
    if (next > 0x10ffff || (next >= 0xd800 && next <= 0xdfff))
      throw new Fault("The number is not a valid code point", at);
    points.splice(index++, 0, next);
    at = number.end;
  }
  return points.map((point) => String.fromCodePoint(point)).join("");
}

// Parameters of RFC 3492, section 5.
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

function computeThreshold(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, tMin), tMax);
}

function adapt(delta: number, { points, first }: { points: number; first: boolean }): number {
  let rest = Math.floor(delta / (first ? damp : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

function writeNumber(value: number, bias: number): string {
  let text = "";
  let rest = value;
  for (let k = base; ; k += base) {
    const limit = computeThreshold(k, bias);
    if (rest < limit) return text + letters.charAt(rest);
    const digit = limit + ((rest - limit) % (base - limit));
    text += letters.charAt(digit);
    rest = Math.floor((rest - limit) / (base - limit));
  }
}

function readNumber(
  data: string,
  { at, to, bias }: { at: number; to: number; bias: number },
): { value: number; end: number } {
  let value = 0;
  let weight = 1;
  for (let end = at, k = base; end < to; k += base) {
    const digit = letters.indexOf(data.charAt(end).toLowerCase());
    if (digit < 0) throw expectationFault("a digit of Punycode", data, end);
    end++;
    value += digit * weight;
    const limit = computeThreshold(k, bias);
    if (digit < limit) return { value, end };
    weight *= base - limit;
    if (value > 0x7fff_ffff) throw new Fault("The number is too large", at);
  }
  throw new Fault("The last number is incomplete", to);
}

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
