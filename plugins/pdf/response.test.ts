import { expect, test } from "bun:test";
import { attachment } from "./response.ts";

// RFC 6266, section 5, gives the form of these.
test("sends a non-ASCII name twice: as an ASCII fallback and encoded", () => {
  expect(attachment({ filename: "€ rates", suffix: "", type: "application/pdf" }).header).toBe(
    "attachment; filename=\"_ rates.pdf\"; filename*=UTF-8''%E2%82%AC%20rates.pdf",
  );
  expect(attachment({ filename: "a'b(c)", suffix: "", type: "application/zip" }).header).toBe(
    'attachment; filename="a\'b(c).zip"',
  );
});

test("derives a default file name from the input's name", () => {
  const type = "application/pdf";
  expect(attachment({ inputName: "Offer.v2.PDF", suffix: "merged", type }).name).toBe(
    "Offer.v2-merged.pdf",
  );
  expect(attachment({ suffix: "merged", type }).name).toBe("merged.pdf");
  expect(attachment({ filename: "x.PDF", suffix: "merged", type }).name).toBe("x.PDF");
});
