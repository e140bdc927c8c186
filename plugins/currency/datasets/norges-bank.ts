import { defineBank } from "../banks/define-bank.ts";

export default defineBank({
  title: "Exchange rates of Norges Bank, for 40 currencies",
  licence: "Free to copy when the source is named and the values are unchanged",
  attribution: "Norges Bank",
  homepage: "https://www.norges-bank.no/en/topics/Statistics/exchange_rates/",
  async read(doors) {
    const { fetchNorgesBank } = await import("../banks/norges-bank.ts");
    return fetchNorgesBank(doors);
  },
});
