import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { HubError } from "../errors.ts";

/** One request to one address that was checked. */
export interface Exchange {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  /** Where to connect, whatever the name resolves to by then. */
  addresses: readonly ResolvedAddress[];
  /** Largest body read, after decompression. */
  bodyBytesMax: number;
  signal: AbortSignal;
}

/** What a host's name stands for. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * Sends a request to exactly these addresses and reads the whole answer. By `node:http`, since it
 * is the only client in Bun that connects where its `lookup` says.
 */
export function exchange({ url, method, headers, body, addresses, ...limits }: Exchange) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const send = url.protocol === "https:" ? overHttps : overHttp;
  const request = send(url, {
    method,
    headers: { "accept-encoding": "gzip, deflate, br", "user-agent": "utilhub", ...headers },
    agent: false,
    signal: limits.signal,
    lookup: (_, { all }, found) => {
      const [first] = addresses as [ResolvedAddress];
      if (all) found(null, [...addresses]);
      else found(null, first.address, first.family);
    },
  });
  request.on("error", reject);
  request.on("response", (answer) => {
    const status = answer.statusCode ?? 502;
    const bodiless = [204, 205, 304].includes(status) || status < 200;
    const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((item): [string, string] => [name, item]),
    );
    readBody(answer, limits).then(
      (bytes) =>
        resolve(
          Object.defineProperty(
            new Response(bodiless ? null : bytes, {
              status: bodiless && status < 200 ? 502 : status,
              // The body was unpacked, so these two speak of something else.
              headers: kept.filter(
                ([name]) => name !== "content-encoding" && name !== "content-length",
              ),
            }),
            "url",
            { value: url.href },
          ),
        ),
      reject,
    );
  });
  request.end(body);
  return promise;
}

async function readBody(
  answer: import("node:http").IncomingMessage,
  { bodyBytesMax }: { bodyBytesMax: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const unpack = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[answer.headers["content-encoding"]?.toLowerCase() ?? ""];
  const unpacked = unpack ? answer.pipe(unpack()) : answer;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > bodyBytesMax) {
      answer.destroy();
      throw new HubError(
        "upstream_failed",
        `Cannot read the answer: it has more than ${bodyBytesMax} bytes`,
      );
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
