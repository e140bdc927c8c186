import { t } from "hub";

/** The URL of a document that a badge reads. */
export const urlField = t.String({
  minLength: 1,
  maxLength: 2048,
  description: "The public URL of the document",
});
