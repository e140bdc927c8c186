import { type Agent, type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { HubError } from "../../contract/errors.ts";
import { asTable } from "../../lib/as-table.ts";
import { isRedirect } from "../../lib/http-redirect.ts";
import type { OutboundProxy } from "./outbound-proxy.ts";
import type { ResolvedAddress } from "./resolved-address.ts";

/** A request to a checked address. */
export interface Exchange extends BodyLimits {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  /** The addresses to connect to, even if the name resolves to others by now. */
  addresses: readonly ResolvedAddress[];
  /** The proxy to connect through. */
  proxy?: OutboundProxy | undefined;
  signal: AbortSignal;
}

/** Limits for the body of a response. */
interface BodyLimits {
  /** Maximum size of the body after decompression. */
  bodyBytesMax: number;
  /** Whether larger bodies are truncated instead of rejected. */
  cut: boolean;
  /** Media types of bodies that are read. All if undefined. */
  bodyTypes: readonly string[] | undefined;
  /** Whether to accept responses that break the rules of HTTP, as browsers do. */
  lenient: boolean;
}

/**
 * Sends a request to exactly these addresses and reads the response. Uses `node:http`, because it is the only
 * client in Bun that respects `lookup`.
 */
export async function exchange(request: Exchange): Promise<Response> {
  try {
    return await send(request, await createTunnelAgent(request));
  } catch (failure) {
    const { code } = failure as { code?: string };
    const isRepeatable = request.lenient && request.method === "GET";
    if (!isRepeatable || code !== "HPE_UNEXPECTED_CONTENT_LENGTH") throw failure;
    // The parser has no option for it, so the head is corrected before it is parsed.
    return send(request, await createTunnelAgent(request, { isLenient: true }));
  }
}

/** Creates an agent for a request through a proxy, or with a lenient parser. Returns false if neither applies. */
async function createTunnelAgent(
  { url, addresses, proxy: given }: Exchange,
  { isLenient = false } = {},
): Promise<Agent | false> {
  if (!given && !isLenient) return false;
  const [{ createAgent }, { chooseProxy, openTunnel }] = await Promise.all([
    import("./one-agent.ts"),
    import("./outbound-proxy.ts"),
  ]);
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const proxy = chooseProxy(given, { host: url.hostname, port, addresses });
  if (!proxy && !isLenient) return false;
  // Most proxies have no IPv6.
  const [address] = addresses.toSorted((a, b) => a.family - b.family);
  const tunnel = proxy && address && (await openTunnel(proxy, address, port));
  return createAgent(url, { isLenient, tunnel });
}

function send(
  { url, method, headers, body, addresses, signal, ...limits }: Exchange,
  agent: Agent | false,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = (url.protocol === "https:" ? overHttps : overHttp)(url, {
    method,
    headers: { "accept-encoding": "gzip, deflate, br", "user-agent": "utilhub", ...headers },
    agent,
    insecureHTTPParser: limits.lenient,
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
  // Some hosts respond with a status such as 999, which a Response can't have.
  const givenStatus = answer.statusCode ?? 502;
  const status = givenStatus < 200 || givenStatus > 599 ? 502 : givenStatus;
  const isBodiless = [204, 205, 304].includes(status);
  const isRead = !isBodiless && isWanted(answer, limits);
  if (!isRead) answer.destroy();
  const { bytes, isIncomplete } = isRead
    ? await readBody(answer, limits)
    : { bytes: null, isIncomplete: false };
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    // The body is decompressed, so these headers no longer apply. The hub's own ones are reserved.
    (isRead && (name === "content-encoding" || name === "content-length")) ||
    name.startsWith("x-hub-")
      ? []
      : [value ?? []].flat().map((item): [string, string] => [name, item]),
  );
  const response = new Response(bytes, { status, headers });
  if (isIncomplete) response.headers.set("x-hub-incomplete", "1");
  return Object.defineProperty(response, "url", { value: url.href });
}

/** Checks whether the body is needed. The body of a redirect isn't, and it may be endless. */
function isWanted({ statusCode = 0, headers }: IncomingMessage, { bodyTypes }: BodyLimits) {
  if (isRedirect(statusCode) && headers.location !== undefined) return false;
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  return bodyTypes === undefined || bodyTypes.includes(type.trim().toLowerCase());
}

interface Body {
  bytes: Uint8Array<ArrayBuffer>;
  isIncomplete: boolean;
}

async function readBody(answer: IncomingMessage, limits: BodyLimits): Promise<Body> {
  const unpack = findUnpacker(answer);
  if (!unpack) return collect(answer, { answer, limits });
  // A pipeline reports a broken connection to the reader. A pipe would wait forever.
  if (!limits.lenient)
    return collect(
      pipeline(answer, unpack(), () => {}),
      { answer, limits },
    );
  // A pipeline would discard what it has when the connection breaks.
  const packed = await collect(answer, { answer, limits });
  const stream = unpack();
  stream.end(packed.bytes);
  const { bytes, isIncomplete } = await collect(stream, { answer, limits });
  return { bytes, isIncomplete: isIncomplete || packed.isIncomplete };
}

async function collect(
  source: AsyncIterable<Uint8Array>,
  {
    answer,
    limits: { bodyBytesMax, cut, lenient },
  }: { answer: IncomingMessage; limits: BodyLimits },
): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isIncomplete = false;
  try {
    for await (const chunk of source) {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size <= bodyBytesMax) continue;
      answer.destroy();
      if (cut) break;
      throw new HubError(
        "upstream_failed",
        `Cannot read the response: it has more than ${bodyBytesMax} bytes`,
      );
    }
  } catch (failure) {
    if (!lenient || !isBreak(failure)) throw failure;
    isIncomplete = true;
  }
  const bytes = new Uint8Array(Buffer.concat(chunks).subarray(0, bodyBytesMax));
  return { bytes, isIncomplete };
}

/** Returns whether the connection ended before the body did. */
function isBreak(failure: unknown): boolean {
  const { code } = failure as { code?: string };
  return ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE", "Z_BUF_ERROR"].includes(code ?? "");
}

function findUnpacker({ headers }: IncomingMessage) {
  return asTable({
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  })[headers["content-encoding"]?.toLowerCase() ?? ""];
}
