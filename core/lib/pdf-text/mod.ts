/** Text output for PDFs. Import it from the work that a handler loads lazily. */
export type { Cluster, Part } from "./clusters.ts";
export { FontBook } from "./font-book.ts";
export { pdfNumber } from "./number.ts";
export { packDocument } from "./pack-document.ts";
export { buildStretches, type Stretch } from "./stretches.ts";
