import { expect, test } from "bun:test";
import { ecbTable, ecbXml, ecbZip, fictionalRate } from "../fixtures.ts";
import { readXml, readZip } from "./feeds.ts";
import { readTable } from "./table.ts";

const last = "2026-01-03";
const cube = (cubes: string) => `<Envelope><Cube>${cubes}</Cube></Envelope>`;
const day = (date: string, rates: string) => `<Cube time='${date}'>${rates}</Cube>`;
const dollar = (rate: string) => `<Cube currency='USD' rate='${rate}'/>`;

test("the XML feeds keep every digit and are read in ascending order of days", () => {
  const days = readXml(ecbXml(["2025-12-30", "2025-12-31"]), last);
  expect(days.map(({ date }) => date)).toEqual(["2025-12-30", "2025-12-31"]);
  expect(days[1]?.rates.HUF).toBe(fictionalRate("HUF", "2025-12-31"));
  expect(readXml(cube(day("2025-12-31", dollar("1.5000"))), last)[0]?.rates.USD).toBe("1.5000");
});

test("the archive has the same rates, without trailing zeros and missing values", () => {
  const [first] = readZip(ecbZip(ecbTable(["2022-06-01", "2022-06-02"])), last);
  expect(first?.date).toBe("2022-06-01");
  expect(Number(first?.rates.JPY)).toBe(Number(fictionalRate("JPY", "2022-06-01")));
  expect(first?.rates).not.toHaveProperty("RUB");
  expect(first?.rates).not.toHaveProperty("");
});

test.each(["0", "0.0000", "-1", "NaN", "N/A", "1e5", "", "1,5"])("ignores the rate %p", (rate) => {
  const xml = cube(day("2025-12-31", `${dollar(rate)}<Cube currency='GBP' rate='1.6'/>`));
  expect(readXml(xml, last)[0]?.rates).toEqual({ GBP: "1.6" });
});

test.each([
  ["a page", "<!doctype html><html><body>Sorry</body></html>"],
  ["another document", "<rss><Cube time='2025-12-31'/></rss>"],
  ["a document that breaks off", ecbXml(["2025-12-31"]).slice(0, 900)],
  ["nothing", ""],
  ["no rates", cube(day("2025-12-31", dollar("0")))],
  ["a day to come", cube(day("2026-01-04", dollar("2")))],
  ["a day that does not exist", cube(day("2025-02-30", dollar("2")))],
  ["an entity", `<!DOCTYPE a [<!ENTITY x "2">]>${cube(day("2025-12-31", dollar("&x;")))}`],
  [
    "two different rates of a day",
    cube(day("2025-12-31", dollar("2")) + day("2025-12-31", dollar("3"))),
  ],
])("XML with %s is rejected", (_, xml) => {
  expect(() => readXml(xml, last)).toThrow();
});

test("a day that is repeated with the same rates counts once", () => {
  const twice = day("2025-12-31", dollar("2")).repeat(2);
  expect(readXml(cube(twice), last)).toHaveLength(1);
});

test("rejects an archive that is broken, empty or of another kind", () => {
  const zip = ecbZip(ecbTable(["2025-12-31"]));
  expect(() => readZip(zip.slice(0, 60), last)).toThrow();
  expect(() => readZip(new TextEncoder().encode("<html>"), last)).toThrow();
  expect(() => readTable("a,b\n1,2\n", last)).toThrow("must start with");
});
