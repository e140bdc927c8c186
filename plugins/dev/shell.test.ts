import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);
const withBody = hub.routes.filter(({ method }) => method === "POST");
const withRaw = withBody.filter(({ route }) => route.raw);

type Endpoint = (typeof withBody)[number];

/** Returns the path of an endpoint's example. */
function fillPath({ path, route: { example } }: Endpoint, query: Record<string, unknown> = {}) {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => String(example.params?.[key]));
  const search = new URLSearchParams(
    Object.entries({ ...example.query, ...query }).map(([key, value]): [string, string] => [
      key,
      toText(value),
    ]),
  );
  return `${filled}?${search}`;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the field that a raw body fills, the content of it in the example, and the example's other fields. */
function splitExample({ route: { raw, body, example } }: Endpoint) {
  const field = raw?.["application/octet-stream"] ?? "";
  const { [field]: content, ...others } = example.body ?? {};
  if (content !== undefined) return { content: content as string | File, others };
  // The example has the text in the field for JSON.
  const [name = "", text] =
    Object.entries(others).find(
      ([key, value]) => typeof value === "string" && body?.properties[key]?.maxLength > 10_000,
    ) ?? [];
  const { [name]: _, ...rest } = others;
  return { content: text as string, others: rest };
}

const examples = new Map<Endpoint, Promise<[object, object]>>();

/** Returns two answers of the example. */
function callExample(endpoint: Endpoint): Promise<[object, object]> {
  const call = async () => json(await hub.example(endpoint.file));
  const answers = examples.get(endpoint) ?? Promise.all([call(), call()]);
  examples.set(endpoint, answers);
  return answers;
}

/** Expects the answer of the example. If it is random, only its fields are compared. */
async function expectSame(answer: Response, endpoint: Endpoint): Promise<void> {
  const [body, [expected, other]] = [await json(answer), await callExample(endpoint)];
  expect(`${answer.status} ${body.detail}`).toBe("200 undefined");
  if (Bun.deepEquals(expected, other)) expect(body).toEqual(expected);
  else expect(Object.keys(body)).toEqual(Object.keys(expected));
}

test("every endpoint that takes a text takes it as a raw body, except for secrets and pairs of texts", () => {
  expect(withBody.filter(({ route }) => !route.raw).map(({ path }) => path.slice(9))).toEqual([
    "jwt/decode",
    "basic-auth",
    "certificate/create",
    "decrypt",
    "encrypt",
    "hash/password",
    "hmac",
    "json/diff",
    "json/patch",
    "jwt/decrypt",
    "jwt/encrypt",
    "jwt/sign",
    "keys",
    "otp",
    "password/strength",
    "text/diff",
  ]);
});

describe.each(sampleCases(withBody, 12).map((endpoint) => [endpoint.path, endpoint] as const))(
  "%s",
  (_, endpoint) => {
    const { route } = endpoint;

    test("takes its fields as parts of a form, and texts as files: -F field=@file", async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(route.example.body ?? {})) {
        // A form writes the line breaks of a plain field as CRLF.
        const isLong = typeof value === "string" && (value.length > 20 || value.includes("\n"));
        if (value instanceof Blob) form.append(name, value);
        else form.append(name, isLong ? new File([value], "a.txt") : toText(value));
      }
      await expectSame(await hub.post(fillPath(endpoint), form), endpoint);
    });
  },
);

describe.each(sampleCases(withRaw, 8).map((endpoint) => [endpoint.path, endpoint] as const))(
  "%s",
  (_, endpoint) => {
    const { content, others } = splitExample(endpoint);
    const send = (body: string | File, type: string | undefined, query = others) =>
      hub.fetch(
        new Request(`http://localhost${fillPath(endpoint, query)}`, {
          ...{ method: "POST", body: new Blob([body]).stream() },
          headers: { "x-api-key": "test", ...(type && { "content-type": type }) },
        }),
      );

    test.each([undefined, "text/plain", "application/octet-stream"])(
      "takes its input as a body of type %s, with options in the query: -T file",
      async (type) => expectSame(await send(content, type), endpoint),
    );

    test("takes options in the query next to a form: -F file=@file", async () => {
      const field = Object.keys(endpoint.route.body?.properties ?? {}).includes("file")
        ? "file"
        : (endpoint.route.raw?.["text/plain"] ?? "");
      const form = new FormData();
      form.append(field, content instanceof Blob ? content : new File([content], "a.txt"));
      await expectSame(await hub.post(fillPath(endpoint, others), form), endpoint);
    });

    test('explains how to send a text that -d "$text" labels as a form', async () => {
      const answer = await send("just some text", "application/x-www-form-urlencoded", {});
      expect(answer.status).toBe(400);
      expect((await json(answer)).detail).toInclude("as the whole body, with Content-Type: ");
    });
  },
);

test("every decoder declares that it returns bytes", () => {
  const decoders = withBody.filter(({ path }) => /\/(?:decode|decompress|decrypt)/.test(path));
  expect(decoders.length).toBeGreaterThan(4);
  for (const { path, route } of decoders)
    expect(`${path} ${JSON.stringify(route.response).includes('"application/octet-stream"')}`).toBe(
      `${path} true`,
    );
});

test.each([
  ["jwt/decode", { token: "eyJhbGciOiJub25lIn0.ACAw_w." }, "002030ff"],
  ["charset/decode", { hex: "93fa", charset: "shift_jis" }, "e697a5"],
  ["base64/decode", { data: "ACAw_w" }, "002030ff"],
  ["decode/hex", { data: "0x00 0x20 0x30 0xff" }, "002030ff"],
  ["decompress/auto", { data_base64: "H4sIAAAAAAACA2NQMPgPAIJATesEAAAA" }, "002030ff"],
])("%s returns bytes to a caller who accepts them", async (path, body, expected) => {
  const accept = "application/octet-stream";
  const res = await hub.post(`/api/dev/${path}`, body, { accept });
  expect(res.headers.get("content-type")).toBe(accept);
  expect((await res.bytes()).toHex()).toBe(expected);
});

test("the payload of an encrypted token isn't returned as bytes without its key", async () => {
  const route = withBody.find(({ path }) => path.endsWith("jwt/decrypt"))?.route;
  const accept = "application/octet-stream";
  const decoded = await hub.post(
    "/api/dev/jwt/decode",
    { token: route?.example.body?.token },
    { accept },
  );
  expect([decoded.status, (await json(decoded)).detail]).toEqual([
    422,
    "body.token is encrypted: jwt/decrypt returns its content",
  ]);
  const decrypted = await hub.post("/api/dev/jwt/decrypt", route?.example.body, { accept });
  expect(decrypted.headers.get("content-type")).toBe(accept);
  expect((await decrypted.bytes()).length).toBeGreaterThan(0);
});
