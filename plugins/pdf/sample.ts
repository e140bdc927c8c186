/** Builds a small PDF of A6 pages with a line of text each. The bytes are always the same. */
export function samplePdf(lines: readonly string[] = sampleLines): Uint8Array<ArrayBuffer> {
  const pageNumber = (index: number) => 4 + 2 * index;
  const pages = lines.map((_, index) => pageNumber(index));
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${lines.length}/Kids[${pages.map((page) => `${page} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ...lines.flatMap((line, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 298 420]/Resources<</Font<</F 3 0 R>>>>/Contents ${pageNumber(index) + 1} 0 R>>`,
      stream(`BT/F 18 Tf 24 370 Td(${escapeString(line)})Tj ET`),
    ]),
  ];
  return writePdf(objects);
}

/** Builds a page with a text field, a check box and a dropdown. */
function sampleForm(): Uint8Array<ArrayBuffer> {
  const label = (text: string, y: number) => `BT/F 12 Tf 24 ${y} Td(${text})Tj ET`;
  const widget = (entries: string, rect: string) =>
    `<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/Rect[${rect}]/MK<</BC[.6]>>${entries}>>`;
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R 7 0 R]/DR<</Font<</F 8 0 R>>>>/DA(/F 12 Tf 0 g)>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 298 420]/Resources<</Font<</F 8 0 R>>>>/Contents 4 0 R/Annots[5 0 R 6 0 R 7 0 R]>>",
    stream([label("Name", 370), label("Country", 330), label("Newsletter", 290)].join("\n")),
    widget("/FT/Tx/T(name)/Ff 2", "110 362 270 384"),
    widget(
      "/FT/Ch/T(country)/Ff 131072/Opt[[(de)(Germany)][(fr)(France)]]/V(de)",
      "110 322 270 344",
    ),
    widget("/FT/Btn/T(newsletter)/V/Off/AS/Off", "110 284 126 300"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  ]);
}

/** The text of the sample's pages. */
const sampleLines = ["Invoice No 1", "Terms of the sale", "Invoice No 2"] as const;

/** The sample in base64, for JSON bodies. */
export const sampleBase64 = samplePdf().toBase64();

/** The sample as the file of an example. */
export const sampleFile = buildSampleFile("document.pdf", samplePdf());

/** A form as the file of an example. */
export const sampleFormFile = buildSampleFile("form.pdf", sampleForm());

/** A page with an attached file, as the file of an example. */
export const sampleAttachmentFile = buildSampleFile(
  "invoice.pdf",
  writePdf([
    "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(data.csv)4 0 R]>>>>/AF[4 0 R]>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 298 420]/Resources<<>>>>",
    "<</Type/Filespec/F(data.csv)/UF(data.csv)/Desc(The amounts)/AFRelationship/Data/EF<</F 5 0 R>>>>",
    stream("item,amount\nPaper,12.50\n", "/Type/EmbeddedFile/Subtype/text#2Fcsv"),
  ]),
);

/** Builds the file of an example. */
export function buildSampleFile(name: string, bytes: Uint8Array<ArrayBuffer>): File {
  return new File([bytes], name, { type: "application/pdf" });
}

