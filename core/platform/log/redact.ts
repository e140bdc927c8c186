/** The placeholder for a secret. */
const mark = "[secret]";

/** The maximum length that is scanned. It exceeds the length of any log line. */
const readMax = 32_768;

/** The minimum length of a secret. Shorter values match ordinary words by chance. */
const secretMin = 6;

/** Removes known secrets from a text, and values that look like one. */
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

/** Returns the values of an environment whose names mark them as secret, longest first. */
export function listSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env)
    .filter(([name]) => /(?:KEY|TOKEN|SECRET|PASSWORD|PASS|PEPPER)$/i.test(name))
    .map(([, value]) => value ?? "")
    .filter(({ length }) => length >= secretMin)
    .sort((one, other) => other.length - one.length);
}
