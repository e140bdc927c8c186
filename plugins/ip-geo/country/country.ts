import type { continents, countries } from "countries-list";
import { openWords } from "hub/data-file";

const lists = openWords(new URL("./country.txt", import.meta.url), ["eu"])();

/** Languages of country names. */
export const languages = ["en", "de", "es", "fr", "ja", "pt-BR", "ru", "zh-CN"] as const;

/** Facts about a country. */
interface Country {
  continent: string;
  continent_code: string;
  country: string;
  currency: string | null;
  currency_symbol: string | null;
  calling_code: string | null;
  languages: string[];
  is_eu: boolean;
}

/** Looks up a country by its ISO 3166-1 code. */
export type Countries = (code: string, language: string) => Country | undefined;

/** Loads the table of countries. */
export async function openCountries(): Promise<Countries> {
  const table = await import("countries-list");
  const known = new Map<string, Country | undefined>();
  return (code, language) => {
    const key = `${language} ${code}`;
    // The cache is bounded, because codes come from the data and never from callers.
    if (!known.has(key)) known.set(key, describe(code, { language, table }));
    return known.get(key);
  };
}

interface Table {
  countries: typeof countries;
  continents: typeof continents;
}

function describe(code: string, { language, table }: { language: string; table: Table }) {
  const entry = table.countries[code as keyof typeof countries];
  if (!entry) return undefined;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const [currency = null] = entry.currency;
  return {
    continent:
      language === "en"
        ? table.continents[entry.continent]
        : (names.of(CONTINENTS[entry.continent]) ?? table.continents[entry.continent]),
    continent_code: entry.continent,
    country: language === "en" ? entry.name : (names.of(code) ?? entry.name),
    currency,
    currency_symbol: currency && getCurrencySymbol(currency),
    calling_code: getCallingCode(code, entry.phone),
    languages: [...entry.languages],
    is_eu: EU.has(code),
  };
}

/** The table lists Kosovo's former calling codes before its own. */
function getCallingCode(code: string, [first]: readonly number[]): string | null {
  if (code === "XK") return "+383";
  return first === undefined ? null : `+${first}`;
}

function getCurrencySymbol(currency: string): string {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
}

/** UN M49 areas, which have names in all languages. Antarctica is a country there. */
const CONTINENTS = {
  AF: "002",
  AN: "AQ",
  AS: "142",
  EU: "150",
  NA: "003",
  OC: "009",
  SA: "005",
} as const;

/** The countries and territories of the European Union since 2020. */
const EU = lists.eu;
