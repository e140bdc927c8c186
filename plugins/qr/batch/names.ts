const lengthMax = 100;

/**
 * Names for the files of an archive, safe to unpack on any system: no folders, no control or
 * reserved characters, none hidden, and none equal to another where letter case does not count.
 */
export function uniqueNames(wanted: readonly (string | undefined)[], extension: string): string[] {
  const taken = new Set<string>();
  return wanted.map((name, index) => {
    const base = clean(name ?? "", extension) || `qr-${String(index + 1).padStart(3, "0")}`;
    let unique = base;
    for (let copy = 2; taken.has(foldCase(unique)); copy++) unique = `${base}-${copy}`;
    taken.add(foldCase(unique));
    return `${unique}.${extension}`;
  });
}

function clean(name: string, extension: string): string {
  const ending = `.${extension}`;
  const bare = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name;
  const letters = [...bare.normalize("NFC")]
    .slice(0, lengthMax)
    .map((letter) => (/[\p{L}\p{M}\p{N} ._()-]/u.test(letter) ? letter : "_"))
    .join("");
  let [start, end] = [0, letters.length];
  while (start < end && " .".includes(letters.charAt(start))) start++;
  while (end > start && " .".includes(letters.charAt(end - 1))) end--;
  const trimmed = letters.slice(start, end);
  return isReserved(trimmed) ? `_${trimmed}` : trimmed;
}

/** Names of devices, which Windows does not take for files whatever follows their first point. */
function isReserved(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i.test(name.replace(/\..*/s, "").trim());
}

function foldCase(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
