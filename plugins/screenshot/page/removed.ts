import { fitToSchema, type Static, t } from "hub";

const Removed = t.Array(t.Object({ selector: t.String(), text: t.String() }), { maxItems: 1000 });

/** An element that was hidden in a page. */
export type RemovedElement = Static<typeof Removed>[number];

/** Reads the result of the script that hides banners. Returns an empty list if it didn't run. */
export function readRemoved(result: unknown): RemovedElement[] {
  return fitToSchema(Removed, result) ?? [];
}
