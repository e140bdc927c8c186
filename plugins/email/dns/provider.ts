import { openTexts } from "hub/data-file";

/** Returns the mail provider by the names of the mail servers, or null if unknown. */
export function findMailProvider(exchanges: readonly string[]): string | null {
  for (const exchange of exchanges)
    for (const [name, domains] of providers)
      if (domains.some((domain) => exchange === domain || exchange.endsWith(`.${domain}`)))
        return name;
  return null;
}

const texts = openTexts(new URL("./provider.txt", import.meta.url), ["providers"])();

const providers = Object.entries(texts.providers).map(
  ([name, domains]) => [name, domains.split(" ")] as const,
);
