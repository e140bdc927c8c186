import { AFRelationship, embedFacturX, type PDFDocument } from "pdf-lib";
import { identify } from "../pdf/file.ts";
import type { Profile } from "./guidelines.ts";

const levels = {
  basic: "BASIC",
  en16931: "EN 16931",
  extended: "EXTENDED",
  xrechnung: "XRECHNUNG",
} as const;

/** Lays the XML of an invoice into its PDF and makes that a PDF/A-3: Factur-X 1.0, ZUGFeRD 2. */
export async function makeHybrid(
  pdf: PDFDocument,
  { xml, profile, now }: { xml: string; profile: Profile; now: number },
): Promise<void> {
  const date = new Date(now);
  // Before it is made a PDF/A, which would give it an identifier by chance.
  identify(pdf);
  await embedFacturX(pdf, new TextEncoder().encode(xml), {
    fileName: profile === "xrechnung" ? "xrechnung.xml" : "factur-x.xml",
    version: profile === "xrechnung" ? "3.0" : "1.0",
    conformanceLevel: levels[profile],
    afRelationship: AFRelationship.Alternative,
    description: "Electronic invoice",
    creationDate: date,
    modificationDate: date,
  });
}
