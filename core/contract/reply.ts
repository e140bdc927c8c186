/** No headers of its own: one object, so that it can be told by identity. */
export const none: Readonly<Record<string, string>> = Object.freeze({});

/** What may be said of an answer besides its body. */
export interface ReplyOptions {
  /** Which media type it has, where the schema allows several. */
  type?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** What those get who accept another media type than JSON or the answer's own, by that type. */
  alternatives?: Readonly<Record<string, () => string | Uint8Array>> | undefined;
  /** On a public path alone: a success under `/api` is 200, and a failure is thrown. */
  status?: number | undefined;
}

/** An answer with a media type, headers or a status of its own. Built by `reply()`. */
export class Reply {
  readonly body: unknown;
  readonly type: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly alternatives: Readonly<Record<string, () => string | Uint8Array>> | undefined;
  readonly status: number;
  /** Whether it is given more than once. */
  isKept = false;
  /** Of one that is given more than once: its body as JSON and by content codings, its mark for caches, its headers. */
  text: string | undefined;
  coded: Map<string, Buffer> | undefined;
  etag: string | undefined;
  prepared: object | undefined;

  constructor(
    body: unknown,
    { type, headers = none, alternatives, status = 200 }: ReplyOptions = {},
  ) {
    this.body = body;
    this.type = type;
    this.headers = headers;
    this.alternatives = alternatives;
    this.status = status;
  }
}

/** Answers with `body` and what is to be said of it besides. */
export function reply(body: unknown, options?: ReplyOptions): Reply {
  return new Reply(body, options);
}
