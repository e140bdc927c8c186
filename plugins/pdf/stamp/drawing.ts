import type { PDFDocument, PDFRef } from "pdf-lib";

/** Something that can be drawn on a page: a form, and the room it takes from its lower left corner on. */
export interface Drawing {
  ref: PDFRef;
  width: number;
  height: number;
}

export interface FormOptions {
  width: number;
  height: number;
  /** By kind and name: `{ XObject: { Image: ref } }`. */
  resources: Readonly<Record<string, Readonly<Record<string, PDFRef>>>>;
}

/**
 * Makes a form of operators. It is a group of its own, so that it becomes transparent as a whole and
 * not stroke by stroke.
 */
export function formOf(
  document: PDFDocument,
  content: string,
  { width, height, resources }: FormOptions,
): Drawing {
  const { context } = document;
  const form = context.flateStream(content, {
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, width, height],
    Resources: resources as never,
    Group: { Type: "Group", S: "Transparency", CS: "DeviceRGB" },
  });
  return { ref: context.register(form), width, height };
}
