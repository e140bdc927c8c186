import { getBank } from "../banks/about.ts";
import { defineBank } from "../banks/define-bank.ts";

export default defineBank(getBank("norges-bank"), {
  async read(doors) {
    const { fetchNorgesBank } = await import("../banks/norges-bank.ts");
    return fetchNorgesBank(doors);
  },
  step: 366,
  async readDays(range, doors) {
    const { fetchNorgesBankDays } = await import("../banks/norges-bank.ts");
    return fetchNorgesBankDays(range, doors);
  },
});
