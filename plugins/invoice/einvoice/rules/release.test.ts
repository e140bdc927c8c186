import { expect, test } from "bun:test";
import { openTable } from "hub/data-file";
import { parseXml } from "../read/xml-tree.ts";
import { makeMutants } from "./mutants.fixture.ts";
import { readSchema, specifications } from "./release.ts";

const readVerdicts = openTable(new URL("./fixtures/verdicts.tsv", import.meta.url), {
  mutant: "number",
  en16931: "optional",
  xrechnung: "optional",
  peppol: "optional",
});

test.each(specifications)("the rules of %s are violated as in Saxon", async (specification) => {
  const packed = await Bun.file(`${import.meta.dir}/${specification}.tsv`).text();
  const schemas = { ubl: readSchema(packed, "ubl"), cii: readSchema(packed, "cii") };
  const mutants = [...makeMutants(readVerdicts().length, 1)];
  const found = mutants.map(({ syntax, xml }) =>
    schemas[syntax]
      .validate(parseXml(xml, "body"))
      .map(({ id }) => id)
      .sort()
      .join(" "),
  );
  const expected = readVerdicts().map((row) => row[specification] ?? "");
  for (const [index, ids] of expected.entries())
    if (ids === "error") expect([index, found[index]]).not.toEqual([index, ""]);
    else expect([index, found[index]]).toEqual([index, ids]);
});
