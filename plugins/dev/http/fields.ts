import { openTable } from "hub/data-file";
import { cite } from "./cite.ts";

/** A header field. */
export interface Field {
  name: string;
  inRequests: boolean;
  inResponses: boolean;
  specification: string | null;
  link: string | null;
  meaning: string;
  /** Status in the registry of the IANA; null if unknown. */
  status: "permanent" | "provisional" | "deprecated" | "obsoleted" | null;
}

const readRows = openTable(new URL("./fields.tsv", import.meta.url), {
  name: "text",
  direction: [">", "<", "<>"],
  specification: "optional",
  meaning: "text",
  status: ["permanent", "provisional", "deprecated", "obsoleted", "unknown"],
});

let fields: ReadonlyMap<string, Field> | undefined;

/** Returns the known fields by their name in lower case. */
export function loadFields(): ReadonlyMap<string, Field> {
  fields ??= new Map(
    readRows().map(({ name, direction, specification, meaning, status }) => [
      name.toLowerCase(),
      {
        name,
        inRequests: direction.includes(">"),
        inResponses: direction.includes("<"),
        ...(specification ? cite(specification) : { specification: null, link: null }),
        meaning,
        status: status === "unknown" ? null : status,
      },
    ]),
  );
  return fields;
}
