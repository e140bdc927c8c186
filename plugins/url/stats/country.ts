import { fileURLToPath } from "node:url";
import { isPublicAddress } from "hub";
import type { CountryResponse, Reader } from "maxmind";

/** The country an address is registered in, as ISO 3166-1 has it; null where it is not known. */
export async function countryOf(address: string): Promise<string | null> {
  // The list has countries even for 192.168.0.0/16.
  if (!isPublicAddress(address)) return null;
  countries ??= open();
  return (await countries).get(address)?.country_code ?? null;
}

type Countries = Pick<Reader<CountryResponse>, never> & {
  get(address: string): { country_code?: string } | null;
};

let countries: Promise<Countries> | undefined;

/** Eight megabytes, which are read when the first click is counted. */
async function open(): Promise<Countries> {
  const { open } = await import("maxmind");
  const list = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";
  return (await open(fileURLToPath(import.meta.resolve(list)))) as unknown as Countries;
}
