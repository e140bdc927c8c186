import { getDocumentProxy } from "unpdf";
import type { FormField } from "../fields/fields.ts";
import type { FieldContent } from "./field-values.ts";

/**
 * Returns the filled fields whose value another engine doesn't find in the output: viewers would not
 * show or submit it.
 */
export async function findUnfilled(
  bytes: Uint8Array,
  contents: ReadonlyMap<FormField, FieldContent>,
): Promise<FormField[]> {
  if (contents.size === 0) return [];
  const document = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
  const found = ((await document.getFieldObjects()) ?? {}) as Record<string, FoundField[]>;
  const byName = new Map(Object.entries(found).map(([name, widgets]) => [joinName(name), widgets]));
  const unfilled = [...contents].filter(([{ name, widgets: places }, content]) => {
    // The other engine lists only fields with widgets.
    if (places.length === 0) return false;
    const widgets = byName.get(joinName(name)) ?? [];
    return !hasValue(
      widgets.flatMap(({ value }) => value ?? []),
      content,
    );
  });
  await document.loadingTask.destroy();
  return unfilled.map(([field]) => field);
}

/** A widget of a field, as the other engine describes it. */
interface FoundField {
  value?: string | null;
}

/** Returns a full name without the empty names of groups, which the other engine leaves out. */
function joinName(name: string): string {
  return name.split(".").filter(Boolean).join(".");
}

function hasValue(values: readonly string[], content: FieldContent): boolean {
  const filled = values.filter((value) => value !== "" && value !== "Off");
  if (content.kind === "toggle") return filled.length > 0 === content.set.length > 0;
  const [expected = ""] = content.kind === "text" ? [content.text] : content.chosen;
  return expected === "" ? filled.length === 0 : filled.includes(expected);
}
