import { PDFDict, type PDFDocument, PDFName } from "pdf-lib";
import { streamBytes } from "../../objects/decode.ts";
import { entry, textEntry } from "../../objects/entries.ts";

const xmpMax = 1_000_000;

/** What a document says of itself: the entries of its Info dictionary, and its XMP as it is. */
export function metadataOf(document: PDFDocument) {
  const { catalog, context } = document;
  const info = context.lookup(context.trailerInfo.Info);
  const entries: Record<string, string> = {};
  if (info instanceof PDFDict)
    for (const key of info.keys()) {
      const name = key.decodeText();
      const value = textEntry(info, name);
      if (value !== undefined) entries[name] = value;
    }
  const xmp = streamBytes(catalog.lookup(PDFName.of("Metadata")));
  return {
    info: entries,
    created: isoDate(entries.CreationDate),
    modified: isoDate(entries.ModDate),
    xmp: xmp ? new TextDecoder().decode(xmp.subarray(0, xmpMax)) : null,
    version: document.context.header.toString().slice(5, 8),
    language: textEntry(catalog, "Lang") ?? null,
    tagged: entry(catalog, "MarkInfo", PDFDict)?.get(PDFName.of("Marked"))?.toString() === "true",
  };
}

/** `D:20260102030405+01'00'` as `2026-01-02T03:04:05+01:00`; null for what is no date. */
export function isoDate(text: string | undefined): string | null {
  const parts =
    /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/.exec(
      text ?? "",
    );
  if (!parts) return null;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] = parts;
  const zone = parts[8] ? `${parts[8]}:${parts[9] ?? "00"}` : parts[7] ? "Z" : "";
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}
