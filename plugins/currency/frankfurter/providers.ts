import { type Bank, banks } from "../banks/about.ts";
import { ecb } from "../ecb/about.ts";
import type { SourceChoice } from "../history/memory.ts";
import currency from "../plugin.ts";

interface Provider {
  /** Frankfurter's key. */
  key: string;
  id: "ecb" | Bank["id"];
  name: string;
  country: string;
  pivot: string;
  url: string;
  termsUrl: string;
}

/** The central banks, as Frankfurter describes them. */
export const providers: readonly Provider[] = [
  {
    key: "ECB",
    id: "ecb",
    name: "European Central Bank",
    country: "EU",
    pivot: "EUR",
    url: ecb.url,
    termsUrl: "https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html",
  },
  ...banks,
];

/** Providers of a request, and the sources that have their rates. */
export interface ProviderChoice extends SourceChoice {
  providers: readonly Provider[];
}

/** Returns the sources of these providers. Default: all. Throws `invalid_input`. */
export function chooseProviders(keys: readonly string[] | undefined): ProviderChoice {
  if (!keys) return { sources: "central_banks", providers };
  const chosen = keys.map((key, index) => findProvider(key, `query.providers.${index}`));
  const [only] = chosen;
  if (only && chosen.every(({ id }) => id === only.id))
    return { sources: only.id, providers: [only] };
  if (!chosen.some(({ id }) => id === "ecb"))
    throw currency.error(
      "invalid_input",
      `query.providers must be one provider, or include ECB: it is "${keys.join(",")}"`,
      { at: "query.providers" },
    );
  return {
    sources: "central_banks",
    banks: chosen.flatMap(({ id }) => (id === "ecb" ? [] : [id])),
    providers: providers.filter((provider) => chosen.includes(provider)),
  };
}

function findProvider(key: string, at: string): Provider {
  const found = providers.find((provider) => provider.key === key.toUpperCase());
  if (found) return found;
  const keys = providers.map((provider) => provider.key).join(", ");
  throw currency.error("invalid_input", `${at} must be one of ${keys}: it is "${key}"`, { at });
}
