import { isUtf8 } from "node:buffer";
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFStream } from "pdf-lib";
import { dictEntry, listItems, numberEntry, toDict } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { readProfileHeader } from "./parts.ts";
import type { Finders } from "./rule.ts";

/** Rules of ISO 19005-2 and -3 for colour spaces and JPEG 2000 images. */
export const colorFinders: Finders = {
  *"icc-profiles"({ dicts }) {
    for (const space of listSpaces(dicts, "ICCBased")) {
      const stream = space.lookup(1);
      const bytes = streamBytes(stream);
      const header = bytes && readProfileHeader(bytes);
      const count = numberEntry(toDict(stream), "N");
      if (!header) yield { detail: "invalid profile" };
      else if (header.components !== count) yield { detail: `${count} components` };
      else if (header.version > 4) yield { detail: `version ${header.version}` };
    }
  },
  *overprint({ dicts }) {
    const hasCmyk = listSpaces(dicts, "ICCBased").some(
      (space) => numberEntry(toDict(space.lookup(1)), "N") === 4,
    );
    if (!hasCmyk) return;
    for (const dict of dicts) {
      const overprints = ["OP", "op"].some(
        (key) => dict.lookup(PDFName.of(key))?.toString() === "true",
      );
      if (overprints && numberEntry(dict, "OPM") === 1) yield { detail: "OPM" };
    }
  },
  *separations({ dicts }) {
    const first = new Map<string, string>();
    for (const space of listSpaces(dicts, "Separation")) {
      const name = String(space.lookup(1));
      const definition = `${describe(space.lookup(2))} ${describe(space.lookup(3))}`;
      const known = first.get(name);
      if (known !== undefined && known !== definition) yield { detail: name };
      first.set(name, known ?? definition);
    }
  },
  *"colorant-names"({ dicts }) {
    for (const space of listSpaces(dicts, "Separation")) {
      const name = space.lookup(1);
      if (name instanceof PDFName && !isUtf8(Buffer.from(name.asBytes())))
        yield { detail: name.decodeText() };
    }
  },
  *"device-n"({ dicts }) {
    for (const space of listSpaces(dicts, "DeviceN")) {
      const names = listItems(space.lookup(1)).map((item) =>
        item instanceof PDFName ? item.decodeText() : "",
      );
      if (names.length > 32) yield { detail: `${names.length} colours` };
      const known = dictEntry(toDict(space.lookup(4)), "Colorants");
      for (const name of names)
        if (!processColors.has(name) && !known?.has(PDFName.of(name))) yield { detail: name };
    }
  },
  *"jpeg-2000"({ streams }) {
    for (const stream of streams) {
      const filter = stream.dict.lookup(PDFName.of("Filter"));
      const names = filter instanceof PDFArray ? listItems(filter) : [filter];
      if (!names.some((name) => name?.toString() === "/JPXDecode")) continue;
      const fault = findJpxFault(stream);
      if (fault) yield { detail: fault };
    }
  },
};

const processColors = new Set(["Cyan", "Magenta", "Yellow", "Black", "None", "All"]);

/** Lists the colour spaces of a family in all parts of a document. */
function listSpaces(dicts: readonly PDFDict[], family: string): PDFArray[] {
  const found = new Set<PDFArray>();
  const key = PDFName.of(family);
  const seen = new Set<PDFArray>();
  const open = dicts.flatMap((dict) => dict.values().map((value) => dict.context.lookup(value)));
  // The list grows while it is read.
  for (const value of open) {
    if (!(value instanceof PDFArray) || seen.has(value)) continue;
    seen.add(value);
    if (value.size() > 1 && value.lookup(0) === key) found.add(value);
    // A colour space within another one is among its first five items.
    open.push(...listItems(value).slice(0, 5));
  }
  return [...found];
}

/** Describes an object so that equal ones have the same description. */
function describe(value: PDFObject | undefined, depth = 0): string {
  if (depth > 6 || !value) return String(value);
  if (value instanceof PDFStream)
    return `${describe(value.dict, depth)}${Buffer.from(streamBytes(value) ?? []).toString("base64")}`;
  if (value instanceof PDFArray)
    return `[${listItems(value)
      .map((item) => describe(item, depth + 1))
      .join(" ")}]`;
  if (!(value instanceof PDFDict)) return value.toString();
  return value
    .keys()
    .filter((key) => !streamKeys.has(key.decodeText()))
    .map((key) => `${key}${describe(value.lookup(key), depth + 1)}`)
    .sort()
    .join("");
}

const streamKeys = new Set(["Length", "Filter", "DecodeParms"]);

/** Reads the header boxes of a JPEG 2000 file (ISO/IEC 15444-1, annex I). */
function findJpxFault(stream: PDFStream): string | undefined {
  const bytes = stream.getContents();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasSpace = stream.dict.has(PDFName.of("ColorSpace"));
  const colors: number[] = [];
  let components: number | undefined;
  let bits = 8;
  const boxes = [{ from: 0, to: bytes.length }];
  for (let next = boxes.pop(); next && boxes.length < 100; next = boxes.pop()) {
    const { from, to } = next;
    if (from + 8 > to) continue;
    const length = view.getUint32(from);
    const kind = Buffer.from(bytes.subarray(from + 4, from + 8)).toString("latin1");
    const end = length >= 8 ? Math.min(to, from + length) : to;
    boxes.push({ from: end, to });
    if (kind === "jp2h") boxes.push({ from: from + 8, to: end });
    if (kind === "ihdr" && from + 19 <= end) {
      components = view.getUint16(from + 16);
      bits = (bytes[from + 18] ?? 7) === 255 ? 8 : ((bytes[from + 18] ?? 7) & 127) + 1;
    }
    if (kind === "bpcc") return "several depths";
    if (kind !== "colr") continue;
    const method = bytes[from + 8] ?? 0;
    colors.push((bytes[from + 10] ?? 0) === 1 ? 1 : 0);
    if (!hasSpace && !(method >= 1 && method <= 3)) return `method ${method}`;
    const isNumbered = method === 1 && from + 15 <= end;
    if (!hasSpace && isNumbered && view.getUint32(from + 11) === 19) return "CIEJab colours";
  }
  if (components === undefined) return "no image header";
  if (![1, 3, 4].includes(components)) return `${components} colours`;
  if (bits > 38) return `${bits} bits`;
  const marked = colors.filter((approximation) => approximation === 1).length;
  return !hasSpace && colors.length > 1 && marked !== 1 ? "several colour spaces" : undefined;
}
