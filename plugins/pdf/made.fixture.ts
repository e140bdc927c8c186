import { seededRandom } from "hub/testing";
import {
  degrees,
  PDFArray,
  type PDFContext,
  PDFDocument,
  type PDFForm,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
} from "pdf-lib";
import sharp from "sharp";
import { qpdfOutput } from "./engines/qpdf.ts";

type Random = ReturnType<typeof seededRandom>;

/** Builds a PDF without faults. Each seed gives another one. */
export async function makeFile(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const random = seededRandom(seed);
  const may = () => random.integer(2) === 0;
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(pick(random, Object.values(StandardFonts).slice(0, 12)));
  const count = 1 + random.integer(4);
  const pages = Array.from({ length: count }, () => addPage(document, random));
  for (const [index, page] of pages.entries()) {
    page.drawText(`Page ${index + 1} of ${seed}`, { font, x: 20, y: 120, size: 12 });
    if (may()) await drawImage(page, random);
    if (may()) drawShapes(page, random);
  }
  for (const page of pages) if (may()) addComments(page, random);
  if (may()) addFields(document.getForm(), { pages, random });
  if (may()) addOutline(document.context, { document, pages });
  if (may()) addLabels(document);
  if (may()) addTags(document, pages);
  if (may()) await document.attach(random.bytes(40), "data.bin", { mimeType: "text/plain" });
  if (may()) document.setTitle("Ein Títle: 題");
  if (may()) addXmp(document);
  const useObjectStreams = may();
  const saved = Uint8Array.from(await document.save({ useObjectStreams, addDefaultPage: false }));
  return rewrite(saved, random);
}

/** Writes a file as other programs do. */
async function rewrite(bytes: Uint8Array<ArrayBuffer>, random: Random) {
  const variants = [
    undefined,
    ["--linearize"],
    ["--object-streams=generate"],
    ["--qdf", "--object-streams=disable"],
    ["--stream-data=uncompress"],
    ["--newline-before-endstream", "--coalesce-contents"],
    ["--encrypt", "", "owner", "256", "--"],
    ["--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--"],
  ];
  const args = pick(random, variants);
  if (!args) return bytes;
  const isEncrypted = args.includes("--encrypt");
  return qpdfOutput([...args, "/in.pdf"], { files: { "in.pdf": bytes }, isEncrypted });
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[random.integer(values.length)] as Value;
}

function addPage(document: PDFDocument, random: Random): PDFPage {
  const page = document.addPage([200 + random.integer(500), 200 + random.integer(700)]);
  page.setRotation(degrees(90 * random.integer(4)));
  const { width, height } = page.getSize();
  if (random.integer(3) === 0) page.setMediaBox(-50, 20, width + 50, height);
  if (random.integer(3) === 0) page.setCropBox(5, 25, width - 20, height - 40);
  if (random.integer(4) === 0) page.node.set(PDFName.of("UserUnit"), PDFNumber.of(2));
  return page;
}

async function drawImage(page: PDFPage, random: Random): Promise<void> {
  const channels = pick(random, [3, 4] as const);
  const [width, height] = [8 + random.integer(60), 8 + random.integer(60)];
  const raw = sharp(random.bytes(width * height * channels), { raw: { width, height, channels } });
  const image =
    random.integer(2) === 0
      ? await page.doc.embedJpg(await raw.jpeg().toBuffer())
      : await page.doc.embedPng(await raw.png({ palette: random.integer(2) === 0 }).toBuffer());
  page.drawImage(image, { x: 30, y: 30, width: 60, height: 60, opacity: 0.5 });
}

function drawShapes(page: PDFPage, random: Random): void {
  page.drawRectangle({ x: 10, y: 10, width: 50, height: 50, color: rgb(0.5, 0, 1), opacity: 0.4 });
  page.drawEllipse({ x: 90, y: 90, xScale: 20, yScale: 1 + random.integer(30) });
  page.drawSvgPath("M 0 0 L 40 40 Q 50 0 60 60 z", { x: 20, y: 180, borderWidth: 2 });
}

