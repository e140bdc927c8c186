import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "hub/testing";
import { loadAll } from "../../host/load/load-all.ts";
import { isMissing } from "../../testing/missing.ts";
import { runHub } from "../../testing/running-hub.ts";
import { getNamedEndpoints } from "../mcp/endpoints.ts";
import { runRecipe } from "./run-recipe.ts";

const hub = await runHub({ HUB_TIERS: "free=1000/10000" });
const key = await hub.key();
afterAll(() => hub.stop());

async function send(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${hub.url}/api/dev/recipe`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, ...headers },
    body: JSON.stringify(body),
  });
}

const run = async (body: object) => json(await send(body));

async function unitsUsed(): Promise<number> {
  return (await json(await hub.get("/api-key", { "x-api-key": key }))).used_today;
}

const toHex = { endpoint: "POST /api/dev/encode/hex" };
const fromHex = { endpoint: "POST /api/dev/decode/hex" };
const gzip = { endpoint: "POST /api/dev/compress/gzip" };
const gunzip = { endpoint: "POST /api/dev/decompress/gzip" };

describe("large values", () => {
  const zeros = (megabytes: number) =>
    Buffer.from(Bun.gzipSync(new Uint8Array(megabytes * 2 ** 20))).toString("base64");

  test("pass as files, and are refused as text", async () => {
    const digest = { endpoint: "POST /api/dev/hash", body: { algorithms: ["md5"] } };
    const input_base64 = zeros(3);
    const { result } = await run({ input_base64, steps: [gunzip, { ...digest, output: "hash" }] });
    expect(result).toBe("d1dd210d6b1312cb342b56d02bd5e651");
    const query = { endpoint: "POST /api/dev/json/query", body: { path: "$" }, input: "body.json" };
    const refused = await run({ input_base64, steps: [gunzip, query] });
    expect([refused.status, refused.step]).toEqual([400, 2]);
    expect(refused.detail).toContain("at most 2 MiB here");
  });

  test("are held up to 128 MB", async () => {
    const { plugins } = await loadAll([`${import.meta.dir}/../../../plugins`]);
    const endpoints = [...getNamedEndpoints(plugins).values()];
    const step = { ...gunzip, keep_input: true };
    const steps = ["a", "b", "c"].map((register) => ({ ...step, register }));
    const ask = async () => new Response(new Uint8Array(60 * 2 ** 20));
    const options = { endpoints, input: { bytes: Buffer.of(1), type: "" }, excerptBytes: 0, ask };
    await expect(runRecipe(steps, options)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("Step 3 (POST /api/dev/decompress/gzip)"),
    });
    // Nothing of it is held any more.
    const { calls } = await runRecipe(steps.slice(0, 2), options);
    expect(calls).toBe(2);
  });
});

describe("steps", () => {
  test("pass bytes on, text or not", async () => {
    const packed = await run({ input: "héllo", steps: [gzip] });
    expect(packed.result).toBe(null);
    expect(Bun.gunzipSync(Uint8Array.fromBase64(packed.base64))).toEqual(
      new TextEncoder().encode("héllo"),
    );
    const { result, calls } = await run({ input: "héllo", steps: [gzip, toHex, fromHex, gunzip] });
    expect([result, calls]).toEqual(["héllo", 4]);
  });

  test("name the field of the input and of the output", async () => {
    const { result } = await run({
      input: '{"a": {"b": [1, 2]}}',
      steps: [
        {
          endpoint: "POST /api/dev/json/query",
          input: "body.json",
          body: { path: "$.a.b[1]" },
          output: "matches.0",
        },
      ],
    });
    expect(result).toBe("2");
    const { result: algorithm } = await run({
      input: "md5",
      steps: [
        { endpoint: "GET /api/dev/hash/{algo}", query: { text: "hello" }, input: "path.algo" },
      ],
    });
    expect(algorithm).toBe("5d41402abc4b2a76b9719d911017c592");
  });

  test("keep outputs by name for later steps", async () => {
    const { result } = await run({
      input: "hello",
      steps: [
        { ...toHex, register: "as_hex", keep_input: true },
        {
          endpoint: "POST /api/dev/hmac",
          body: { text: { $: "input" }, key: { $: "as_hex" }, algorithm: "sha256" },
          output: "hmac",
        },
      ],
    });
    const expected = new Bun.CryptoHasher("sha256", "68656c6c6f").update("hello").digest("hex");
    expect(result).toBe(expected);
  });

  test("draw a picture and read it", async () => {
    const { result, steps } = await run({
      input: "hello",
      steps: [
        { endpoint: "GET /api/qr/generate", query: { format: "png" } },
        { endpoint: "POST /api/qr/decode", output: "codes.0.text" },
      ],
    });
    expect([result, steps.length]).toEqual(["hello", 2]);
  });

  test("are skipped if their condition is not met", async () => {
    const steps = [
      { ...toHex, if: { starts_with: "he" } },
      { ...fromHex, if: { contains: "6c6c", not: true } },
    ];
    const { result, steps: records } = await run({ input: "hello", steps });
    expect(result).toBe("68656c6c6f");
    expect(records.map(({ calls }: { calls: number }) => calls)).toEqual([1, 0]);
  });

  test("run for each line or item", async () => {
    const lines = await run({ input: "a\nb\n", steps: [{ ...toHex, each: "lines" }] });
    expect([lines.result, lines.calls]).toEqual(["61\n62", 2]);
    const items = await run({ input: '["a", 12]', steps: [{ ...toHex, each: "items" }] });
    expect(JSON.parse(items.result)).toEqual(["61", "3132"]);
  });

  test("show their input and output on request", async () => {
    const { steps } = await run({ input: "a", steps: [toHex, gzip], show: true });
    expect(steps[0].input).toEqual({ bytes: 1, text: "a", base64: null });
    expect(steps[0].output.text).toBe("61");
    expect(steps[1].output.base64).toStartWith("H4sI");
  });

  test("return the output alone as bytes", async () => {
    const answer = await send(
      { input: "a", steps: [toHex] },
      { accept: "application/octet-stream" },
    );
    expect(await answer.text()).toBe("61");
  });
});

describe("rights and costs", () => {
  test("each call of a step costs what its endpoint costs, and the recipe nothing", async () => {
    const before = await unitsUsed();
    await run({ input: "a\nb", steps: [{ ...toHex, each: "lines" }, gzip] });
    expect((await unitsUsed()) - before).toBe(3);
  });

  test("a step may only call what its key may call", async () => {
    const made = await hub.post(
      "/api-key/keys",
      { name: "hex", routes: ["/api/dev/encode/{format}"] },
      { "x-api-key": key },
    );
    const { api_key: narrow } = await json(made);
    const steps = [toHex, gzip];
    const answer = await send({ input: "a", steps }, { "x-api-key": narrow });
    expect(await json(answer)).toMatchObject({ code: "key_restricted", status: 403, step: 2 });
  });

  test("fails with 401 without a key", async () => {
    expect((await send({ input: "a", steps: [toHex] }, { "x-api-key": "" })).status).toBe(401);
  });
});

describe("errors", () => {
  test("name the step and its endpoint's own error", async () => {
    const refused = await json(await send({ input: "xyz", steps: [toHex, fromHex, gunzip] }));
    expect(refused).toMatchObject({
      code: "syntax_error",
      step: 3,
      endpoint: "POST /api/dev/decompress/gzip",
      step_error: { code: "syntax_error", status: 422 },
    });
    expect(refused.errors[0].location).toStartWith("body.steps.2.");
    expect(refused.detail).toStartWith("Step 3 (POST /api/dev/decompress/gzip): ");
  });

  test.each([
    [{ endpoint: "POST /api/dev/nothing" }, "body.steps.0.endpoint is unknown"],
    [{ endpoint: "POST /api/dev/recipe" }, "must not be a recipe itself"],
    [{ endpoint: "GET /healthz" }, "is unknown"],
    [{ ...toHex, input: "body.nothing" }, 'The endpoint has no field "body.nothing"'],
    [{ ...toHex, output: "nothing" }, 'has no field "nothing"'],
    [{ ...toHex, body: { text: { $: "later" } } }, 'Unknown register "later"'],
    [{ ...toHex, query: { api_key: "x" } }, "query.api_key is not known"],
    [{ ...toHex, each: "items" }, "not valid JSON"],
  ])("refuse a step that cannot run: %j", async (step, words) => {
    const { detail } = await json(await send({ input: "a", steps: [step] }));
    expect(detail).toContain(words);
  });

  test("refuse more calls than a recipe can make", async () => {
    const input = "\n".repeat(1001);
    const refused = await json(await send({ input, steps: [{ ...toHex, each: "lines" }] }));
    expect(refused).toMatchObject({ step: 1, detail: expect.stringContaining("1000 calls") });
  });
});

describe("exports", () => {
  const steps = [gzip, { ...toHex, body: {} }];

  test("a link carries the steps in its fragment", async () => {
    const { result, calls } = await run({ steps, export: "link" });
    const { hash, pathname } = new URL(result);
    expect([pathname, calls]).toEqual(["/documentation/hub/post-api-dev-recipe", 0]);
    expect(JSON.parse(new URLSearchParams(hash.slice(1)).get("steps") ?? "")).toEqual(steps);
    expect((await hub.get(pathname)).status).toBe(200);
  });

  test.skipIf(isMissing("curl"))("a shell script runs the steps with curl", async () => {
    const dir = mkdtempSync(join(tmpdir(), "utilhub-recipe-"));
    const { result } = await run({
      steps: [toHex, { ...fromHex, if: { equals: "it's" } }],
      export: "shell",
    });
    await Bun.write(join(dir, "recipe.sh"), result);
    const script = Bun.spawn(["sh", join(dir, "recipe.sh")], {
      stdin: Buffer.from("hello"),
      stderr: "pipe",
      env: { ...process.env, UTILHUB_KEY: key },
    });
    const texts = await Promise.all([script.stdout.text(), script.stderr.text()]);
    rmSync(dir, { recursive: true });
    expect(texts).toEqual(["68656c6c6f", ""]);
  });
});
