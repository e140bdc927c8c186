import dev from "../plugin.ts";

/** Returns the canonical form of a BCP 47 language tag. */
export function parseLocale(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en";
  } catch {
    throw dev.error(
      "invalid_input",
      `body.locale must be a BCP 47 language tag, such as en or pt-BR: it is ${JSON.stringify(tag)}`,
      { at: "body.locale" },
    );
  }
}
