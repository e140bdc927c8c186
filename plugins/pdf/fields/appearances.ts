import { type Layout, layoutText, measure } from "hub/drawing";
import { buildStretches, FontBook } from "hub/pdf-text";
import { PDFBool, PDFDict, type PDFDocument, PDFHexString, type PDFRef, PDFStream } from "pdf-lib";
import { dictEntry, pdfName } from "../objects/entries.ts";
import { operands } from "../objects/operands.ts";
import pdf from "../plugin.ts";
import { formatNumber } from "./number-format.ts";
import { type Field, listWidgets, readOnState, type Widget } from "./widgets.ts";

/**
 * The maximum number of fields drawn. A viewer draws one page at a time, but this draws all pages.
 */
const drawnMax = 20_000;
const charactersMax = 1_000_000;

interface DrawnFields {
  /** The number of fields that were changed. */
  drawn: number;
  /** The widgets whose text is larger than their area. */
  cut: PDFDict[];
}

/**
 * Draws the content of form fields that have no appearance, which some programs leave to the
 * viewer. Redraws all texts and choices if the form requests it.
 */
export async function makeAppearances(
  document: PDFDocument,
  at = "body.file",
): Promise<DrawnFields> {
  const form = dictEntry(document.catalog, "AcroForm");
  const isStale = form?.lookup(pdfName("NeedAppearances")) === PDFBool.True;
  const undrawn: Widget[] = [];
  let [drawn, characters] = [0, 0];
  for (const widget of listWidgets(document)) {
    if (widget.field.kind === "toggle" && setMissingState(widget)) drawn++;
    if (!isMissing(widget, isStale)) continue;
    undrawn.push(widget);
    characters += collectCharacters(widget.field).length;
    if (++drawn > drawnMax || characters > charactersMax)
      throw pdf.error(
        "pdf_limit_exceeded",
        `${at} must have at most ${drawnMax} form fields without an appearance`,
        { at, members: { limit: "fields" } },
      );
  }
  const cut = await drawWidgets(document, undrawn);
  if (isStale) form?.delete(pdfName("NeedAppearances"));
  return { drawn, cut };
}

/** Draws widgets. Returns those whose text is larger than their area. */
async function drawWidgets(document: PDFDocument, widgets: readonly Widget[]): Promise<PDFDict[]> {
  if (widgets.length === 0) return [];
  const { context } = document;
  const pen = { book: new FontBook(), isCut: false };
  const drawing = { document, pen, fonts: context.nextRef(), dingbats: context.nextRef() };
  const cut: PDFDict[] = [];
  for (const widget of widgets) {
    pen.isCut = false;
    await drawWidget(widget, drawing);
    if (pen.isCut) cut.push(widget.dict);
  }
  const { fonts, dingbats } = drawing;
  context.assign(fonts, context.obj({ ...(await pen.book.embed(context)), ZaDb: dingbats }));
  const dingbatsFont = { Type: "Font", Subtype: "Type1", BaseFont: "ZapfDingbats" };
  context.assign(dingbats, context.obj(dingbatsFont));
  return cut;
}

/** Sets a missing state of a checkbox from its field. Returns whether it did. */
function setMissingState({ dict, field }: Widget): boolean {
  const normal = dictEntry(dict, "AP")?.lookup(pdfName("N"));
  const state = pdfName(typeof field.value === "string" ? field.value : "Off");
  if (dict.has(pdfName("AS")) || !(normal instanceof PDFDict) || !normal.has(state)) return false;
  dict.set(pdfName("AS"), state);
  return true;
}

function isMissing({ dict, field }: Widget, isStale: boolean): boolean {
  if (field.kind === "signature") return false;
  const normal = dictEntry(dict, "AP")?.lookup(pdfName("N"));
  if (field.kind === "toggle")
    return !(
      normal instanceof PDFStream ||
      (normal instanceof PDFDict && normal.keys().length > 0)
    );
  if (!(normal instanceof PDFStream)) return true;
  return isStale && field.kind !== "button";
}

