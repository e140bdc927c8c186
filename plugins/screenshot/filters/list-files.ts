import type { DatasetVersion } from "hub";
import screenshot from "../plugin.ts";
import { addFilterList, createRules, type FilterRules } from "./filter-list.ts";

/** The texts of filter lists by file name. */
type Files = Readonly<Record<string, Uint8Array>>;

const { filterListsMax, filterBytesMax, broadFiltersMax } = screenshot.limits;

/** Adds a list that an operator imports. It replaces the one with the same name. */
export async function addList(
  { name, bytes }: { name: string; bytes: Uint8Array },
  kept: DatasetVersion | undefined,
): Promise<Files> {
  if (!/^\w[\w .-]{0,79}\.txt$/.test(name))
    throw new Error(
      `Cannot import "${name}": its name must be that of a text file, such as "easylist-cookie.txt"`,
    );
  const files: Record<string, Uint8Array> = {};
  for (const file of Object.keys(kept?.paths ?? {})) if (kept) files[file] = await kept.bytes(file);
  return { ...files, [name]: bytes };
}

/** Checks filter lists, and counts their rules. Throws if one is damaged or too large. */
export function checkLists(files: Files): { entries: number; skipped: Record<string, number> } {
  const names = Object.keys(files);
  if (names.length > filterListsMax)
    throw new Error(
      `Cannot use ${names.length} filter lists: at most ${filterListsMax} are allowed`,
    );
  let size = 0;
  let entries = 0;
  const rules = createRules();
  for (const [file, bytes] of Object.entries(files)) {
    size += bytes.length;
    if (size > filterBytesMax)
      throw new Error(
        `Cannot use "${file}": all filter lists together can have ${filterBytesMax / 1e6} MB`,
      );
    const count = addFilterList(rules, readText(file, bytes));
    if (count === 0)
      throw new Error(
        `Cannot use "${file}": it must have rules in the syntax of Adblock Plus, such as "##.cookie-banner"`,
      );
    if (rules.broad.length > broadFiltersMax)
      throw new Error(
        `Cannot use "${file}": all filter lists together can have ${broadFiltersMax} rules for all hosts without a class or id`,
      );
    entries += count;
  }
  return { entries, skipped: Object.fromEntries(rules.skipped) };
}

/** Reads the rules of all imported lists. */
export async function loadRules(version: DatasetVersion): Promise<FilterRules> {
  const rules = createRules();
  for (const file of Object.keys(version.paths)) addFilterList(rules, await version.text(file));
  return rules;
}

function readText(file: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Text doesn't have them.
    if (!/[\x00-\x08]/.test(text)) return text;
  } catch {}
  throw new Error(`Cannot use "${file}": it must be text in UTF-8`);
}
