import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  type PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from "pdf-lib";
import { deleteUnreachable, openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { countVisibleOptions, makeAppearances } from "../fields/appearances.ts";
import { type FormField, listFormFields } from "../fields/fields.ts";
import { listAncestors, readWidget } from "../fields/widgets.ts";
import { flattenAnnotations } from "../flatten.ts";
import { decodeBase64, openPdf, type Source } from "../input/open.ts";
import { dropClaim } from "../objects/claim.ts";
import { dictEntry, entry, listDicts, pdfName } from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { type FieldContent, readContent, suggestField } from "./field-values.ts";
import { getFormKind } from "./list-fields.ts";
import type { FillBody, FillValue } from "./request.ts";
import { appendChanges, findSignatureLock, isAppendable, takeSnapshot } from "./signed.ts";

/** Fills the fields of a form. */
export async function fillForm({ fill, data, data_base64, lock, flatten, ...body }: FillBody) {
  const given = await readData(data, data_base64);
  if (!fill && !given)
    throw pdf.error("invalid_input", "body must have fill, data or data_base64", { at: "body" });
  const source = await openPdf(body, { readsOnly: true });
  const document = await openSource(source);
  const values = { ...given, ...fill };
  const breaksSignatures =
    source.isSigned && !canAppend(source, { document, values, lock, flatten, body });
  const before = source.isSigned && !breaksSignatures ? takeSnapshot(document) : undefined;
  const pdfa_claim_removed = dropClaim(document);
  const { kind, contents, filled, clipped, stale } = await fillFields(document, {
    fill: values,
    lock,
    at: "body",
    dataNames: new Set(Object.keys(given ?? {}).filter((name) => !Object.hasOwn(fill ?? {}, name))),
    isAppended: before !== undefined,
  });
  if (flatten) await flattenAnnotations(document, ["forms"]);
  // The old appearances show the old values.
  if (!before) deleteUnreachable(document);
  const appended = before && appendChanges(source.bytes, { document, before });
  const bytes = appended ?? (await saveDocument(document));
  if (!flatten) await checkFilled(bytes, contents, { at: "body" });
  return answerFile(
    {
      bytes,
      pages: pageLeaves(document).length,
      engine: pdfLibName,
      input: source,
      suffix: "filled",
      facts: {
        filled_fields: filled.length,
        clipped_fields: clipped.length,
        calculated_fields: stale.length,
        signatures_broken: breaksSignatures,
        xfa_removed: kind === "hybrid",
        pdfa_claim_removed,
      },
      details: {
        clipped: clipped.map(({ name }) => name),
        calculated: stale.map(({ name }) => name),
      },
    },
    body,
  );
}

interface SignedFill extends Pick<FillBody, "lock" | "flatten"> {
  document: PDFDocument;
  values: Readonly<Record<string, FillValue>>;
  body: Pick<FillBody, "invalidate_signatures">;
}

/**
 * Returns whether a signed form can be filled without breaking its signatures. Throws if it can't,
 * and the request doesn't allow to break them.
 */
function canAppend(
  { bytes, original }: Source,
  { document, values, lock, flatten, body }: SignedFill,
): boolean {
  const reason = findReason();
  if (reason === undefined) return true;
  if (body.invalidate_signatures) return false;
  throw pdf.error(
    "pdf_signed",
    `Cannot fill the signed form without breaking its signature: ${reason}; set "invalidate_signatures" to allow it`,
    { at: "body" },
  );

  function findReason(): string | undefined {
    if (flatten) return '"flatten" changes the pages';
    if (lock) return '"lock" changes the fields';
    if (dictEntry(document.catalog, "AcroForm")?.has(pdfName("XFA"))) return "it has XFA data";
    if (bytes !== original || !isAppendable(bytes))
      return "it is encrypted, or has an unusual structure";
    return findSignatureLock(document, Object.keys(values));
  }
}

/** Throws if another engine doesn't find the values in the filled form. */
export async function checkFilled(
  bytes: Uint8Array,
  contents: FieldContents,
  { at }: Pick<FillOptions, "at">,
): Promise<void> {
  const { findUnfilled } = await import("./read-back.ts");
  const unfilled = await findUnfilled(bytes, contents);
  const [first] = unfilled;
  if (!first) return;
  const more = unfilled.length > 1 ? `, and ${unfilled.length - 1} more` : "";
  throw pdf.error(
    "fill_unverified",
    `Cannot fill the form: another reader does not find the new value of "${shorten(first.name)}"${more}`,
    { at: `${at}.fill` },
  );
}

type FieldContents = ReadonlyMap<FormField, FieldContent>;

/** Reads the form data of a request. Returns undefined if it has none. */
async function readData(data: File | undefined, data_base64: string | undefined) {
  if (data && data_base64 !== undefined)
    throw pdf.error("invalid_input", "body must have at most one of data and data_base64", {
      at: "body",
    });
  if (!data && data_base64 === undefined) return undefined;
  const at = data ? "body.data" : "body.data_base64";
  const bytes = data ? await data.bytes() : decodeBase64(data_base64 ?? "", at);
  const { readFormData } = await import("./form-data.ts");
  return readFormData(bytes, at);
}

interface FillOptions extends Pick<FillBody, "lock"> {
  fill: Readonly<Record<string, FillValue>>;
  /** The location of `fill` in the request. */
  at: string;
  /** The names whose values come from form data. */
  dataNames?: ReadonlySet<string>;
  /** Whether only the changes are written, after the signed bytes. */
  isAppended?: boolean;
}

/** Fills the fields of an open document and draws them. Removes XFA data. */
export async function fillFields(
  document: PDFDocument,
  { fill, lock, at, dataNames = new Set(), isAppended = false }: FillOptions,
) {
  const fields = listFormFields(document);
  const kind = getFormKind(document, fields);
  if (kind === "xfa")
    throw pdf.error(
      "form_xfa",
      "Cannot fill the form: its fields are in XFA only, which this service does not support",
      { at },
    );
  const contents = readContents(fill, { fields, at, dataNames });
  for (const [field, content] of contents) writeContent(document, { field, content, lock });
  completeForm(document, { fields, isAppended });
  const { cut } = await makeAppearances(document);
  const isCut = new Set(cut);
  const filled = [...contents.keys()];
  return {
    kind,
    contents,
    filled,
    /** Filled fields whose text is larger than their area. */
    clipped: filled.filter(({ widgets }) => widgets.some(({ dict }) => isCut.has(dict))),
    /** Fields with a computed value that may be outdated. */
    stale: fields.filter((field) => field.isCalculated && !contents.has(field)),
  };
}

const problemsMax = 1000;
/** The maximum length of a name in a message. */
const namedMax = 200;

/** Returns the content of each field to fill. Throws one error for all wrong names and values. */
function readContents(
  fill: Readonly<Record<string, FillValue>>,
  {
    fields,
    at,
    dataNames,
  }: { fields: readonly FormField[]; at: string; dataNames: ReadonlySet<string> },
): Map<FormField, FieldContent> {
  const byName = Map.groupBy(fields, ({ name }) => name);
  const names = [...byName.keys()];
  const contents = new Map<FormField, FieldContent>();
  const problems: { location: string; message: string }[] = [];
  for (const [name, value] of Object.entries(fill)) {
    const location = `${at}.${dataNames.has(name) ? "data" : "fill"}.${shorten(name)}`;
    const refuse = (problem: string) =>
      problems.push({ location, message: `${location} ${problem}` });
    const same = byName.get(name) ?? [];
    if (same.length === 0)
      refuse(
        names.length === 0
          ? "is not a field: the document has none"
          : `is not a field of the form${problems.length < suggestedMax ? suggestField(name, names) : ""}`,
      );
    for (const field of same) {
      const content = readContent(field, value);
      if ("problem" in content) refuse(content.problem);
      else contents.set(field, content);
    }
  }
  const [first] = problems;
  if (!first) return contents;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : "";
  throw pdf.error("invalid_fields", `${first.message}${more}`, {
    errors: problems.slice(0, problemsMax),
  });
}

function shorten(name: string): string {
  return name.length > namedMax ? `${name.slice(0, namedMax)}…` : name;
}

/** Comparing many names with many fields takes long. */
const suggestedMax = 50;

interface WriteOptions {
  field: FormField;
  content: FieldContent;
  /** Whether to make the field read-only. */
  lock: boolean;
}

/** Writes a field's value. Removes the appearances that no longer show it. */
function writeContent(document: PDFDocument, { field, content, lock }: WriteOptions): void {
  const { nodes, widgets, settings } = field;
  const entries = buildEntries(document, { field, content });
  for (const node of nodes) {
    setEntries(node, entries);
    if (lock) node.set(pdfName("Ff"), PDFNumber.of((settings?.flags ?? 0) | readOnlyFlag));
  }
  for (const { dict, state } of widgets) {
    if (!nodes.includes(dict)) prepareWidget(document, { dict, node: nodes[0] });
    if (content.kind === "toggle" && state) {
      const isSet = content.set.some((one) => one.dict === dict);
      setState(dict, { state, isSet });
    } else dict.delete(pdfName("AP"));
  }
}

const readOnlyFlag = 1;

type Entries = Readonly<Record<string, PDFObject | undefined>>;

function buildEntries(
  document: PDFDocument,
  { field: { nodes, settings, widgets }, content }: Pick<WriteOptions, "field" | "content">,
): Entries {
  if (content.kind === "text") return { V: PDFHexString.fromText(content.text), RV: undefined };
  if (content.kind === "toggle") return { V: content.set[0]?.state ?? pdfName("Off") };
  const options = settings?.options ?? [];
  const indexes = options.flatMap(({ value }, index) =>
    content.chosen.includes(value) ? [index] : [],
  );
  const values = content.chosen.map((value) => PDFHexString.fromText(value));
  const hasDefault = nodes.flatMap(listAncestors).some((node) => node.has(pdfName("DV")));
  // Viewers show the default of a field that has no value.
  const none = hasDefault ? PDFHexString.fromText("") : undefined;
  const value = values.length > 1 ? document.context.obj(values) : (values[0] ?? none);
  if (settings?.kind !== "list") return { V: value, I: undefined };
  const form = dictEntry(document.catalog, "AcroForm");
  const rows = widgets.flatMap(({ dict }) => {
    const widget = readWidget(dict, form);
    return widget ? [countVisibleOptions(widget)] : [];
  });
  const [first = 0] = indexes;
  const shown = Math.min(...rows, options.length);
  const isVisible = first >= settings.top && first < settings.top + shown;
  const top = Math.min(first, options.length - shown);
  return {
    V: value,
    I: indexes.length > 0 ? document.context.obj(indexes) : undefined,
    ...(!isVisible && { TI: PDFNumber.of(top) }),
  };
}

/** Sets the entries of a dictionary, and deletes those without a value. */
function setEntries(dict: PDFDict, entries: Entries): void {
  for (const [key, value] of Object.entries(entries))
    if (value) dict.set(pdfName(key), value);
    else dict.delete(pdfName(key));
}

/** Makes a widget take its value from its field. */
function prepareWidget(
  { context }: PDFDocument,
  { dict, node }: { dict: PDFDict; node: PDFDict | undefined },
): void {
  dict.delete(pdfName("V"));
  const ref = node && context.getObjectRef(node);
  if (ref && !dict.has(pdfName("Parent"))) dict.set(pdfName("Parent"), ref);
}

/** Sets the state of a check box or radio button. Removes an appearance that lacks the state. */
function setState(dict: PDFDict, { state, isSet }: { state: PDFName; isSet: boolean }): void {
  dict.set(pdfName("AS"), isSet ? state : pdfName("Off"));
  const normal = dictEntry(dict, "AP")?.lookup(pdfName("N"));
  const hasState = normal instanceof PDFDict && (!isSet || normal.has(state));
  if (!hasState) dict.delete(pdfName("AP"));
}

/** Adds the entries of a form that viewers require for editing its fields. */
function completeForm(
  document: PDFDocument,
  { fields, isAppended }: { fields: readonly FormField[]; isAppended: boolean },
): void {
  const { catalog, context } = document;
  let form = dictEntry(catalog, "AcroForm");
  if (!form) {
    form = context.obj({});
    catalog.set(pdfName("AcroForm"), context.register(form));
  }
  addLostFields(form, fields);
  form.delete(pdfName("XFA"));
  // Acrobat reports an error if the signature of these rights is broken.
  if (!isAppended) catalog.delete(pdfName("Perms"));
  if (form.has(pdfName("DA"))) return;
  form.set(pdfName("DA"), PDFString.of("/Helv 0 Tf 0 g"));
  const resources = dictEntry(form, "DR") ?? context.obj({});
  const fonts = dictEntry(resources, "Font") ?? context.obj({});
  if (!fonts.has(pdfName("Helv")))
    fonts.set(
      pdfName("Helv"),
      context.obj({
        Type: "Font",
        Subtype: "Type1",
        BaseFont: "Helvetica",
        Encoding: "WinAnsiEncoding",
      }),
    );
  resources.set(pdfName("Font"), fonts);
  form.set(pdfName("DR"), resources);
}

/** Adds the fields that only pages refer to: other programs read those of the form. */
function addLostFields(form: PDFDict, fields: readonly FormField[]): void {
  const { context } = form;
  const list = entry(form, "Fields", PDFArray);
  const known = new Set(listDicts(list));
  const roots = fields.flatMap(({ nodes }) =>
    nodes.flatMap((node) => listAncestors(node).at(-1) ?? []),
  );
  const lost = [...new Set(roots)].filter((root) => !known.has(root));
  const refs = lost.flatMap((root) => context.getObjectRef(root) ?? []);
  if (refs.length > 0 || !list)
    form.set(pdfName("Fields"), context.obj([...(list?.asArray() ?? []), ...refs]));
}
