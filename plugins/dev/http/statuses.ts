import { openTable } from "hub/data-file";
import { cite } from "./cite.ts";

/** A status code. */
export interface Status {
  code: number;
  name: string;
  meaning: string;
  /** Section of an RFC, or the software that uses the code. */
  specification: string;
  link: string | null;
  isRegistered: boolean;
  /** Names of earlier specifications, and the name of a joke. */
  formerNames: string[];
}

const readRows = openTable(new URL("./statuses.tsv", import.meta.url), {
  code: "number",
  name: "text",
  specification: "text",
  meaning: "text",
  former_names: "list",
});

let statuses: ReadonlyMap<number, Status> | undefined;

/** Returns all known status codes. */
export function loadStatuses(): ReadonlyMap<number, Status> {
  statuses ??= new Map(
    readRows().map(({ code, name, specification, meaning, former_names }) => {
      const isRegistered = /^\d/.test(specification);
      const source = isRegistered ? cite(specification) : { specification, link: null };
      return [code, { code, name, meaning, ...source, isRegistered, formerNames: former_names }];
    }),
  );
  return statuses;
}
