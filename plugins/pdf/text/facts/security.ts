import { type PDFDict, type PDFDocument, PDFName } from "pdf-lib";
import { nameEntry } from "../../objects/entries.ts";
import { everyDict } from "../../objects/every-dict.ts";

/** What may act by itself or reach outside, and how a dictionary shows it. */
export const activeKinds = {
  javascript: (dict: PDFDict) => has(dict, "JS") || nameEntry(dict, "S") === "JavaScript",
  launch: (dict: PDFDict) => nameEntry(dict, "S") === "Launch",
  open_action: (dict: PDFDict) => nameEntry(dict, "Type") === "Catalog" && has(dict, "OpenAction"),
  additional_actions: (dict: PDFDict) => has(dict, "AA"),
  embedded_files: (dict: PDFDict) => has(dict, "EF"),
  rich_media: (dict: PDFDict) =>
    /^(?:RichMedia|3D|Screen|Movie|Sound)$/.test(nameEntry(dict, "Subtype") ?? ""),
  xfa: (dict: PDFDict) => has(dict, "XFA"),
  remote_goto: (dict: PDFDict) => /^GoTo[RE]$/.test(nameEntry(dict, "S") ?? ""),
  submit_form: (dict: PDFDict) => /^(?:SubmitForm|ImportData)$/.test(nameEntry(dict, "S") ?? ""),
  uri: (dict: PDFDict) => nameEntry(dict, "S") === "URI",
} as const satisfies Record<string, (dict: PDFDict) => boolean>;

export type ActiveKind = keyof typeof activeKinds;

/** How often each kind of active content occurs. Some of it only; the rest is zero. */
export function activeContent(document: PDFDocument): Record<ActiveKind, number> {
  const kinds = Object.keys(activeKinds) as ActiveKind[];
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<ActiveKind, number>;
  for (const dict of everyDict(document))
    for (const kind of kinds) if (activeKinds[kind](dict)) counts[kind]++;
  return counts;
}

function has(dict: PDFDict, name: string): boolean {
  return dict.has(PDFName.of(name));
}
