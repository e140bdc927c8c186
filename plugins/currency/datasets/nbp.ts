import { defineBank } from "../banks/define-bank.ts";
import { getBank } from "../rate-sources.ts";

export default defineBank(getBank("nbp"), {
  bundled: true,
  async read(doors) {
    const { fetchNbp } = await import("../banks/nbp.ts");
    return fetchNbp(doors);
  },
  // The API returns at most 93 days at once (https://api.nbp.pl/en.html).
  step: 93,
  async readDays(range, doors) {
    const { fetchNbpDays } = await import("../banks/nbp.ts");
    return fetchNbpDays(range, doors);
  },
});
