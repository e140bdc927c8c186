import { defineBank } from "../banks/define-bank.ts";
import { getBank } from "../rate-sources.ts";

export default defineBank(getBank("cnb"), {
  step: 366,
  async readDays(range, doors) {
    const { fetchCnbDays } = await import("../banks/cnb.ts");
    return fetchCnbDays(range, doors);
  },
});
