import { expect, test } from "bun:test";
import { join } from "node:path";
import { InvoiceService } from "@e-invoice-eu/core";
import { testHub } from "hub/testing";
import { german } from "../german-invoice.fixture.ts";
import { listLeaves, readXml, toJson } from "../read-xml.fixture.ts";

const hub = await testHub(join(import.meta.dir, ".."));
const oracle = new InvoiceService({ log() {}, warn() {}, error: console.error });

async function fetchXml(format: string): Promise<string> {
  const response = await hub.post("/api/invoice/einvoice", { invoice: german, format });
  return response.text();
}

// The package writes both syntaxes from UBL in JSON, and validates that against its own schema.
test.each([
  ["UBL", "ubl"],
  ["CII", "cii"],
])("einvoice writes %s like @e-invoice-eu/core, in the same order", async (name, format) => {
  const ubl = readXml(await fetchXml("ubl"));
  const made = await oracle.generate({ "ubl:Invoice": toJson(ubl) } as never, {
    format: name,
    lang: "en",
  });
  const own = listLeaves(readXml(await fetchXml(format)));
  const theirs = listLeaves(readXml(String(made)));
  expect(own.length).toBeGreaterThan(90);
  // It adds Peppol's process if none was given, and a currency to each amount where CII has one for all.
  const isExtra = (leaf: string) =>
    leaf.includes("urn:fdc:peppol.eu") || leaf.endsWith("ActualAmount@currencyID=EUR");
  expect(own).toEqual(theirs.filter((leaf) => !isExtra(leaf)));
});
