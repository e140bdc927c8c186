import { decodePunycode, encodePunycode } from "./punycode.ts";

/** Writes the labels of a domain name that are not ASCII in Punycode: RFC 5890's A-labels. */
export function domainToAscii(domain: string): string {
  // Both as UTS 46 maps a name before anything else; so are the three further full stops.
  return domain
    .split(/[.\u3002\uff0e\uff61]/)
    .map((label) =>
      isAscii(label) ? label : prefix + encodePunycode(label.normalize("NFKC").toLowerCase()),
    )
    .join(".");
}

/** Undoes `domainToAscii`. */
export function domainToUnicode(domain: string): string {
  let from = 0;
  const labels = domain.split(".").map((label) => {
    const to = from + label.length;
    const encoded = label.slice(0, prefix.length).toLowerCase() === prefix;
    const decoded = encoded ? decodePunycode(domain, { from: from + prefix.length, to }) : label;
    from = to + 1;
    return decoded;
  });
  return labels.join(".");
}

const prefix = "xn--";

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
