import type { Net } from "hub";

/** What a handler was asked besides the document, and what it may use. */
export interface Asked {
  response: "binary" | "json";
  pdf: boolean;
  /** In milliseconds since 1970. */
  now: number;
  net: Net;
}

type Form = Pick<Asked, "response" | "pdf">;

/** The form of the answer: the address goes before the body. */
export function formOf(body: Form, query: { [Name in keyof Form]?: Form[Name] | undefined }): Form {
  return { response: query.response ?? body.response, pdf: query.pdf ?? body.pdf };
}
