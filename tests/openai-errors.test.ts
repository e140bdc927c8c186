import { afterAll, expect, test } from "bun:test";
import { json } from "hub/testing";
import { runHub } from "../core/testing/running-hub.ts";

const hub = await runHub({ HUB_TIERS: "free=1000/8" });
afterAll(() => hub.stop());

const path = "/v1/audio/speech";
const body = { input: "Hi", voice: "espeak-en-us" };

/** Returns the parts of an error that OpenAI's clients read. */
async function readError(answer: Response) {
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-request-id")).toBeString();
  const { error, ...rest } = await json(answer);
  expect(rest).toEqual({});
  expect(Object.keys(error).toSorted()).toEqual(["code", "message", "param", "type"]);
  expect(error.message).toBeString();
  const { type, param, code } = error;
  return [answer.status, type, param, code];
}

async function raw(text: string) {
  const answer = await hub.raw(text);
  const [head = "", sent = ""] = answer.split("\r\n\r\n");
  const status = Number(head.split(" ")[1]);
  const headers = { "content-type": /^content-type: (.*)$/im.exec(head)?.[1] ?? "" };
  return readError(new Response(sent, { status, headers: { ...headers, "x-request-id": "x" } }));
}

test("a missing or wrong key is rejected in the format of its clients", async () => {
  const refused = [401, "invalid_request_error", null];
  expect(await readError(await hub.post(path, body))).toEqual([...refused, "missing_api_key"]);
  const { error } = await json(await hub.post(path, body));
  expect(error.message).toContain("as X-API-Key, as Authorization: Bearer, or as api_key");
  const authorization = "Bearer sk-proj-1234";
  expect(await readError(await hub.post(path, body, { authorization }))).toEqual([
    ...refused,
    "invalid_api_key",
  ]);
});

test("an invalid request names the field, and an exceeded daily quota isn't retryable", async () => {
  const authorization = `Bearer ${await hub.key()}`;
  const send = async (sent: unknown) => readError(await hub.post(path, sent, { authorization }));
  const refused = [400, "invalid_request_error"];
  expect(await send({ voice: "alloy" })).toEqual([...refused, "input", "invalid_input"]);
  expect(await send({ ...body, speed: 99 })).toEqual([...refused, "speed", "invalid_input"]);
  expect(await send({ ...body, extra: 1 })).toEqual([...refused, "extra", "invalid_input"]);
  expect((await send("{bad")).at(-1)).toBe("invalid_json");
  const media = { authorization, "content-type": "text/plain" };
  expect(await readError(await hub.post(path, "Hi", media))).toEqual([
    415,
    "invalid_request_error",
    null,
    "unsupported_media_type",
  ]);
  const long = await readError(
    await hub.post(path, { input: "a".repeat(600_000) }, { authorization }),
  );
  expect(long).toEqual([413, "invalid_request_error", null, "payload_too_large"]);
  expect(await send({ ...body, response_format: "midi" })).toEqual([
    ...refused,
    "response_format",
    "invalid_input",
  ]);
  // Errors of the hub aren't counted.
  await send({});
  await send({});
  const over = await hub.post(path, body, { authorization });
  expect(over.headers.get("retry-after")).toBeString();
  expect(await readError(over)).toEqual([429, "insufficient_quota", null, "insufficient_quota"]);
});

test("an exceeded minute is retryable", async () => {
  const narrow = await runHub({ HUB_TIERS: "free=1/9" });
  const authorization = `Bearer ${await narrow.key()}`;
  await narrow.post(path, {}, { authorization });
  const over = await narrow.post(path, {}, { authorization });
  await narrow.stop();
  expect(await readError(over)).toEqual([429, "requests", null, "rate_limit_exceeded"]);
});

test("unknown paths below it and unsupported methods have the same format", async () => {
  const refused = "invalid_request_error";
  expect(await readError(await hub.post("/v1/chat/completions", {}))).toEqual([
    404,
    refused,
    null,
    "not_found",
  ]);
  const wrong = await hub.get(path);
  expect(wrong.headers.get("allow")).toBe("POST, OPTIONS");
  expect(await readError(wrong)).toEqual([405, refused, null, "method_not_allowed"]);
  expect(await readError(await hub.get(path, { accept: "text/html" }))).toHaveLength(4);
});

test.each([
  ["without other aliases", undefined],
  ["with all aliases", "all"],
])(
  "paths of OpenAI's API that the hub lacks are unknown in the format of its clients, %s",
  async (_, aliases) => {
    const other = await runHub({ ...(aliases && { HUB_ALIASES: aliases }) });
    const authorization = `Bearer ${await other.key()}`;
    const unknown = [404, "invalid_request_error", null, "not_found"];
    for (const headers of [{}, { authorization }]) {
      expect(await readError(await other.get("/v1/files", headers))).toEqual(unknown);
      expect(await readError(await other.get("/v1/files/abc", headers))).toEqual(unknown);
      expect(await readError(await other.post("/v1/moderations", { input: "a" }, headers))).toEqual(
        unknown,
      );
    }
    expect((await json(await other.get("/v1/models", { authorization }))).object).toBe("list");
    const lacking = [404, "invalid_request_error", "model", "model_not_found"];
    expect(await readError(await other.get("/v1/models/gpt-5", { authorization }))).toEqual(
      lacking,
    );
    expect(
      await readError(await other.post("/v1/embeddings", { input: "a" }, { authorization })),
    ).toEqual(lacking);
    // The service whose parameter accepts them has its own errors.
    if (aliases)
      expect(Object.keys(await json(await other.get("/v1/latest?base=XYZ")))).toEqual(["message"]);
    await other.stop();
  },
);

test("a browser can send the headers of its clients", async () => {
  const answer = await fetch(hub.url + path, { method: "OPTIONS" });
  expect(answer.headers.get("access-control-allow-headers")).toContain("Authorization, *");
  expect(answer.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
});

test("so do rejections before any path is resolved", async () => {
  const head = "Connection: close\r\n\r\n";
  expect(await raw(`GET ${path}?a=%zz HTTP/1.1\r\nHost: hub\r\n${head}`)).toEqual([
    400,
    "invalid_request_error",
    "query",
    "invalid_input",
  ]);
  expect(await raw(`GET ${path} HTTP/1.1\r\nHost: a b\r\n${head}`)).toEqual([
    400,
    "invalid_request_error",
    null,
    "invalid_request",
  ]);
});

test("the document says so, for this path only", async () => {
  const { paths, components } = await json(await hub.get("/openapi.json"));
  for (const [status, reference] of Object.entries<{ $ref: string }>(paths[path].post.responses)) {
    // The response can also be a job.
    if (status.startsWith("2")) continue;
    const { content } = components.responses[reference.$ref.split("/").at(-1) ?? ""];
    expect(content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/OpenAiError" } },
    });
  }
  expect(components.schemas.OpenAiError.properties.error.required).toEqual([
    "message",
    "type",
    "param",
    "code",
  ]);
  expect(paths[path].post.security).toBeUndefined();
  const { responses } = paths["/api/tts/speak"].post;
  expect(responses.default.$ref).toBe("#/components/responses/Refused-tts");
});
