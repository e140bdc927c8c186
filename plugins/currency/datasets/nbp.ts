import { nbp } from "../banks/about.ts";
import { defineBank } from "../banks/define-bank.ts";

export default defineBank({
  title: "Average rates of the National Bank of Poland since 2002, for 150 currencies",
  licence: "Free to use, also commercially, when the source is named (policy of the ESCB)",
  attribution: "Narodowy Bank Polski",
  homepage: "https://nbp.pl/en/statistic-and-financial-reporting/rates/",
  bundled: true,
  async read(doors) {
    const { fetchNbp } = await import("../banks/nbp.ts");
    return fetchNbp(doors);
  },
  // The API returns at most 93 days at once (https://api.nbp.pl/en.html).
  history: { first: nbp.first, step: 93 },
  async readDays(range, doors) {
    const { fetchNbpDays } = await import("../banks/nbp.ts");
    return fetchNbpDays(range, doors);
  },
});
