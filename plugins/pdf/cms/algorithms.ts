import { openTable } from "hub/data-file";

const readAlgorithms = openTable(new URL("./algorithms.tsv", import.meta.url), {
  oid: "text",
  use: ["digest", "signature"],
  name: "text",
  hash: "optional",
});

type Use = ReturnType<typeof readAlgorithms>[number]["use"];

/** Returns the algorithm with an object identifier, or undefined if it is unknown or has another use. */
export function findAlgorithm(oid: string | undefined, use: Use) {
  return readAlgorithms().find((row) => row.oid === oid && row.use === use);
}

/** Returns the object identifier of an algorithm. */
export function getOid(use: Use, { name, hash }: { name: string; hash: string }): string {
  const found = readAlgorithms().find(
    (row) => row.use === use && row.name === name && row.hash === hash,
  );
  if (!found) throw new Error(`Cannot find the identifier of "${name}" with "${hash}"`);
  return found.oid;
}
