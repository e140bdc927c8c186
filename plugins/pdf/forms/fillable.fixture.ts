import { degrees, PDFDocument, PDFName, PDFString } from "pdf-lib";
import { stream, writePdf } from "../sample.ts";

/** Builds a form with a field of each type, by a library. The second page is rotated. */
export async function richForm(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const form = document.getForm();
  const [page, rotated] = [document.addPage([400, 600]), document.addPage([400, 600])];
  rotated.setRotation(degrees(90));
  const place = (x: number, y: number) => ({ x, y, width: 160, height: 20 });
  const first = form.createTextField("person.name.first");
  first.setText("Anna");
  first.enableRequired();
  first.addToPage(page, place(20, 560));
  form.createTextField("person.name.last").addToPage(page, place(200, 560));
  form.createTextField("Straße.Größe").addToPage(page, place(20, 530));
  form.createTextField("名前").addToPage(page, place(200, 530));
  const notes = form.createTextField("notes");
  notes.enableMultiline();
  notes.addToPage(page, { x: 20, y: 440, width: 340, height: 80 });
  notes.setFontSize(10);
  const code = form.createTextField("code");
  code.setMaxLength(8);
  code.enableCombing();
  code.addToPage(page, place(20, 410));
  const born = form.createTextField("born");
  born.addToPage(page, place(200, 410));
  addScripts(born.acroField.dict, { F: 'AFDate_FormatEx("dd.mm.yyyy");' });
  const total = form.createTextField("total");
  total.enableReadOnly();
  total.addToPage(page, place(20, 380));
  addScripts(total.acroField.dict, {
    C: "event.value = 1;",
    F: "AFNumber_Format(2, 0, 0, 0, '', true)",
  });
  form.createCheckBox("agree").addToPage(page, { x: 20, y: 350, width: 16, height: 16 });
  const size = form.createRadioGroup("size");
  for (const [index, name] of ["small", "medium", "large"].entries())
    size.addOptionToPage(name, page, { x: 60 + 40 * index, y: 350, width: 16, height: 16 });
  const country = form.createDropdown("country");
  country.setOptions(["Germany", "France", "Türkiye"]);
  country.addToPage(page, place(20, 320));
  const language = form.createDropdown("language");
  language.setOptions(["English", "German"]);
  language.enableEditing();
  language.addToPage(page, place(200, 320));
  const colours = form.createOptionList("colours");
  colours.setOptions(["red", "green", "blue", "black", "white", "grey"]);
  colours.enableMultiselect();
  colours.addToPage(page, { x: 20, y: 250, width: 160, height: 50 });
  form.createTextField("turned").addToPage(rotated, place(100, 200));
  form.createButton("send").addToPage("Send", page, place(200, 250));
  return Uint8Array.from(await document.save({ updateFieldAppearances: false }));
}

interface Dict {
  set(key: PDFName, value: unknown): void;
  context: PDFDocument["context"];
}

function addScripts(dict: Dict, scripts: Readonly<Record<string, string>>): void {
  const actions = Object.entries(scripts).map(([event, script]) => [
    event,
    { S: "JavaScript", JS: PDFString.of(script) },
  ]);
  dict.set(PDFName.of("AA"), dict.context.obj(Object.fromEntries(actions)));
}

interface HandmadeForm {
  /** The entries of the fields. */
  fields: readonly string[];
  /** The entries of the widgets, each after the reference to its page. */
  widgets?: readonly string[];
  /** The entries of the form. Undefined for a document without a form. */
  form?: string | undefined;
  /** Further entries of the catalogue. */
  root?: string;
  /** Further entries of the second page. */
  secondPage?: string;
  /** The number of fields, from the first, that the form refers to. By default, all. */
  roots?: number;
}

/** The number of the first field in a form by `handmadeForm`. */
const firstField = 8;

/**
 * Builds two pages with fields from object 8 on, which are widgets if they have a `/Rect`, followed
 * by further widgets. `@` becomes a widget's area on the first page, `@2` on the second.
 */
export function handmadeForm({
  fields,
  widgets = [],
  form = "/DR<</Font<</Helv 5 0 R>>>>/DA(/Helv 12 Tf 0 g)",
  root = "",
  secondPage = "",
  roots = fields.length,
}: HandmadeForm): Uint8Array<ArrayBuffer> {
  const all = [...fields, ...widgets];
  const refs = all.map((_, index) => `${firstField + index} 0 R`);
  const listOn = (isOnPage: (entries: string) => boolean) =>
    refs.filter((_, index) => isOnPage(all[index] ?? "")).join(" ");
  const second = listOn((entries) => entries.includes("@2"));
  const first = listOn((entries) => entries.includes("@") && !entries.includes("@2"));
  const acroForm = `/AcroForm<</Fields[${refs.slice(0, roots).join(" ")}]${form}>>`;
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R${form === "none" ? "" : acroForm}${root}>>`,
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 600]>>",
    `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Annots[${first}]>>`,
    `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Annots[${second}]${secondPage}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    stream(""),
    stream("0 0 1 rg 0 0 9 9 re f", "/Type/XObject/Subtype/Form/BBox[0 0 160 20]"),
    ...all.map((entries, index) => {
      const area = `/Type/Annot/Subtype/Widget/F 4/Rect[20 ${560 - 30 * index} 180 ${580 - 30 * index}]`;
      return `<<${entries.replace("@2", `${area}/P 4 0 R`).replace("@", `${area}/P 3 0 R`)}>>`;
    }),
  ]);
}
