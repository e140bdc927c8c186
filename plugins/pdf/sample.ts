/** A small PDF of A6 pages, each with a line of text: readable, and the same whenever it is made. */
export function samplePdf(lines: readonly string[] = sampleLines): Uint8Array<ArrayBuffer> {
  const pages = lines.map((_, index) => 4 + 2 * index);
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${lines.length}/Kids[${pages.map((page) => `${page} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ...lines.flatMap((line, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 298 420]/Resources<</Font<</F 3 0 R>>>>/Contents ${pages[index]! + 1} 0 R>>`,
      stream(`BT/F 18 Tf 24 370 Td(${escaped(line)})Tj ET`),
    ]),
  ];
  return assembled(objects);
}

/** What the pages of the sample say. */
export const sampleLines = ["Invoice No 1", "Terms of the sale", "Invoice No 2"] as const;

/** The sample as the `file_base64` of an example. */
export const sampleBase64 = samplePdf().toBase64();

/** A PDF 1.7 of these objects, of which the first is the catalogue. */
export function assembled(objects: readonly string[], trailer = ""): Uint8Array<ArrayBuffer> {
  let text = "%PDF-1.7\n";
  const rows = objects.map((object, index) => {
    const row = `${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += `${index + 1} 0 obj${object}\nendobj\n`;
    return row;
  });
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}`;
  const end = `trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Uint8Array.from(text + xref + end, (character) => character.charCodeAt(0));
}

/** A stream object of this content; `entries` stand in its dictionary. */
export function stream(content: string, entries = ""): string {
  return `<</Length ${content.length}${entries}>>stream\n${content}\nendstream`;
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, "\\$&");
}
