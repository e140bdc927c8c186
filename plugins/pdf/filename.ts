const extensions: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/zip": "zip",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
};

interface Naming {
  /** As the request says it. */
  filename?: string | undefined;
  /** What the input was called. */
  inputName?: string | undefined;
  suffix: string;
  type: string;
}

/** The name of an answer, and its Content-Disposition by RFC 6266. */
export function attachment({ filename, inputName, suffix, type }: Naming) {
  const extension = extensions[type] ?? "bin";
  const wanted = filename === undefined ? stemOf(inputName, suffix) : safeName(filename);
  const name = wanted.toLowerCase().endsWith(`.${extension}`) ? wanted : `${wanted}.${extension}`;
  const plain = Array.from(name.normalize("NFKD"), toPlain).join("");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const extended = plain === name ? "" : `; filename*=UTF-8''${encoded}`;
  return { name, header: `attachment; filename="${plain}"${extended}` };
}

/** A name without folders, control characters and signs that some system gives a meaning. */
export function safeName(name: string): string {
  const last = name.slice(1 + Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")));
  const kept = Array.from(last.toWellFormed(), (sign) => (isForbidden(sign) ? "" : sign)).join("");
  const trimmed = kept.trim();
  let start = 0;
  while (trimmed[start] === ".") start++;
  return trimmed.slice(start).trim() || "document";
}

/** The name of a file without its extension, or `without` where it has no name. */
export function stemName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const safe = safeName(name);
  const dot = safe.lastIndexOf(".");
  return dot > 0 ? safe.slice(0, dot) : safe;
}

function stemOf(inputName: string | undefined, suffix: string): string {
  const stem = stemName(inputName);
  if (stem === undefined) return suffix || "document";
  return suffix ? `${stem}-${suffix}` : stem;
}

function isForbidden(sign: string): boolean {
  const code = sign.codePointAt(0)!;
  // Also the marks that turn the direction of writing: "fdp.exe" must not look like "exe.pdf".
  const isMark =
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xfeff;
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || isMark || ':*?"<>|'.includes(sign);
}

/** The sign in ASCII, for callers that know only the old parameter. */
function toPlain(sign: string): string {
  const code = sign.codePointAt(0)!;
  if (code >= 0x300 && code <= 0x36f) return "";
  return code < 0x20 || code > 0x7e || sign === '"' || sign === "\\" || sign === "%" ? "_" : sign;
}
