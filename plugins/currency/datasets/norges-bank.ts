import { defineBank } from "../banks/define-bank.ts";
import { getBank } from "../rate-sources.ts";

export default defineBank(getBank("norges-bank"), {
  step: 366,
  async readDays(range, doors) {
    const { fetchNorgesBankDays } = await import("../banks/norges-bank.ts");
    return fetchNorgesBankDays(range, doors);
  },
});
