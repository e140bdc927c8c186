/** Returns a filename without folders, control characters and characters with a special meaning on some systems. */
export function cleanFileName(name: string): string {
  const last = name.slice(1 + Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")));
  const cleaned = Array.from(last.toWellFormed(), (char) => (isForbidden(char) ? "" : char)).join(
    "",
  );
  const trimmed = cleaned.trim();
  let start = 0;
  while (trimmed[start] === ".") start++;
  return trimmed.slice(start).trim() || "document";
}

/** Writes a `Content-Disposition` header for a file to save (RFC 6266). */
export function writeAttachment(name: string): string {
  const plain = Array.from(name.normalize("NFKD"), toPlain).join("");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const extended = plain === name ? "" : `; filename*=UTF-8''${encoded}`;
  return `attachment; filename="${plain}"${extended}`;
}

function isForbidden(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  // Also rejects marks that change the writing direction: "fdp.exe" must not look like "exe.pdf".
  const isMark =
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xfeff;
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || isMark || ':*?"<>|'.includes(char);
}

/** Returns the character in ASCII, for clients that know only the plain `filename` parameter. */
function toPlain(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0x300 && code <= 0x36f) return "";
  return code < 0x20 || code > 0x7e || char === '"' || char === "\\" || char === "%" ? "_" : char;
}