function collectCharacters({ value, options }: Field): string {
  const own = Array.isArray(value) ? value.join("") : (value ?? "");
  return own + options.map(({ label }) => label).join("");
}

/** The fonts in use, and whether the last text was larger than its area. */
interface Pen {
  book: FontBook;
  isCut: boolean;
}

interface Drawing {
  document: PDFDocument;
  pen: Pen;
  fonts: PDFRef;
  dingbats: PDFRef;
}

async function drawWidget(widget: Widget, drawing: Drawing): Promise<void> {
  const { context } = drawing.document;
  const { dict, field, width, height } = widget;
  const createForm = (content: string): PDFRef =>
    context.register(
      context.flateStream(content, {
        Type: "XObject",
        Subtype: "Form",
        BBox: [0, 0, width, height],
        ...(widget.matrix && { Matrix: [...widget.matrix] }),
        Resources: { Font: drawing.fonts },
      }),
    );
  const appearance = context.obj({});
  const background = drawBackground(widget);
  if (field.kind === "toggle") {
    const on = readOnState(dict, field);
    const states = context.obj({ Off: createForm(background) });
    states.set(pdfName(on.name), createForm(background + drawMark(widget)));
    dict.set(pdfName("AS"), pdfName(on.isOn ? on.name : "Off"));
    appearance.set(pdfName("N"), states);
  } else
    appearance.set(pdfName("N"), createForm(background + (await drawContent(widget, drawing.pen))));
  dict.set(pdfName("AP"), appearance);
}

/** Draws the background and border of a field: circular for a radio button. */
function drawBackground({ field, width, height, appearance }: Widget): string {
  const { background, border, borderWidth, style } = appearance;
  const isRound = field.isRadio && (appearance.caption ?? "l") === "l";
  const shape = (inset: number) =>
    isRound
      ? circle(width / 2, height / 2, Math.min(width, height) / 2 - inset)
      : `${operands(inset, inset, width - 2 * inset, height - 2 * inset)} re`;
  const filled = background ? `q ${background.fill} ${shape(0)} f Q\n` : "";
  if (!border || borderWidth <= 0) return filled;
  const line =
    style === "U"
      ? `0 ${operands(borderWidth / 2)} m ${operands(width, borderWidth / 2)} l`
      : shape(borderWidth / 2);
  const dash = style === "D" ? "[3] 0 d " : "";
  return `${filled}q ${border.stroke} ${operands(borderWidth)} w ${dash}${line} S Q\n`;
}

/** Draws a circle with four curves. */
function circle(x: number, y: number, radius: number): string {
  const r = Math.max(0, radius);
  const k = 0.5523 * r;
  return [
    `${operands(x + r, y)} m`,
    `${operands(x + r, y + k, x + k, y + r, x, y + r)} c`,
    `${operands(x - k, y + r, x - r, y + k, x - r, y)} c`,
    `${operands(x - r, y - k, x - k, y - r, x, y - r)} c`,
    `${operands(x + k, y - r, x + r, y - k, x + r, y)} c`,
  ].join(" ");
}

/** The widths of the marks in ZapfDingbats, in thousandths of an em. All are about 692 high. */
const marks: ReadonlyMap<string, number> = new Map(
  Object.entries({ 4: 755, 8: 760, l: 791, u: 788, n: 761, H: 816 }),
);
const markHeight = 692;

function drawMark({ field, width, height, appearance }: Widget): string {
  const defaultMark = field.isRadio ? "l" : "4";
  const mark =
    appearance.caption && marks.has(appearance.caption) ? appearance.caption : defaultMark;
  const available = Math.min(width, height) - 2 * Math.max(1, appearance.borderWidth);
  const size =
    field.font.size > 0 ? field.font.size : Math.max(2, available * (field.isRadio ? 0.7 : 1));
  const x = (width - ((marks.get(mark) ?? 0) / 1000) * size) / 2;
  const y = (height - (markHeight / 1000) * size) / 2;
  return `q ${field.font.color} BT /ZaDb ${operands(size)} Tf ${operands(x, y)} Td (${mark}) Tj ET Q\n`;
}

