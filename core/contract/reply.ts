import { checkHeaders, type ResponseHeaders } from "./response-headers.ts";

/** The empty default headers. One shared object, so that it can be compared by identity. */
export const none: ResponseHeaders = Object.freeze({});

/** Optional properties of a reply. */
export interface ReplyOptions {
  /** The media type, if the schema allows several. */
  type?: string | undefined;
  /** Only those that every plugin can set, that the route declares in `headers`, or that the manifest requests. */
  headers?: ResponseHeaders | undefined;
  /** Alternative bodies for callers that accept another media type, by media type. */
  alternatives?: Readonly<Record<string, Alternative>> | undefined;
  /**
   * For a stream as body or alternative: sends it only after its end, so that its errors become error responses. Meanwhile
   * it is in a temporary file.
   */
  buffered?: boolean | undefined;
  /** The status. Only on public paths: under `/api`, a success is always 200, and errors are thrown. */
  status?: number | undefined;
}

/** Returns the body for one media type. Only a buffered reply can return a stream. */
export type Alternative = () => string | Uint8Array | ReadableStream<Uint8Array>;

/** A response with its own media type, headers or status. Created by `reply()`. */
export class Reply {
  readonly body: unknown;
  readonly type: string | undefined;
  readonly headers: ResponseHeaders;
  readonly alternatives: Readonly<Record<string, Alternative>> | undefined;
  readonly buffered: boolean;
  readonly status: number;
  /** Whether it is cached and sent more than once. */
  isKept = false;
  /**
   * Caches of such a reply: the JSON text, the compressed bodies by content coding, the ETag, and the
   * headers.
   */
  text: string | undefined;
  coded: Map<string, Buffer> | undefined;
  etag: string | undefined;
  prepared: object | undefined;

  constructor(
    body: unknown,
    { type, headers = none, alternatives, buffered = false, status = 200 }: ReplyOptions = {},
  ) {
    if (headers !== none) checkHeaders(headers);
    if (type !== undefined) checkHeaders({ "content-type": type });
    this.body = body;
    this.type = type;
    this.headers = headers;
    this.alternatives = alternatives;
    this.buffered = buffered;
    this.status = status;
  }
}

/** Creates a reply with a media type, headers or a status. */
export function reply(body: unknown, options?: ReplyOptions): Reply {
  return new Reply(body, options);
}
