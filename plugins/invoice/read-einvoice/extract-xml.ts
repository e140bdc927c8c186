import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from "pdf-lib";
import invoice from "../plugin.ts";

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
  const found = attachments
    .filter(({ name }) => name.toLowerCase().endsWith(".xml"))
    .toSorted((a, b) => rank(a) - rank(b) || Number(isInvoice(b)) - Number(isInvoice(a)))
    .at(0);
  if (found) return { name: found.name, bytes: found.data };
  const listed = attachments.map(({ name }) => `"${name}"`).join(", ");
  throw invoice.error(
    "no_einvoice",
    `${at} must be a PDF with an embedded XML file such as "factur-x.xml": it has ${listed || "no attachments"}`,
    { at },
  );
}

/** Returns whether a file looks like an electronic invoice, under any name. */
function isInvoice({ data }: Attachment): boolean {
  const head = Buffer.from(data.subarray(0, 2000)).toString("latin1").replaceAll("\0", "");
  return (
    head.includes("urn:oasis:names:specification:ubl:schema:xsd:Invoice-2") ||
    head.includes("urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2") ||
    head.includes("CrossIndustryInvoice:100")
  );
}

interface Attachment {
  name: string;
  data: Uint8Array;
}

async function listAttachments(bytes: Uint8Array, at: string): Promise<Attachment[]> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    return listFileSpecs(pdf).flatMap((spec) => readAttachment(spec) ?? []);
  } catch (cause) {
    const isEncrypted = cause instanceof Error && cause.message.includes("encrypted");
    throw invoice.error(
      "invalid_pdf",
      isEncrypted ? `${at} must not be encrypted` : `${at} must be a complete PDF`,
      { at, cause },
    );
  }
}

/** Returns the files of the name tree and the associated files of the document: PDF 2.0, 7.11.4 and 14.13. */
function listFileSpecs({ catalog }: PDFDocument): PDFDict[] {
  const tree = catalog
    .lookupMaybe(PDFName.of("Names"), PDFDict)
    ?.lookupMaybe(PDFName.of("EmbeddedFiles"), PDFDict);
  const found: PDFDict[] = [];
  const add = (value: unknown) => {
    if (value instanceof PDFDict && !found.includes(value)) found.push(value);
  };
  const nodes = new Set(tree ? [tree] : []);
  // The set grows while it is read, and has each node once even if the tree has a cycle.
  for (const node of nodes) {
    const names = node.lookupMaybe(PDFName.of("Names"), PDFArray);
    for (let index = 1; names && index < names.size(); index += 2) add(names.lookup(index));
    const kids = node.lookupMaybe(PDFName.of("Kids"), PDFArray);
    for (let index = 0; kids && index < kids.size(); index++) {
      const kid = kids.lookup(index);
      if (kid instanceof PDFDict) nodes.add(kid);
    }
  }
  const associated = catalog.lookupMaybe(PDFName.of("AF"), PDFArray);
  for (let index = 0; associated && index < associated.size(); index++)
    add(associated.lookup(index));
  return found;
}

function readAttachment(spec: PDFDict): Attachment | undefined {
  const files = spec.lookupMaybe(PDFName.of("EF"), PDFDict);
  const stream = ["UF", "F"]
    .map((key) => files?.lookup(PDFName.of(key)))
    .find((value) => value instanceof PDFRawStream);
  const name = ["UF", "F"]
    .map((key) => spec.lookup(PDFName.of(key)))
    .find((value) => value instanceof PDFString || value instanceof PDFHexString);
  if (!stream || !name) return undefined;
  return { name: name.decodeText(), data: decodePDFRawStream(stream).decode() };
}
