import { getBank } from "../banks/about.ts";
import { defineBank } from "../banks/define-bank.ts";

export default defineBank(getBank("nbu"), {
  step: 183,
  async readDays(range, doors) {
    const { fetchNbuDays } = await import("../banks/nbu.ts");
    return fetchNbuDays(range, doors);
  },
});