async function drawContent(widget: Widget, pen: Pen): Promise<string> {
  const { appearance, width, height } = widget;
  const pad = Math.max(1, appearance.borderWidth);
  const clip = `${operands(pad, pad, width - 2 * pad, height - 2 * pad)} re W n`;
  if (!(width > 2 * pad && height > 2 * pad)) return "";
  const drawn = await drawValue(widget, pen);
  return drawn ? `/Tx BMC q ${clip} ${drawn} Q EMC\n` : "";
}

async function drawValue(widget: Widget, pen: Pen): Promise<string> {
  const { field } = widget;
  if (field.kind === "button")
    return drawLine(widget, { text: widget.appearance.caption ?? "", align: 1, pen });
  if (field.kind === "list") return drawList(widget, pen);
  const value = formatValue(field);
  if (value === "") return "";
  if (field.isMultiline) return drawParagraph(widget, { text: value, pen });
  if (field.comb > 0) return drawComb(widget, { text: value, pen });
  return drawLine(widget, { text: value.replace(/[\r\n]+/g, " "), align: field.align, pen });
}

/**
 * Returns the displayed text of a text field or combo box: an option's label, a number in the
 * field's format, or asterisks for a password.
 */
function formatValue({ value, options, isPassword, numberFormat }: Field): string {
  const [first = ""] = Array.isArray(value) ? value : [value ?? ""];
  if (isPassword) return "*".repeat([...first].length);
  if (numberFormat) return formatNumber(first, numberFormat);
  return options.find((option) => option.value === first)?.label ?? first;
}

interface Line {
  text: string;
  align: number;
  pen: Pen;
}

const lineHeight = 1.35;
const fontSizeMin = 4;
/** How far a text may extend into the padding, in points. */
const tolerance = 1;

async function drawLine(widget: Widget, { text, align, pen }: Line): Promise<string> {
  const { field, appearance, width, height } = widget;
  if (text === "") return "";
  const pad = Math.max(2, 2 * appearance.borderWidth);
  const face = selectFace(field);
  const fits = () => {
    const em = measure(text, { ...face, size: 100 }) / 100 || 1;
    return Math.max(fontSizeMin, Math.min(height / lineHeight, (width - 2 * pad) / em));
  };
  const size = field.font.size || fits();
  const layout = await layoutText(text, { ...face, size });
  const spare = width - 2 * pad - layout.width;
  pen.isCut ||= spare < -tolerance;
  const x = pad + (align === 1 ? spare / 2 : align === 2 ? spare : 0);
  return showLayout(layout, {
    x,
    top: (height + layout.height) / 2,
    book: pen.book,
    color: field.font.color,
  });
}

/** The initial font size of multi-line text without one. */
const paragraphSize = 12;
const listLineHeight = 1.15;

async function drawParagraph(widget: Widget, { text, pen }: Omit<Line, "align">): Promise<string> {
  const { field, appearance, width, height } = widget;
  const pad = Math.max(2, 2 * appearance.borderWidth);
  const setting = {
    ...selectFace(field),
    width: Math.max(1, width - 2 * pad),
    align: (["start", "center", "end"] as const)[field.align] ?? "start",
    lineHeight: 1.15,
  };
  let size = field.font.size || paragraphSize;
  let layout = await layoutText(text, { ...setting, size });
  const available = Math.max(1, height - 2 * pad);
  while (field.font.size === 0 && size > fontSizeMin && layout.height > available) {
    // A long text shrinks with the square of its size, so few layouts are needed.
    const share = Math.sqrt(available / layout.height);
    size = Math.max(fontSizeMin, size * Math.min(0.9, 1.1 * share));
    layout = await layoutText(text, { ...setting, size });
  }
  pen.isCut ||= layout.height > available + tolerance;
  return showLayout(layout, { x: pad, top: height - pad, book: pen.book, color: field.font.color });
}

