import type { Net, Static } from "hub";
import type { answerQuery } from "../schema/response.ts";
import type { NumberDoors } from "./number-sequence.ts";

/** Response options of a handler, and its resources. */
export interface InvoiceAnswerOptions {
  response: "binary" | "json";
  pdf: boolean;
  /** Milliseconds since 1970. */
  now: number;
  net: Net;
  /** Issues numbers of sequences. */
  numbers: NumberDoors;
}

type ResponseForm = Pick<InvoiceAnswerOptions, "response" | "pdf">;

/** Returns the form of the response. Query parameters take precedence over the body. */
export function resolveForm(body: ResponseForm, query: Static<typeof answerQuery>): ResponseForm {
  return { response: query.response ?? body.response, pdf: query.pdf ?? body.pdf };
}
