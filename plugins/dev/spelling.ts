import { t } from "hub";

interface NameOptions {
  description: string;
  default?: string;
}

/**
 * Creates a schema for one of the given names in any spelling: `SHA-256` for `sha256`. The documentation lists the
 * names themselves. `findName` returns the one that is meant.
 */
export function anySpelling(names: readonly string[], options: NameOptions) {
  const pattern = `^(?:${names.map(buildNamePattern).join("|")})$`;
  return t.String({ ...options, maxLength: 40, enum: names, pattern });
}

/** Returns a pattern of all spellings that `simplifyName` regards as equal. */
function buildNamePattern(name: string): string {
  const separators = "[ _./-]*";
  const characters = [...simplifyName(name)].map((character) =>
    /[a-z]/.test(character) ? `[${character}${character.toUpperCase()}]` : character,
  );
  // SHA2-256 is SHA-256.
  if (/^sha(?:224|256|384|512)/.test(simplifyName(name)))
    characters.splice(3, 0, `(?:2${separators})?`);
  return separators + characters.join(separators) + separators;
}

/** Returns the name that a value of such a schema spells. */
export function findName<const Name extends string>(value: string, names: readonly Name[]): Name {
  const plain = simplifyName(value);
  const found =
    names.find((name) => name === value) ?? names.find((name) => simplifyName(name) === plain);
  if (found === undefined) throw new Error(`The schema allowed the unknown name "${value}"`);
  return found;
}

/** Simplifies a name: `SHA2-256`, `sha_256` and `sha256` are equal, and so are `SHA-512/256` and `sha512-256`. */
export function simplifyName(name: string): string {
  const plain = name.toLowerCase().replace(/[ _./-]/g, "");
  return /^sha2(?:224|256|384|512)/.test(plain) ? `sha${plain.slice(4)}` : plain;
}
