import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { makeUbl } from "./einvoice/rules/ubl-invoice.fixture.ts";

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";

/** Returns a schema with rules that the sample violates, after a function. */
function makeSchema(name: string, instruction = "sequence"): string {
  const asserts = Array.from(
    { length: 300 },
    (_, index) => `<assert id="${name}-${index}" flag="fatal" test="u:no()">A rule</assert>`,
  );
  return `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:x="http://www.w3.org/1999/XSL/Transform"><ns prefix="ubl" uri="${ubl}Invoice-2"/><x:function name="u:no"><x:${instruction} select="false()"/></x:function><pattern><rule context="/ubl:Invoice">${asserts.join("")}</rule></pattern></schema>`;
}

/** Starts a hub whose publishers have schemas with a function of this instruction. */
const startHub = (instruction?: string) =>
  testHub(import.meta.dir, {
    clock: () => Date.UTC(2026, 6, 1),
    net: {
      "api.github.com": ({ url }) =>
        Response.json(
          url.includes("/commits")
            ? [{ sha: "abc", commit: { committer: { date: "2026-06-03T10:00:00Z" } } }]
            : { tag_name: "v9", published_at: "2026-06-02T10:00:00Z" },
        ),
      "raw.githubusercontent.com": ({ url }) => {
        const file = new URL(url).pathname.split("/").at(-1) ?? "";
        return new Response(makeSchema(file.split("-").slice(0, 2).join("-"), instruction));
      },
    },
  });

const readSample = async (hub: Awaited<ReturnType<typeof startHub>>) =>
  json(await hub.post("/api/invoice/read", { xml: makeUbl(), rules: "peppol" }));

test("a newer release replaces the rules of the package", async () => {
  const hub = await startHub();
  expect(await readSample(hub)).toMatchObject({ valid: true, rules_date: "2026-04-10" });
  const { kept } = await hub.datasets.refresh("invoice/rules");
  expect(kept.about).toMatchObject({ build_date: "2026-06-03", entries: 1500 });
  expect((await kept.text("en16931.tsv")).split("\n").slice(0, 2)).toEqual([
    "# source: ConnectingEurope/eInvoicing-EN16931, v9, 2026-06-02",
    "# licence: EUPL-1.2",
  ]);
  const answer = await readSample(hub);
  expect(answer).toMatchObject({ valid: false, rules_date: "2026-06-03", rules_checked: 600 });
  expect(answer.violations[0]).toMatchObject({ rule: "EN16931-UBL-0", message: "A rule" });
});

test("a release with an unknown instruction is refused by name, and the rules stay", async () => {
  const hub = await startHub("for-each");
  await expect(hub.datasets.refresh("invoice/rules")).rejects.toThrow(
    'The function "u:no" has the instruction "for-each", which is not supported',
  );
  expect(await readSample(hub)).toMatchObject({ valid: true, rules_date: "2026-04-10" });
});

test("the rules of the package have their date, and all can be compiled", async () => {
  const hub = await startHub();
  const { entries } = await hub.datasets.definition("invoice/rules").check(
    Object.fromEntries(
      await Promise.all(
        ["en16931", "xrechnung", "peppol"].map(async (name) => {
          const bytes = await Bun.file(`${import.meta.dir}/einvoice/rules/${name}.tsv`).bytes();
          return [`${name}.tsv`, bytes] as const;
        }),
      ),
    ),
    { now: 0, kept: undefined, load: undefined },
  );
  expect(entries).toBe(1777);
});
