import type { TSchema } from "@sinclair/typebox";
import type { HubError } from "./errors.ts";

/** An error format of some paths, for clients of another service. */
export interface ErrorShape {
  /** A word that names it in the OpenAPI document: `openai`. */
  readonly name: string;
  /** The name of the body's schema: `OpenAiError`. */
  readonly title: string;
  readonly schema: TSchema;
  /** A sentence for the documentation of each endpoint with this format. */
  readonly note: string;
  /** The second words of paths that belong to its clients, even if no route answers there. */
  readonly words?: ReadonlySet<string>;
  readonly mediaType: string;
  /** Builds the body of an error. An object is sent as JSON. */
  write(failure: HubError): object | string;
  /** Returns the status, if clients expect another one than the hub's. */
  statusOf?(failure: HubError): number;
}
