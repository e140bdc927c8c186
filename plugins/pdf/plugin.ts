import { definePlugin } from "hub";

export default definePlugin({
  title: "PDF toolkit",
  summary:
    "Merges, splits, compresses, stamps, protects, reads and redacts PDF files, in processes of their own.",
  limits: {
    bodyBytesMax: 104_857_600,
    fileBytesMax: 52_428_800,
    inflatedBytesMax: 268_435_456,
    pagesMax: 2000,
    pageSideMax: 14_400,
    rangePartsMax: 500,
    passwordMax: 127,
    filenameMax: 200,
    timeoutMs: 30_000,
    memoryMbMax: 1536,
    mergeFilesMax: 50,
    splitPartsMax: 500,
    opsMax: 50,
    textCharsMax: 5_000_000,
  },
  errors: {
    pdf_corrupt: { status: 422, title: "The file is not a PDF, or a broken one" },
    pdf_empty: { status: 422, title: "The file has no bytes, or the document no pages" },
    pdf_password_required: { status: 422, title: "The PDF is encrypted and no password was given" },
    pdf_password_incorrect: { status: 422, title: "The password does not open the PDF" },
    pdf_limit_exceeded: { status: 422, title: "The PDF is larger than the endpoints take" },
    pdf_signed: { status: 409, title: "The PDF is signed, and a change would break the signature" },
    page_out_of_range: { status: 422, title: "The document has no page of that number" },
    unsupported_image: { status: 422, title: "The image is of a kind that is not read, or broken" },
    nothing_to_split: { status: 422, title: "The document has nothing to be split at" },
    pattern_not_found: { status: 422, title: "No page has a text that matches the pattern" },
    invalid_pattern: { status: 422, title: "The regular expression is not well-formed" },
    too_many_parts: { status: 422, title: "The document would fall into more parts than it may" },
    weak_password: { status: 422, title: "The password is weaker than the request allows" },
    permissions_need_password: {
      status: 422,
      title: "Permissions can be held back only from those without the owner's password",
    },
    pdf_not_encrypted: { status: 409, title: "The PDF is not protected by a password" },
    invalid_operation: { status: 422, title: "An operation cannot be done on this document" },
  },
});
