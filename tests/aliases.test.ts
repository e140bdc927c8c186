import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { json, leftOf } from "hub/testing";
import { runHub } from "../core/testing/running-hub.ts";

let hub: Awaited<ReturnType<typeof runHub>>;
let key: string;
beforeAll(async () => {
  hub = await runHub({
    HUB_ALIASES: "frankfurter,shields,dicebear,quickchart,coingecko,geoip2,ipinfo",
    HUB_TIERS: "free=1000/100000",
  });
  key = await hub.key();
});
afterAll(() => hub.stop());

describe("a compatible path of another service", () => {
  test.each([
    ["Authorization", (key: string) => ({ authorization: `Bearer ${key}` })],
    ["X-API-Key", (key: string) => ({ "x-api-key": key })],
  ])("accepts the key as %s, and is metered", async (_, headers) => {
    const answer = await hub.get("/v1/currencies", headers(key));
    expect(await json(answer)).toMatchObject({ EUR: "Euro" });
    expect(leftOf(answer, "minute")).toBeGreaterThanOrEqual(0);
  });

  test("accepts the key in the query", async () => {
    expect((await hub.get(`/v1/currencies?api_key=${key}`)).status).toBe(200);
  });

  test("accepts the headers and parameters in which CoinGecko's clients send a key", async () => {
    const ping = (search: string, headers = {}) =>
      hub.get(`/coingecko/api/v3/ping${search}`, headers);
    for (const kind of ["demo", "pro"]) {
      expect((await ping("", { [`x-cg-${kind}-api-key`]: key })).status).toBe(200);
      expect((await ping(`?x_cg_${kind}_api_key=${key}`)).status).toBe(200);
    }
    const unknown = await ping("", { "x-cg-pro-api-key": "hub_unknown" });
    expect([unknown.status, Object.keys(await json(unknown))]).toEqual([401, ["error", "status"]]);
    expect((await json(await ping(""))).error).toContain("as x-cg-demo-api-key");
    // Only paths of CoinGecko have these names.
    expect((await hub.get("/chart?c={}", { "x-cg-pro-api-key": key })).status).toBe(401);
  });

  test("accepts Basic credentials with the key as their password, or as their user alone", async () => {
    const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` });
    const path = "/geoip/v2.1/country/8.8.8.8";
    expect((await hub.get(path, basic(`1234:${key}`))).status).toBe(200);
    expect((await hub.get("/ipinfo/8.8.8.8", basic(`${key}:`))).status).toBe(200);
    expect((await hub.get(`/ipinfo/8.8.8.8?token=${key}`)).status).toBe(200);
    const wrong = await hub.get(path, basic("1234:hub_unknown"));
    expect([wrong.status, (await json(wrong)).code]).toEqual([401, "AUTHORIZATION_INVALID"]);
    // Only paths of these APIs accept Basic credentials.
    expect((await hub.get("/9.x/pixel-art/svg", basic(`1234:${key}`))).status).toBe(401);
  });

  test("needs no key if the API needs none, and counts all its paths by IP address", async () => {
    const left = async (path: string) => {
      const answer = await hub.get(path);
      return [answer.status, answer.headers.get("ratelimit-policy"), leftOf(answer, "minute")];
    };
    const [status, policy, before] = await left("/v1/currencies");
    expect([status, policy]).toEqual([200, expect.stringContaining("frankfurter")]);
    expect(await left("/v2/currencies")).toEqual([200, policy ?? null, Number(before) - 1]);
    expect((await hub.get("/v1/latest", { "x-api-key": "hub_unknown" })).status).toBe(401);
    // A job needs an account.
    const range = "/v1/2025-12-01..2025-12-31?symbols=USD";
    expect((await hub.get(range, { prefer: "respond-async" })).status).toBe(200);
  });

  test("accepts only a publishable key for it", async () => {
    const headers = { "x-api-key": key };
    const own = await hub.post(
      "/api-key/keys",
      { kind: "publishable", routes: ["/v1/latest"] },
      headers,
    );
    const { api_key } = await json(own);
    expect((await hub.get(`/v1/latest?api_key=${api_key}`)).status).toBe(200);
    expect((await hub.get(`/v1/currencies?api_key=${api_key}`)).status).toBe(403);
  });

  test("can be signed, and is then public", async () => {
    const headers = { "x-api-key": key };
    const { path } = await json(
      await hub.post("/api-key/sign", { path: "/v1/latest?base=USD" }, headers),
    );
    const answer = await hub.get(path);
    expect(await json(answer)).toMatchObject({ base: "USD" });
    expect(answer.headers.get("cache-control")).toStartWith("public, max-age=");
    expect((await hub.get(path.replace("USD", "GBP"))).status).toBe(403);
  });

  describe("with a key in its body", () => {
    const chart = { type: "bar", data: { labels: ["a"], datasets: [{ data: [1] }] } };
    const post = (body: object, headers = {}) => hub.post("/chart", { chart, ...body }, headers);
    let key: string;
    beforeAll(async () => {
      key = await hub.key("body@example.com");
    });

    test("accepts it, and is metered", async () => {
      const response = await post({ key });
      expect(response.status).toBe(200);
      expect(leftOf(response, "minute")).toBeGreaterThanOrEqual(0);
    });

    test.each([
      ["an unknown key", { key: "hub_unknown" }, {}],
      ["no text as key", { key: 5 }, {}],
      ["another name", { api_key: "KEY" }, {}],
      ["a body above 64 KiB", { key: "KEY", note: "x".repeat(66_000) }, {}],
      ["a body that the hub would store", { key: "KEY" }, { "idempotency-key": "a" }],
      ["a body of a background job", { key: "KEY" }, { prefer: "respond-async" }],
    ])("refuses %s", async (_, body, headers) => {
      const sent = JSON.parse(JSON.stringify(body).replace("KEY", key));
      expect((await post(sent, headers)).status).toBe(401);
    });

    test("is held to the rights of the key", async () => {
      const own = await hub.post(
        "/api-key/keys",
        { services: ["qr"] },
        { "x-api-key": await hub.key("rights@example.com") },
      );
      const { api_key } = await json(own);
      expect((await post({ key: api_key })).status).toBe(403);
    });

    test("prefers a key in a header", async () => {
      const response = await post({ key: "hub_unknown" }, { "x-api-key": key });
      expect(response.status).toBe(200);
    });
  });

  test("can create signed URLs of its own paths", async () => {
    const chart = { type: "bar", data: { labels: ["ä & b"], datasets: [{ data: [1] }] } };
    const headers = { "x-api-key": await hub.key("chart@example.com") };
    const created = await hub.post("/chart/create", { chart, width: 100 }, headers);
    const { pathname, search } = new URL((await json(created)).url);
    const answer = await hub.get(pathname + search);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await hub.get(pathname + search.replace("100", "101"))).status).toBe(403);
  });

  test("can be an image on a page, by a publishable key or signed", async () => {
    const headers = { "x-api-key": key };
    const routes = ["/badge/{badge}", "/9.x/{style}/{format}"];
    const own = await hub.post("/api-key/keys", { kind: "publishable", routes }, headers);
    const { api_key } = await json(own);
    for (const path of ["/badge/a%20b-c%2Fd-blue", "/9.x/pixel-art/svg?seed=Ada"]) {
      const joint = path.includes("?") ? "&" : "?";
      const shown = await hub.get(`${path}${joint}api_key=${api_key}`);
      const signed = await json(await hub.post("/api-key/sign", { path }, headers));
      const seen = await hub.get(signed.path);
      for (const { status, headers } of [shown, seen]) {
        expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
        expect(headers.get("cache-control")).toBe("public, max-age=86400");
      }
    }
  });

  test("accepts QuickChart's parameter for the key", async () => {
    const key = await hub.key();
    const headers = { "x-api-key": key };
    const own = await hub.post(
      "/api-key/keys",
      { kind: "publishable", routes: ["/chart", "/qr"] },
      headers,
    );
    const { api_key } = await json(own);
    const chart = "{type:'bar',data:{labels:['a'],datasets:[{data:[1]}]}}";
    for (const path of [`/chart?c=${encodeURIComponent(chart)}`, "/qr?text=Hello"]) {
      const shown = await hub.get(`${path}&key=${api_key}`);
      const { path: signedPath } = await json(await hub.post("/api-key/sign", { path }, headers));
      for (const { status, headers } of [shown, await hub.get(signedPath)]) {
        expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
        expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      }
      const missing = await json(await hub.get(path));
      expect(missing.detail).toEndWith("or as api_key or key in the query");
      const two = await json(await hub.get(`${path}&key=${api_key}&api_key=${key}`));
      expect(two.detail).toBe("query must have only one API key: it has key and api_key");
      const signing = await hub.post("/api-key/sign", { path: `${path}&key=${key}` }, headers);
      expect(signing.status).toBe(400);
    }
    expect((await hub.post(`/chart?key=${key}`, { chart })).status).toBe(200);
    const inside = await hub.get(`/qr?text=x&centerImageUrl=http://127.0.0.1:9/&key=${key}`);
    expect([inside.status, (await json(inside)).code]).toEqual([403, "address_not_allowed"]);
    // Only paths of QuickChart have this parameter.
    expect((await hub.get(`/badge/a-b-blue?key=${key}`)).status).toBe(401);
  });

  test("is documented, with the errors that its clients read", async () => {
    const { paths, components } = await json(await hub.get("/openapi.json"));
    const { responses } = paths["/v1/{date}"].get;
    expect(responses["401"].$ref).toBe("#/components/responses/Unauthorized-frankfurter");
    // The parameters in Frankfurter's own document.
    const documented = {
      rates: "base date expand from group providers quotes to",
      "rate/{base}/{quote}": "base date providers quote",
      "currency/{code}": "code",
      currencies: "providers scope",
      providers: "",
    };
    for (const [path, names] of Object.entries(documented)) {
      const { parameters = [] } = paths[`/v2/${path}`].get;
      const own = parameters.flatMap(({ name }: { name?: string }) => name ?? []);
      expect([path, own.sort().join(" ")]).toEqual([path, names]);
    }
    expect(components.schemas).toHaveProperty("FrankfurterError");
    expect(components.schemas).not.toHaveProperty("GotenbergError");
  });

  test("is distinguished from public paths on the page of its service", async () => {
    const countEndpoints = async (service: string, section: string) => {
      const page = await (await hub.get(`/documentation/${service}`)).text();
      const [, list = ""] = page.split(`<section id="${section}">`);
      return (list.split("</section>")[0] ?? "").split('<p class="route">').length - 1;
    };
    expect(await countEndpoints("image", "endpoints")).toBe(12);
    expect(await countEndpoints("image", "aliases")).toBe(11);
    expect(await countEndpoints("url", "keyless")).toBe(4);
  });

  test("doesn't affect the errors of paths with a similar start", async () => {
    const speech = await hub.post("/v1/audio/speech", { input: "Hello" });
    expect(Object.keys(await json(speech))).toEqual(["error"]);
    const rates = await hub.get("/v1/latest?base=XYZ");
    expect(Object.keys(await json(rates))).toEqual(["message"]);
  });
});
