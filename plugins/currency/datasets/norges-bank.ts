import { norgesBank } from "../banks/about.ts";
import { defineBank } from "../banks/define-bank.ts";

export default defineBank({
  title: "Exchange rates of Norges Bank since 1999, for 40 currencies",
  licence: "Free to copy when the source is named and the values are unchanged",
  attribution: "Norges Bank",
  homepage: "https://www.norges-bank.no/en/topics/Statistics/exchange_rates/",
  async read(doors) {
    const { fetchNorgesBank } = await import("../banks/norges-bank.ts");
    return fetchNorgesBank(doors);
  },
  history: { first: norgesBank.first, step: 366 },
  async readDays(range, doors) {
    const { fetchNorgesBankDays } = await import("../banks/norges-bank.ts");
    return fetchNorgesBankDays(range, doors);
  },
});
