import { defineBank } from "../banks/define-bank.ts";
import { getBank } from "../rate-sources.ts";

export default defineBank(getBank("bnr"), {
  step: 366,
  async readDays(range, doors) {
    const { fetchBnrDays } = await import("../banks/bnr.ts");
    return fetchBnrDays(range, doors);
  },
});
