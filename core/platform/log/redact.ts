/** What stands in a line where a secret was. */
const mark = "[secret]";

/** How much of a text is looked at: more than any line holds of it. */
const readMax = 32_768;

/** Shorter values are found by chance in innocent words. */
const secretMin = 6;

/** A text without the secrets that are known, and without what has the form of one. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text.length > readMax ? text.slice(0, readMax) : text;
  for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, mark);
  return clean
    .replace(/hub_[0-9A-Za-z]{20,}/g, mark)
    .replace(/\b(api[_-]?key|access_token|token|password|secret)=[^\s&"'#]+/gi, `$1=${mark}`)
    .replace(/\b(Bearer) [\w.~+/=-]{6,}/gi, `$1 ${mark}`)
    .replace(/\b(Basic) [\w+/=]{16,}/gi, `$1 ${mark}`)
    .replace(/\/\/[^/\s@]+@/g, `//${mark}@`);
}

/** The values of an environment that are secret by their names, the longest first. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env)
    .filter(([name]) => /(?:KEY|TOKEN|SECRET|PASSWORD|PASS|PEPPER)$/i.test(name))
    .map(([, value]) => value ?? "")
    .filter(({ length }) => length >= secretMin)
    .sort((one, other) => other.length - one.length);
}
