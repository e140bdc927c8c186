const nameMax = 60;

/** The name of a type after a key: `first_name` makes FirstName. */
export function typeName(key: string): string {
  const words = key
    .slice(0, nameMax)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Type${name}`;
}

/** The name of one of many: Books makes Book. */
export function singular(name: string): string {
  if (name.endsWith("ies") && name.length > 4) return `${name.slice(0, -3)}y`;
  if (name.endsWith("s") && !name.endsWith("ss") && name.length > 2) return name.slice(0, -1);
  return name.endsWith("Item") ? name : `${name}Item`;
}

/** A key as the name of a property, in quotes where it is no name. */
export function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
