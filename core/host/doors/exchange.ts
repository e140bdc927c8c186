import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { HubError } from "../../contract/errors.ts";
import { isRedirect } from "../../lib/http-redirect.ts";

/** One request to one address that was checked. */
export interface Exchange extends BodyLimits {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  /** Where to connect, whatever the name resolves to by then. */
  addresses: readonly ResolvedAddress[];
  signal: AbortSignal;
}

/** What is read of an answer's body. */
interface BodyLimits {
  /** Largest body read, after decompression. */
  bodyBytesMax: number;
  /** Whether of a larger body that much is answered. */
  cut: boolean;
  /** The media types whose bodies are read; all where there are none. */
  bodyTypes: readonly string[] | undefined;
}

/** What a host's name stands for. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * Sends a request to exactly these addresses and reads the answer. By `node:http`, since it is the
 * only client in Bun that connects where its `lookup` says.
 */
export function exchange({ url, method, headers, body, addresses, signal, ...limits }: Exchange) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const send = url.protocol === "https:" ? overHttps : overHttp;
  const request = send(url, {
    method,
    headers: { "accept-encoding": "gzip, deflate, br", "user-agent": "utilhub", ...headers },
    agent: false,
    signal,
    lookup: (_host, _options, found) => found(null, [...addresses]),
  });
  request.on("error", reject);
  request.on("response", (answer) => readAnswer(answer, { url, limits }).then(resolve, reject));
  request.end(body);
  return promise;
}

async function readAnswer(
  answer: IncomingMessage,
  { url, limits }: { url: URL; limits: BodyLimits },
): Promise<Response> {
  // Some hosts answer 999 and the like, which a Response cannot have.
  const known = answer.statusCode ?? 502;
  const status = known < 200 || known > 599 ? 502 : known;
  const isBodiless = [204, 205, 304].includes(status);
  const isRead = !isBodiless && isWanted(answer, limits);
  if (!isRead) answer.destroy();
  const bytes = isRead ? await readBody(answer, limits) : null;
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    // The body was unpacked, so these two speak of something else; and the hub's own are its own.
    (isRead && (name === "content-encoding" || name === "content-length")) ||
    name.startsWith("x-hub-")
      ? []
      : [value ?? []].flat().map((item): [string, string] => [name, item]),
  );
  const response = new Response(bytes, { status, headers });
  return Object.defineProperty(response, "url", { value: url.href });
}

/** Nobody reads the body of a redirect, and it may be without end. */
function isWanted({ statusCode = 0, headers }: IncomingMessage, { bodyTypes }: BodyLimits) {
  if (isRedirect(statusCode) && headers.location !== undefined) return false;
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  return bodyTypes === undefined || bodyTypes.includes(type.trim().toLowerCase());
}

async function readBody(
  answer: IncomingMessage,
  { bodyBytesMax, cut }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of decompress(answer)) {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size <= bodyBytesMax) continue;
    answer.destroy();
    if (cut) break;
    throw new HubError(
      "upstream_failed",
      `Cannot read the answer: it has more than ${bodyBytesMax} bytes`,
    );
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, bodyBytesMax));
}

function decompress(answer: IncomingMessage): AsyncIterable<Uint8Array> {
  const unpack = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[answer.headers["content-encoding"]?.toLowerCase() ?? ""];
  // A pipeline tells the reader of a connection that broke off, for which a pipe would wait forever.
  return unpack ? pipeline(answer, unpack(), () => {}) : answer;
}
