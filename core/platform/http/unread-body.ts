/** The limits for discarding a body before its connection is closed. */
const drainBytesMax = 268_435_456;
const drainMsMax = 30_000;
const stallMsMax = 5_000;

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">;

/** Returns whether a message announces that its connection closes after the response. */
function isLast({ headers }: Request | Response): boolean {
  const options = headers.get("connection")?.toLowerCase().split(",") ?? [];
  return options.some((option) => option.trim() === "close");
}

/**
 * Discards the rest of a body that is being read. Waits only if the connection closes: on persistent
 * connections Bun discards it itself.
 */
export async function discardRest(request: Request, reader: Reader): Promise<void> {
  if (isLast(request)) await drain(reader);
  else await reader.cancel();
}

/**
 * Delays a response until the unread body of its request has been received, if the connection closes
 * afterwards. Closing earlier resets the connection, and a client that is still sending never reads the
 * response.
 */
export function afterBody(
  request: Request,
  response: Response | Promise<Response>,
): Response | Promise<Response> {
  if (response instanceof Promise) return response.then((response) => afterBody(request, response));
  if (request.bodyUsed || request.body === null) return response;
  if (Number(request.headers.get("content-length") ?? 0) > drainBytesMax) {
    response.headers.set("connection", "close");
    return response;
  }
  if (!isLast(request) && !isLast(response)) return response;
  return drain(request.body.getReader()).then(() => response);
}

/** Reads and discards a body to its end, or until it stalls or exceeds the limits. */
async function drain(reader: Reader): Promise<void> {
  const end = performance.now() + drainMsMax;
  let size = 0;
  let leftMs = drainMsMax;
  try {
    while (size <= drainBytesMax && leftMs > 0) {
      const chunk = await within(reader.read(), Math.min(stallMsMax, leftMs));
      if (chunk === undefined || chunk.done) break;
      size += chunk.value.byteLength;
      leftMs = end - performance.now();
    }
    await reader.cancel();
  } catch {
    // The client has disconnected.
  }
}

/** Returns the value of a promise, or nothing if it takes longer than `ms`. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, ms, undefined);
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
