import { fromPlain, type Json } from "../tree.ts";
import listed from "./metaschemas.json" with { type: "json" };

/** The metaschemas of all drafts and their parts by URI, without a trailing `#`. */
export const metaschemas: ReadonlyMap<string, Json> = new Map(
  listed.map((one) => [(one.$id ?? one.id ?? "").replace(/#$/, ""), fromPlain(one)]),
);
