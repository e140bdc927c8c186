import type { SourceChoice } from "../history/memory.ts";
import { type Bank, centralBanks } from "../rate-sources.ts";
import { refuse } from "../refuse.ts";

/** Providers of a request, and the sources that have their rates. */
export interface ProviderChoice extends SourceChoice {
  providers: readonly Bank[];
}

/** Returns the sources of these providers. Default: all. Throws `invalid_input`. */
export function chooseProviders(keys: readonly string[] | undefined): ProviderChoice {
  if (!keys) return { sources: "central_banks", providers: centralBanks };
  const chosen = keys.map((key, index) => findProvider(key, `query.providers.${index}`));
  const [only] = chosen;
  if (only && chosen.every(({ id }) => id === only.id))
    return { sources: only.id, providers: [only] };
  if (!chosen.some(({ id }) => id === "ecb"))
    refuse("query.providers", `must be one provider, or include ECB: it is "${keys.join(",")}"`);
  return {
    sources: "central_banks",
    banks: chosen.flatMap(({ id }) => (id === "ecb" ? [] : [id])),
    providers: centralBanks.filter((bank) => chosen.includes(bank)),
  };
}

function findProvider(key: string, at: string): Bank {
  const found = centralBanks.find((bank) => bank.key === key.toUpperCase());
  if (found) return found;
  const keys = centralBanks.map((bank) => bank.key).join(", ");
  refuse(at, `must be one of ${keys}: it is "${key}"`);
}
