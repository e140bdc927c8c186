import { openWords } from "hub/data-file";

const readProviders = openWords(new URL("./free-providers.txt", import.meta.url), [
  "popular",
  "others",
]);

/** Returns whether a domain is a free email provider or an internet provider for homes. */
export function isFreeProvider(domain: string): boolean {
  const { popular, others } = readProviders();
  return popular.has(domain) || others.has(domain);
}

/** Returns the providers whose names are often mistyped, most popular first. */
export function listPopularProviders(): readonly string[] {
  return [...readProviders().popular];
}

/** Returns all providers, most popular first. */
export function listProviders(): readonly string[] {
  const { popular, others } = readProviders();
  return [...popular, ...others];
}
