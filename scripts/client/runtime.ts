// The part of a generated client that is identical for every hub: all after this type, which the generated file has from
// the hub's own document.
interface Problem {
  code: string;
  detail: string;
  errors: readonly { location: string; message: string }[];
  request_id: string;
}

export interface ClientOptions {
  /** The base URL of the hub. */
  baseUrl: string;
  key?: string | undefined;
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes retries safe: a POST with the same key returns the first response. */
  idempotencyKey?: string | undefined;
  /** The media type of the response, if the endpoint offers several. */
  accept?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** An error response of the hub, or of a server in front of it. */
export class HubError extends Error {
  override readonly name = "HubError";
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly { location: string; message: string }[];
  readonly requestId: string | undefined;
  readonly headers: Headers;

  constructor(problem: Partial<Problem>, { status, headers }: Response) {
    const detail = problem.detail ?? `The server responded with status ${status}`;
    super(detail);
    this.code = problem.code ?? "http_error";
    this.status = status;
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? headers.get("x-request-id") ?? undefined;
    this.headers = headers;
  }
}

type Answer<Json, Kinds> =
  | ("json" extends Kinds ? Json : never)
  | ("blob" extends Kinds ? Blob : never);

type Arguments<Input, Options, IsOptional> = IsOptional extends true
  ? [input?: Input, options?: Options]
  : [input: Input, options?: Options];

interface Method<Input, Json, Kinds, IsOptional> {
  (
    ...given: Arguments<Input, CallOptions & { as?: undefined }, IsOptional>
  ): Promise<Answer<Json, Kinds>>;
  (input: Input, options: CallOptions & { as: "json" }): Promise<Json>;
  (input: Input, options: CallOptions & { as: "blob" }): Promise<Blob>;
  (input: Input, options: CallOptions & { as: "text" }): Promise<string>;
  (input: Input, options: CallOptions & { as: "response" }): Promise<Response>;
}

export function createCaller({
  baseUrl,
  key,
  fetch: send = (request) => fetch(request),
}: ClientOptions) {
  const base = baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl;
  return function call<Input, Json, Kinds, IsOptional>(
    method: string,
    path: string,
    inQuery: readonly string[],
  ): Method<Input, Json, Kinds, IsOptional> {
    async function run(
      input: object = {},
      options: CallOptions & { as?: "json" | "blob" | "text" | "response" | undefined } = {},
    ): Promise<unknown> {
      const headers = new Headers(options.headers);
      if (key !== undefined) headers.set("X-API-Key", key);
      if (options.idempotencyKey !== undefined)
        headers.set("Idempotency-Key", options.idempotencyKey);
      const accept = options.accept ?? (options.as === "json" ? "application/json" : undefined);
      if (accept !== undefined) headers.set("Accept", accept);
      const rest = new Map<string, unknown>(
        Object.entries(input).filter(([, value]) => value !== undefined),
      );
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = rest.get(name);
        rest.delete(name);
        return encodeURIComponent(asText(value));
      });
      const query = new URLSearchParams();
      for (const name of inQuery)
        if (rest.has(name)) {
          query.set(name, asText(rest.get(name)));
          rest.delete(name);
        }
      const hasBody = method !== "GET" && (rest.size > 0 || method === "POST");
      const body = hasBody ? buildBody(rest) : undefined;
      if (typeof body === "string") headers.set("Content-Type", "application/json");
      const search = query.size > 0 ? `?${query}` : "";
      const response = await send(
        new Request(base + filled + search, {
          method,
          headers,
          ...(body !== undefined && { body }),
          ...(options.signal && { signal: options.signal }),
        }),
      );
      const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(
        response.headers.get("content-type") ?? "",
      );
      if (!response.ok)
        throw new HubError(isJson ? ((await response.json()) as Partial<Problem>) : {}, response);
      if (options.as === "response") return response;
      if (options.as === "text") return response.text();
      return options.as === "json" || (options.as === undefined && isJson)
        ? response.json()
        : response.blob();
    }
    return run as Method<Input, Json, Kinds, IsOptional>;
  };
}

/** Builds a JSON body, or a form if there are files. In a form, other lists are sent as JSON. */
function buildBody(fields: ReadonlyMap<string, unknown>): string | FormData {
  const hasFile = [...fields.values()].flat().some((value) => value instanceof Blob);
  if (!hasFile) return JSON.stringify(Object.fromEntries(fields));
  const form = new FormData();
  for (const [name, value] of fields) {
    const isFiles = Array.isArray(value) && value.some((item) => item instanceof Blob);
    for (const item of isFiles ? value : [value])
      if (item instanceof File) form.append(name, item, item.name);
      else if (item instanceof Blob) form.append(name, item, "file");
      else if (item !== null) form.append(name, asText(item));
  }
  return form;
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
