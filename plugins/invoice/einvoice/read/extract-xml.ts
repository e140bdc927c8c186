import { PDFDocument } from "pdf-lib";
import invoice from "../../plugin.ts";

/** File names of the embedded XML: Factur-X, ZUGFeRD 2.0 and 1.0, and XRechnung. */
const names: readonly string[] = [
  "factur-x.xml",
  "xrechnung.xml",
  "zugferd-invoice.xml",
  "cii.xml",
  "ubl.xml",
];

/** Returns the XML that is embedded in a PDF. */
export async function extractXml(
  bytes: Uint8Array,
  at: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const attachments = await listAttachments(bytes, at);
  const rank = ({ name }: { name: string }) => {
    const index = names.indexOf(name.toLowerCase());
    return index === -1 ? names.length : index;
  };
  const [found] = attachments
    .filter(({ name }) => name.toLowerCase().endsWith(".xml"))
    .toSorted((a, b) => rank(a) - rank(b));
  if (found) return { name: found.name, bytes: found.data };
  const listed = attachments.map(({ name }) => `"${name}"`).join(", ");
  throw invoice.error(
    "no_einvoice",
    `${at} must be a PDF with an embedded XML file such as "factur-x.xml": it has ${listed || "no attachments"}`,
    { at },
  );
}

async function listAttachments(bytes: Uint8Array, at: string) {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    return pdf.getAttachments();
  } catch (cause) {
    const isEncrypted = cause instanceof Error && cause.message.includes("encrypted");
    throw invoice.error(
      "invalid_pdf",
      isEncrypted ? `${at} must not be encrypted` : `${at} must be a complete PDF`,
      { at, cause },
    );
  }
}
