import { defineBank } from "../banks/define-bank.ts";
import { getBank } from "../rate-sources.ts";

export default defineBank(getBank("nbu"), {
  step: 183,
  async readDays(range, doors) {
    const { fetchNbuDays } = await import("../banks/nbu.ts");
    return fetchNbuDays(range, doors);
  },
});
