import { defineBank } from "../banks/define-bank.ts";
import { getBank } from "../rate-sources.ts";

export default defineBank(getBank("cbr"), {
  step: 12000,
  async readDays(range, doors) {
    const { fetchCbrDays } = await import("../banks/cbr.ts");
    return fetchCbrDays(range, doors);
  },
});
