/** Encoding of a page and its source. */
interface Charset {
  /** Name in the Encoding standard: `utf-8`, `windows-1252`, `shift_jis`. */
  name: string;
  source: "bom" | "header" | "meta" | "guess";
}

/** Detects the encoding of a page from its byte order mark, Content-Type, `<meta>` or content. */
export function detectCharset(bytes: Uint8Array, contentType: string | null): Charset {
  const mark = marks.find(([signs]) => signs.every((sign, index) => bytes[index] === sign));
  if (mark) return { name: mark[1], source: "bom" };
  const inHeader = findEncodingName(parseCharset(contentType ?? ""));
  if (inHeader) return { name: inHeader, source: "header" };
  const inMeta = findEncodingName(findMetaCharset(bytes));
  // A tag that is readable as ASCII can't be UTF-16.
  if (inMeta) return { name: inMeta.startsWith("utf-16") ? "utf-8" : inMeta, source: "meta" };
  return { name: isUtf8(bytes) ? "utf-8" : "windows-1252", source: "guess" };
}

const marks = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
] as const;

function findEncodingName(label: string | undefined): string | undefined {
  if (!label) return undefined;
  try {
    return new TextDecoder(label as Bun.Encoding).encoding;
  } catch {
    return undefined;
  }
}

/** Parses `charset=` in a header or tag. */
function parseCharset(text: string): string | undefined {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf("charset"); at !== -1; at = lower.indexOf("charset", at + 1)) {
    const rest = lower.slice(at + "charset".length, at + 100).trimStart();
    if (!rest.startsWith("=")) continue;
    const value = rest.slice(1).trimStart();
    const quote = value.startsWith('"') || value.startsWith("'") ? value.charAt(0) : "";
    const end = value.slice(quote.length).search(quote === "" ? /[\s;"'/>]|$/ : /["']|$/);
    return value.slice(quote.length, quote.length + end).trim();
  }
  return undefined;
}

/** The standard scans 1,024 bytes, but browsers also find later declarations. */
const prescanBytes = 4096;

function findMetaCharset(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, prescanBytes)).toLowerCase();
  for (let at = text.indexOf("<meta"); at !== -1; at = text.indexOf("<meta", at + 1)) {
    const end = text.indexOf(">", at);
    const found = parseCharset(text.slice(at, end === -1 ? text.length : end));
    if (found) return found;
  }
  return undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // In streaming mode, because the last character can be truncated.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
