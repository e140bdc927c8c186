import { decodePunycode, encodePunycode } from "./punycode.ts";

/** Writes the labels of a domain name that are not ASCII in Punycode: RFC 5890's A-labels. */
export function domainToAscii(domain: string): string {
  return domain
    .split(stops)
    .flatMap((label) => (isAscii(label) ? label : mapped(label).split(stops)))
    .map((label) => (isAscii(label) ? label : prefix + encodePunycode(label)))
    .join(".");
}

/** Undoes `domainToAscii`. */
export function domainToUnicode(domain: string): string {
  let from = 0;
  const labels = domain.split(stops).map((label) => {
    const to = from + label.length;
    const encoded = label.slice(0, prefix.length).toLowerCase() === prefix;
    const decoded = encoded ? decodePunycode(domain, { from: from + prefix.length, to }) : label;
    from = to + 1;
    return decoded;
  });
  return labels.join(".");
}

const prefix = "xn--";

/** UTS 46 takes the three further full stops for dots. */
const stops = /[.\u3002\uff0e\uff61]/;

/**
 * A label as UTS 46 maps it before anything else: full-width letters become ASCII by it, and what is
 * ASCII then is not written in Punycode.
 */
function mapped(label: string): string {
  return label.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll("\u00ad", "");
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
