const lengthMax = 100;

/**
 * Returns file names that are safe to unpack on any system: without folders, control or reserved characters, not
 * hidden, and unique regardless of letter case.
 */
export function uniqueNames(
  requested: readonly (string | undefined)[],
  extension: string,
): string[] {
  const usedNames = new Set<string>();
  return requested.map((name, index) => {
    const base = sanitizeName(name ?? "", extension) || `qr-${String(index + 1).padStart(3, "0")}`;
    let unique = base;
    for (let copy = 2; usedNames.has(foldCase(unique)); copy++) unique = `${base}-${copy}`;
    usedNames.add(foldCase(unique));
    return `${unique}.${extension}`;
  });
}

function sanitizeName(name: string, extension: string): string {
  const suffix = `.${extension}`;
  const stem = name.toLowerCase().endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  const letters = [...stem.normalize("NFC")]
    .slice(0, lengthMax)
    .map((letter) => (/[\p{L}\p{M}\p{N} ._()-]/u.test(letter) ? letter : "_"))
    .join("");
  let [start, end] = [0, letters.length];
  while (start < end && " .".includes(letters.charAt(start))) start++;
  while (end > start && " .".includes(letters.charAt(end - 1))) end--;
  const trimmed = letters.slice(start, end);
  return isReserved(trimmed) ? `_${trimmed}` : trimmed;
}

/** Returns whether Windows reserves the name for a device. It ignores everything after the first dot. */
function isReserved(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i.test(name.replace(/\..*/s, "").trim());
}

function foldCase(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