/** Draws one character in each cell of a comb field. */
async function drawComb(widget: Widget, { text, pen }: Omit<Line, "align">): Promise<string> {
  const { field, width, height } = widget;
  const cell = width / field.comb;
  const letters = Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  const face = selectFace(field);
  const size = field.font.size || Math.max(fontSizeMin, Math.min(height / lineHeight, cell * 1.2));
  const cells = letters.slice(0, field.comb);
  pen.isCut ||= letters.length > field.comb;
  const spare = field.comb - cells.length;
  const from = field.align === 2 ? spare : field.align === 1 ? Math.floor(spare / 2) : 0;
  const steps: string[] = [];
  for (const [index, letter] of cells.entries()) {
    const layout = await layoutText(letter, { ...face, size });
    const x = (from + index + 0.5) * cell - layout.width / 2;
    const top = (height + layout.height) / 2;
    steps.push(showLayout(layout, { x, top, book: pen.book, color: field.font.color }));
  }
  // Without this, readers would insert a space into each gap.
  const actualText = PDFHexString.fromText(cells.join("")).toString();
  return `/Span <</ActualText ${actualText}>> BDC ${steps.join("\n")} EMC`;
}

/**
 * Draws the options of a list box from the first visible one, with a background behind selected
 * ones.
 */
async function drawList(widget: Widget, pen: Pen): Promise<string> {
  const { field, appearance, width, height } = widget;
  const pad = Math.max(1, appearance.borderWidth);
  const face = selectFace(field);
  const size = field.font.size || paragraphSize;
  const chosen = new Set(Array.isArray(field.value) ? field.value : [field.value]);
  const steps: string[] = [];
  let top = height - pad;
  for (const { value, label } of field.options.slice(field.top)) {
    if (top <= pad) break;
    const layout = await layoutText(label, { ...face, size, lineHeight: listLineHeight, lines: 1 });
    if (chosen.has(value) || chosen.has(label))
      steps.push(
        `0.6 0.75686 0.8549 rg ${operands(pad, top - layout.height, width - 2 * pad, layout.height)} re f`,
      );
    const spare = width - 4 * pad - layout.width;
    const x = 2 * pad + (field.align === 1 ? spare / 2 : field.align === 2 ? spare : 0);
    steps.push(showLayout(layout, { x, top, book: pen.book, color: field.font.color }));
    top -= layout.height;
  }
  return steps.join("\n");
}

/** Returns the number of options that a list box shows at once. */
export function countVisibleOptions({ field, appearance, height }: Widget): number {
  const pad = Math.max(1, appearance.borderWidth);
  const line = (field.font.size || paragraphSize) * listLineHeight;
  return Math.max(1, Math.floor((height - 2 * pad) / line));
}

/** Selects the font most similar to the field's own, which may have only some characters. */
export function selectFace({ font }: Pick<Field, "font">) {
  const family = /cour|mono/i.test(font.names)
    ? ("mono" as const)
    : /tim|serif|tiro|roman/i.test(font.names)
      ? ("serif" as const)
      : ("sans" as const);
  const weight = /bold|hebo|tibo|cobo/i.test(font.names) ? (700 as const) : (400 as const);
  return { family, weight, emoji: "plain" as const };
}

/** Returns the operators that show a text, starting at its upper left corner. */
function showLayout(
  { lines, size }: Layout,
  { x, top, book, color }: { x: number; top: number; book: FontBook; color: string },
): string {
  const texts = lines.flatMap(({ runs, baseline }) =>
    buildStretches(runs, size).map((stretch) =>
      book.show(stretch, { size, x: x + stretch.x * size, y: top - baseline }),
    ),
  );
  return texts.length > 0 ? `${color} BT ${texts.join("\n")} ET` : "";
}
