import { asTable } from "hub";
import { PDFArray, type PDFDocument, PDFName, type PDFObject } from "pdf-lib";
import { entry, listDicts, nameEntry } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";

/** An ICC profile of an output intent for PDF/A. */
interface OutputProfile {
  ref: PDFObject | undefined;
  /** Undefined if the profile is invalid. */
  space: "grey" | "rgb" | "cmyk" | undefined;
}

const spaces: Readonly<Record<string, OutputProfile["space"]>> = asTable({
  GRAY: "grey",
  "RGB ": "rgb",
  CMYK: "cmyk",
});

/** Returns the profiles of the output intents for PDF/A. */
export function readProfiles({ catalog }: PDFDocument): OutputProfile[] {
  return listDicts(entry(catalog, "OutputIntents", PDFArray))
    .filter((intent) => nameEntry(intent, "S") === "GTS_PDFA1")
    .map((intent) => {
      const key = PDFName.of("DestOutputProfile");
      const bytes = streamBytes(intent.lookup(key));
      return { ref: intent.get(key), space: bytes && readSpace(bytes) };
    });
}

/** Reads the colour space of a profile for an output device. */
function readSpace(profile: Uint8Array): OutputProfile["space"] {
  const header = readProfileHeader(profile);
  const isUsable = header?.kind === "mntr" || header?.kind === "prtr";
  return isUsable ? spaces[header.space] : undefined;
}

interface ProfileHeader {
  version: number;
  /** The class, such as `mntr` for monitors. */
  kind: string;
  space: string;
  components: number;
}

const componentCounts: Readonly<Record<string, number>> = asTable({
  GRAY: 1,
  "RGB ": 3,
  "Lab ": 3,
  CMYK: 4,
});
const kinds = new Set(["mntr", "prtr", "scnr", "spac"]);

/** Reads an ICC profile's header of 128 bytes. Returns undefined if PDF doesn't allow the profile. */
export function readProfileHeader(profile: Uint8Array): ProfileHeader | undefined {
  const header = Buffer.from(profile.subarray(0, 128)).toString("latin1");
  const [kind, space] = [header.slice(12, 16), header.slice(16, 20)];
  const components = componentCounts[space];
  if (header.slice(36, 40) !== "acsp" || !kinds.has(kind) || !components) return undefined;
  return { version: profile[8] ?? 0, kind, space, components };
}

/** Returns the value of an XMP property that is written as an element or an attribute. */
export function readProperty(xmp: string, name: string): string | undefined {
  const value = new RegExp(`${name}(?:\\s{0,9}=\\s{0,9}["']|\\s{0,9}>)([^"'<]{0,40})`).exec(
    xmp,
  )?.[1];
  return value?.trim();
}
