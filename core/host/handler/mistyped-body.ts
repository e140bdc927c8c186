import { HubError } from "../../contract/errors.ts";

/** The error for a JSON body that only its `Content-Type` makes unreadable. */
export class MistypedBody extends HubError {
  /** The JSON, which the corrected call sends again. */
  readonly body: unknown;

  constructor(detail: string, body: unknown) {
    super("unsupported_media_type", detail, { at: "header.content-type" });
    this.body = body;
  }
}