function addComments(page: PDFPage, random: Random): void {
  const { context } = page.doc;
  const drawing = context.flateStream("1 0 0 rg 0 0 20 20 re f", {
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, 20, 20],
    ...(random.integer(2) === 0 && { Matrix: [0, 1, -1, 0, 20, 0] }),
  });
  const entries: Readonly<Record<string, unknown>>[] = [
    { Subtype: "Link", A: { S: "URI", URI: PDFString.of("https://example.com/a?b=c") } },
    { Subtype: "Link", Dest: [page.ref, "XYZ", null, 100, null] },
    { Subtype: "Text", Contents: PDFHexString.fromText("Notiz: 日"), T: PDFString.of("Ann") },
    { Subtype: "Highlight", QuadPoints: [20, 120, 60, 120, 20, 110, 60, 110], C: [1, 1, 0] },
    { Subtype: "Stamp", AP: { N: context.register(drawing) }, F: 4 },
  ];
  for (const one of entries) {
    if (random.integer(2) === 0) continue;
    const annotation = { Type: "Annot", Rect: [20, 100, 60, 120], ...one };
    page.node.addAnnot(context.register(context.obj(annotation as never)));
  }
}

function addFields(
  form: PDFForm,
  { pages, random }: { pages: readonly PDFPage[]; random: Random },
): void {
  const place = (y: number) => ({ x: 20, y, width: 100, height: 18 });
  const name = form.createTextField("person.name");
  name.setText("Anna");
  for (const page of pages) name.addToPage(page, place(60));
  const page = pick(random, pages);
  form.createCheckBox("person.agrees").addToPage(page, { ...place(80), width: 18 });
  const choice = form.createDropdown("choice");
  choice.setOptions(["red", "green"]);
  choice.addToPage(page, place(20));
  const size = form.createRadioGroup("size");
  for (const [index, option] of ["small", "large"].entries())
    size.addOptionToPage(option, page, { x: 20 + 30 * index, y: 40, width: 14, height: 14 });
  if (random.integer(2) === 0)
    form.acroForm.dict.set(PDFName.of("NeedAppearances"), form.doc.context.obj(true));
}

function addOutline(
  context: PDFContext,
  { document, pages }: { document: PDFDocument; pages: readonly PDFPage[] },
): void {
  const root = context.nextRef();
  const refs = pages.map(() => context.nextRef());
  for (const [index, page] of pages.entries())
    context.assign(
      refs[index]!,
      context.obj({
        Title: PDFHexString.fromText(`Chapter ${index + 1}`),
        Parent: root,
        Dest: [page.ref, "Fit"],
        ...(index > 0 && { Prev: refs[index - 1]! }),
        ...(index + 1 < refs.length && { Next: refs[index + 1]! }),
      }),
    );
  const ends = { First: refs[0]!, Last: refs.at(-1)!, Count: refs.length };
  context.assign(root, context.obj({ Type: "Outlines", ...ends }));
  document.catalog.set(PDFName.of("Outlines"), root);
}

function addLabels({ catalog, context }: PDFDocument): void {
  const labels = context.obj({ Nums: [0, { S: "r" }, 1, { S: "D", P: PDFString.of("A-") }] });
  catalog.set(PDFName.of("PageLabels"), labels);
}

/** Tags each page as a paragraph. */
function addTags({ catalog, context }: PDFDocument, pages: readonly PDFPage[]): void {
  const root = context.nextRef();
  const whole = context.nextRef();
  const numbers = PDFArray.withContext(context);
  const paragraphs = pages.map((page, index) => {
    page.node.set(PDFName.of("StructParents"), PDFNumber.of(index));
    const tag = { Type: "StructElem", S: "P", P: whole, Pg: page.ref, K: 0 };
    const ref = context.register(context.obj(tag));
    numbers.push(PDFNumber.of(index));
    numbers.push(context.obj([ref]));
    return ref;
  });
  const document = { Type: "StructElem", S: "Document", P: root, K: paragraphs };
  context.assign(whole, context.obj(document));
  const tree = { Type: "StructTreeRoot", K: [whole], ParentTree: { Nums: numbers } };
  context.assign(root, context.obj(tree as never));
  catalog.set(PDFName.of("StructTreeRoot"), root);
  catalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));
}

function addXmp({ catalog, context }: PDFDocument): void {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B"/></rdf:RDF></x:xmpmeta>`;
  const stream = context.stream(xmp, { Type: "Metadata", Subtype: "XML" });
  catalog.set(PDFName.of("Metadata"), context.register(stream));
}
