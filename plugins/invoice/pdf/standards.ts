import { FACTUR_X_EXTENSION_SCHEMA, type PDFDocument } from "pdf-lib";

const uaNamespace = "http://www.aiim.org/pdfua/ns/id/";

/** The claim to PDF/UA-1. */
const uaClaim = `<rdf:Description rdf:about="" xmlns:pdfuaid="${uaNamespace}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`;

/** The description of the claim's schema. PDF/A requires one, as its own schemas don't include PDF/UA. */
const uaSchema =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  `<pdfaSchema:namespaceURI>${uaNamespace}</pdfaSchema:namespaceURI>` +
  "<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>" +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">' +
  "<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>" +
  "<pdfaProperty:category>internal</pdfaProperty:category>" +
  "<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>" +
  "</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>";

/** Factur-X describes its schema in a bag. A document may only have one. */
const [bagStart = "", facturxSchema = "", bagEnd = ""] = FACTUR_X_EXTENSION_SCHEMA.split(
  /(?<=<rdf:Bag>)|(?=<\/rdf:Bag>)/,
);

/**
 * Declares a tagged document with embedded fonts as PDF/A-3b and PDF/UA-1, with an sRGB output intent.
 * `facturx` is the XMP description of an embedded invoice.
 */
export function claimStandards(pdf: PDFDocument, { facturx }: { facturx?: string } = {}): void {
  const schemas = facturx ? uaSchema + facturxSchema : uaSchema;
  pdf.convertToPDFA({
    conformance: "3B",
    extensions: [uaClaim, ...(facturx ? [facturx] : []), bagStart + schemas + bagEnd],
  });
}
