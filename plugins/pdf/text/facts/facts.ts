import { openDocument } from "../../engines/pdf-lib.ts";
import type { Source } from "../../input/open.ts";
import type { FactName } from "../options.ts";
import { attachmentsOf } from "./attachments.ts";
import { fieldsOf } from "./forms.ts";
import { linksOf } from "./links.ts";
import { metadataOf } from "./metadata.ts";
import { outlineOf } from "./outline.ts";
import { pageLabelsOf } from "./page-labels.ts";
import { fontsOf, imagesOf } from "./resources.ts";
import { activeContent } from "./security.ts";

/** Tells of a PDF what was asked for, besides its text. */
export async function factsOf(
  { bytes, pages: boxes, wasEncrypted, isSigned }: Source,
  { include, numbers }: { include: readonly FactName[]; numbers: readonly number[] },
) {
  if (include.length === 0) return {};
  const document = await openDocument(bytes);
  const all = document.getPages();
  const pages = [...new Set(numbers)].map((number) => ({ page: all[number - 1]!, number }));
  const readers: Record<FactName, () => unknown> = {
    metadata: () => metadataOf(document),
    outline: () => outlineOf(document),
    links: () => linksOf(document, { numbers: pages.map(({ number }) => number), boxes }),
    attachments: () => attachmentsOf(document),
    forms: () => fieldsOf(document),
    images: () => pages.flatMap(({ page, number }) => imagesOf(page, number)),
    fonts: () => fontsOf(pages),
    security: () => ({
      encrypted: wasEncrypted,
      signed: isSigned,
      active_content: activeContent(document),
    }),
    page_labels: () => pageLabelsOf(document),
  };
  return Object.fromEntries(include.map((name) => [name, readers[name]()]));
}
