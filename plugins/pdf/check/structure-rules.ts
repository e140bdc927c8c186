import { openTable } from "hub/data-file";
import { PDFName } from "pdf-lib";
import { dictEntry, flattenArrays, nameEntry, textEntry, toDict } from "../objects/entries.ts";
import type { Finders } from "./rule.ts";
import { isStandardType, readAttribute, type Tag } from "./structure.ts";
import { readGrid } from "./table-grid.ts";

/** Rules of ISO 14289-1 for the elements of the structure tree. */
export const structureFinders: Finders = {
  *roles({ structure }) {
    for (const type of new Set(structure.tags.map((tag) => tag.type ?? ""))) {
      const role = structure.getRole(type);
      const isRemapped = isStandardType(type) ? role !== type : structure.getRole(role) !== role;
      if (role === undefined || isRemapped || structure.isCircular(type)) yield { detail: type };
    }
  },
  *parents({ structure }) {
    for (const { dict, type } of structure.tags) if (!dictEntry(dict, "P")) yield { detail: type };
  },
  *"nesting-of-elements"({ structure }) {
    for (const tag of structure.tags) {
      const detail = findNestingFault(tag);
      if (detail) yield { detail };
    }
  },
  *captions({ structure }) {
    for (const { role = "", kids } of structure.tags) {
      const places = kids.flatMap((kid, index) => (kid.role === "Caption" ? [index] : []));
      const lasts = role === "Table" ? [0, kids.length - 1] : [0];
      const isHolder = ["Table", "L", "TOC"].includes(role);
      if (isHolder && (places.length > 1 || places.some((place) => !lasts.includes(place))))
        yield { detail: role };
    }
  },
  *"table-parts"({ structure }) {
    for (const { role, kids } of structure.tags) {
      if (role !== "Table") continue;
      const count = (part: string) => kids.filter((kid) => kid.role === part).length;
      const [heads, feet] = [count("THead"), count("TFoot")];
      if (heads > 1 || feet > 1 || (heads + feet > 0 && count("TBody") === 0)) yield {};
    }
  },
  *"table-cells"({ structure }) {
    for (const tag of structure.tags) {
      const { fault } = tag.role === "Table" ? readGrid(structure, tag) : {};
      if (fault) yield { detail: fault };
    }
  },
  *"table-headers"({ structure }) {
    for (const tag of structure.tags)
      if (tag.role === "Table" && readGrid(structure, tag).hasLooseCell) yield {};
  },
  figures: ({ structure }) => findTextless(structure.tags, "Figure"),
  formulas: ({ structure }) => findTextless(structure.tags, "Formula"),
  *headings({ structure }) {
    for (const detail of findSkippedHeadings(structure.tags)) yield { detail };
  },
  *"heading-kinds"({ structure }) {
    const headings = structure.tags.filter(({ role }) => role === "H");
    const isNumbered = structure.tags.some(({ role }) => /^H[1-6]$/.test(role ?? ""));
    if (isNumbered && headings.length > 0) yield { detail: "both" };
    const holders = headings.map(({ above }) => above);
    if (new Set(holders).size < holders.length) yield { detail: "several H" };
  },
  *notes({ structure }) {
    const notes = structure.tags.filter(({ role }) => role === "Note");
    const known = new Set([""]);
    for (const { dict } of notes) {
      const id = textEntry(dict, "ID") ?? "";
      if (known.has(id)) yield { detail: id };
      known.add(id);
    }
  },
  *"form-elements"({ structure }) {
    for (const tag of structure.tags) {
      if (tag.role !== "Form" || readAttribute(structure, tag, ["PrintField", "Role"])) continue;
      const kids = flattenArrays(tag.dict.lookup(PDFName.of("K")));
      const isWidget = nameEntry(dictEntry(toDict(kids[0]), "Obj"), "Subtype") === "Widget";
      if (!isWidget || kids.length > 1) yield {};
    }
  },
};

const readNesting = openTable(new URL("./nesting.tsv", import.meta.url), {
  element: "text",
  parents: "list",
  kids: "list",
});

/** Returns the element that an element must not be in, or must not contain. */
function findNestingFault({ role, above, kids }: Tag): string | undefined {
  const row = readNesting().find(({ element }) => element === role);
  if (!row) return undefined;
  const { element, parents } = row;
  const isAllowed = (list: readonly string[], one = "") => list.includes("*") || list.includes(one);
  if (!isAllowed(parents, above?.role)) return `${element} in ${above?.role ?? "no element"}`;
  const wrong = kids.find((kid) => kid.role !== undefined && !isAllowed(row.kids, kid.role));
  return wrong && `${wrong.role} in ${element}`;
}

function* findTextless(tags: readonly Tag[], wanted: string) {
  for (const { dict, role } of tags)
    if (role === wanted && !textEntry(dict, "Alt") && textEntry(dict, "ActualText") === undefined)
      yield {};
}

/** Returns the numbered headings that skip a level. */
export function findSkippedHeadings(tags: readonly Tag[]): string[] {
  const headings = tags.flatMap(({ role = "" }) => (/^H[1-6]$/.test(role) ? role : []));
  const getLevel = (name = "H0") => Number(name[1]);
  return headings.filter((name, index) => getLevel(name) > getLevel(headings[index - 1]) + 1);
}
