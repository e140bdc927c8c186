/** Name and address of a mailbox. */
interface NamedAddress {
  name: string | null;
  address: string;
}

/**
 * Splits `"Lee, Ann" <ann@example.com>` (RFC 5322 §3.4). Returns undefined if the text doesn't end with an address in
 * angle brackets.
 */
export function splitDisplayName(text: string): NamedAddress | undefined {
  const trimmed = text.trim();
  const open = findBracket(trimmed);
  if (open === -1 || !trimmed.endsWith(">")) return undefined;
  const name = unquote(trimmed.slice(0, open).trim());
  return { name: name === "" ? null : name, address: trimmed.slice(open + 1, -1) };
}

/** Returns the position of the first angle bracket outside quotes, or -1. */
function findBracket(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === "<" && !isQuoted) return at;
  }
  return -1;
}

function unquote(name: string): string {
  if (name.length < 2 || !name.startsWith('"') || !name.endsWith('"')) return name;
  return name.slice(1, -1).replaceAll(/\\(.)/g, "$1");
}