/** Writes a PDF 1.7 file from these objects. The first one is the catalog. */
export function writePdf(objects: readonly string[], trailer = ""): Uint8Array<ArrayBuffer> {
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

/** Writes a stream object with this content. `entries` are added to its dictionary. */
export function stream(content: string, entries = ""): string {
  return `<</Length ${content.length}${entries}>>stream\n${content}\nendstream`;
}

function escapeString(text: string): string {
  return text.replace(/[\\()]/g, "\\$&");
}

/** A page that opens with the password "sesame", in base64. Stored, because encryption uses random numbers. */
export const protectedSample =
  "JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZWwgOCA+PiA+PiAvUGFnZXMgMyAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL09ialN0bSAvTGVuZ3RoIDIwOCAvRmlsdGVyIC9GbGF0ZURlY29kZSAvTiAzIC9GaXJzdCAxNSA+PgpzdHJlYW0KOa5iBdK2plX90JxNhzb5uheQI/YKcoP4lfJK5tG8YL+9FLViNuektukyl1K5yN0UWaRVhh7uW630GGqdVS2B9FtIKWsffz42pAss41AahLXlbmoYBtVSuYSZ+wdF2kLubiGtkd20/JZ1lU9eioNNaX3RqQpjY7UPWbgmZgl/OjU8ujD7h+1yxwv9zRjNRTxojWDMekVVLFJN7KqeJ9EaUAvpQyfktgokMh6jEQGGyx0bG8t4F387LMcNzjQmgbVymaEDpJrBgS0SP6OqjhQozWVuZHN0cmVhbQplbmRvYmoKNiAwIG9iago8PCAvTGVuZ3RoIDY0IC9GaWx0ZXIgL0ZsYXRlRGVjb2RlID4+CnN0cmVhbQoKvmkyDC+aTwL8J9bFw/V+TF8a1BoJjmB563pkLt+USjouAyYpa0IvdH2XzJXALYipwACkFkL/tNUpG9W2ZHKDZW5kc3RyZWFtCmVuZG9iago3IDAgb2JqCjw8IC9DRiA8PCAvU3RkQ0YgPDwgL0F1dGhFdmVudCAvRG9jT3BlbiAvQ0ZNIC9BRVNWMyAvTGVuZ3RoIDMyID4+ID4+IC9GaWx0ZXIgL1N0YW5kYXJkIC9MZW5ndGggMjU2IC9PIDwwNzZiNzk0M2ZkYzlhMDNiMDVkYjJhZWM3NDhkMTBhMzJlMTA2YjgxMDAxNTA2ZDE1YTFiZTRmMWEzMjQ1OTAyYjgyZDg3NjlhNjlmYjNmYzViZjJhYzY2YjQ5ZjJlNWI+IC9PRSA8MzM4N2E4OWVhODg2ZmE5ZjVkNzYzY2U3NWNiYjhhZjRhMzQ2OTBiZjk5OTNkMmM3NjZmZjVmOTRmYmMyMzI3Zj4gL1AgLTQgL1Blcm1zIDw2YmNlYWUxMzRkY2FkMTUwYjMzNTBjZjg4Yjc3MDlkYj4gL1IgNiAvU3RtRiAvU3RkQ0YgL1N0ckYgL1N0ZENGIC9VIDwzYTA3MmY1ZWZkZDQxM2I3ZjdmYmE1NTk0NzIxNTQ5NWI4YjAwOWU3MThmY2VlMWZiNTMyYzNjOTliNjY0MmQ5ZGZlMjY4MDI1MDMzOTU5Mjg5Mjk4YTExYmU4NDU5MzY+IC9VRSA8M2ZhMWYyNzI4OGM0ZTBhZDBiN2IxYzExM2NlYzdiOTk5ZWQ5ODQxMmNhNzNjOWFjZDVmNGE2MjA3MTZiYTUxNz4gL1YgNSA+PgplbmRvYmoKOCAwIG9iago8PCAvVHlwZSAvWFJlZiAvTGVuZ3RoIDQyIC9GaWx0ZXIgL0ZsYXRlRGVjb2RlIC9EZWNvZGVQYXJtcyA8PCAvQ29sdW1ucyA0IC9QcmVkaWN0b3IgMTIgPj4gL1cgWyAxIDIgMSBdIC9Sb290IDEgMCBSIC9TaXplIDkgL0lEIFs8YmYzMmNhMGIyYzFiMzA2ZTIxNTZjZWEwY2I4MDFmMjA+PGJmMzJjYTBiMmMxYjMwNmUyMTU2Y2VhMGNiODAxZjIwPl0gL0VuY3J5cHQgNyAwIFIgPj4Kc3RyZWFtCnicY2IAAiZGBn4GJgaGYhCrAcRiYIQQ/xm3/GNiYGwDijEpMwAARboEdwplbmRzdHJlYW0KZW5kb2JqCnN0YXJ0eHJlZgoxMTE5CiUlRU9GCg==";

const sampleImage =
  "iVBORw0KGgoAAAANSUhEUgAAAHgAAABQBAMAAAAgtay6AAAACVBMVEUiRGb///+IiIhlb8/1AAAACXBIWXMAAAsTAAALEwEAmpwYAAAAQ0lEQVRYw+3UsQ0AIAwDsL7AC/x/JA8gQcWAWjm7tyQxHhIwfIcjHRiugZ0B3BXPc+AG2DDg70+yaylcDBsGDMM18QK/Sz/gwXthzQAAAABJRU5ErkJggg==";

/** An image as the file of an example. */
export const sampleImageFile = new File([Uint8Array.fromBase64(sampleImage)], "image.png", {
  type: "image/png",
});
