import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const accessKeyId = "id-of-the-tests";
const secretAccessKey = "secret-of-the-tests";

/**
 * Starts a test server for the part of S3 that the hub uses. It puts, gets, removes and lists objects of
 * one bucket, with path-style URLs. It rejects requests with an invalid signature. Debian has no such
 * server, and those on npm don't check signatures.
 */
export function startObjectStore(tls?: { key: Bun.BunFile; cert: Bun.BunFile }) {
  const objects = new Map<string, { bytes: Uint8Array; at: number }>();
  const state = { fault: undefined as Fault | undefined, requests: 0 };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    ...(tls && { tls }),
    async fetch(request) {
      state.requests++;
      if (state.fault === "frozen") return new Promise<Response>(() => {});
      if (state.fault === "failing") return createFailure(500, "InternalError");
      if (state.fault && (request.method === "PUT" || !state.fault.isOfWrites))
        return createFailure(state.fault.status, state.fault.code);
      const bytes = await request.bytes();
      if (!isPresigned(request) && !isSigned(request, bytes))
        return createFailure(403, "SignatureDoesNotMatch");
      const { pathname, searchParams } = new URL(request.url);
      const [, bucket, ...rest] = decodeURIComponent(pathname).split("/");
      if (bucket !== "bucket") return createFailure(404, "NoSuchBucket");
      const key = rest.join("/");
      if (key === "") return list(searchParams);
      if (request.method === "PUT") objects.set(key, { bytes, at: Date.now() });
      else if (request.method === "DELETE") objects.delete(key);
      else {
        const object = objects.get(key);
        return object ? new Response(object.bytes.slice()) : createFailure(404, "NoSuchKey");
      }
      return new Response(null, { status: request.method === "PUT" ? 200 : 204 });
    },
  });

  function list(query: URLSearchParams): Response {
    const after = query.get("start-after") ?? query.get("continuation-token") ?? "";
    const found = [...objects.keys()]
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
      .toSorted();
    const page = found.slice(0, pageMax);
    const contents = page.map((key) => {
      const { bytes, at } = objects.get(key) ?? { bytes: new Uint8Array(), at: 0 };
      const time = new Date(at).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    return new Response(
      `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name><IsTruncated>${
        page.length < found.length
      }</IsTruncated>${contents.join("")}</ListBucketResult>`,
      { headers: { "content-type": "application/xml" } },
    );
  }

  return {
    url: `${tls ? "https" : "http"}://${accessKeyId}:${secretAccessKey}@127.0.0.1:${server.port}/bucket/hubs/one`,
    secret: secretAccessKey,
    /** The stored objects by key. */
    objects,
    state,
    stop: () => server.stop(true),
  };
}

/** The page size of lists. It is small, so that tests get several pages. */
const pageMax = 3;

/** The response to every request, in S3's XML if it has a code. */
type Fault = "frozen" | "failing" | { status: number; code?: string; isOfWrites?: boolean };

function createFailure(status: number, code?: string): Response {
  if (code === undefined) return new Response(null, { status });
  return new Response(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });
}

/** Returns whether a request is signed in its query. The signature itself isn't checked. */
function isPresigned({ url }: Request): boolean {
  const { searchParams } = new URL(url);
  const credential = searchParams.get("X-Amz-Credential") ?? "";
  return credential.startsWith(`${accessKeyId}/`) && searchParams.has("X-Amz-Signature");
}

/** Returns whether a request has a valid AWS Signature Version 4. */
function isSigned(request: Request, body: Uint8Array): boolean {
  const { headers, method } = request;
  const { pathname, searchParams } = new URL(request.url);
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.get("authorization") ?? "",
    );
  if (!given) return false;
  const [, id, day = "", region = "", names = "", signature = ""] = given;
  const digest = headers.get("x-amz-content-sha256") ?? "";
  if (id !== accessKeyId) return false;
  if (digest !== "UNSIGNED-PAYLOAD" && digest !== sha256(body)) return false;
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const signed = names.split(";").map((name) => `${name}:${headers.get(name)?.trim()}\n`);
  const canonical = [method, pathname, query, signed.join(""), names, digest].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers.get("x-amz-date"), scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"));
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
