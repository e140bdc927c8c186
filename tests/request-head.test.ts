import { afterAll, describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { json } from "hub/testing";
import { headBytesMax, headersMax } from "../core/host/handler/handler-input.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { loadOwn } from "../core/host/load/load-plugin.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";
import { runHub } from "../core/testing/running-hub.ts";

const root = `${import.meta.dir}/..`;
const { plugins } = await loadAll([`${root}/plugins`]);
const ownPlugin = await loadOwn(ownRoutes, `${root}/routes`);
const hub = await runHub();
const key = await hub.key();
afterAll(() => hub.stop());

/** Space for the other headers, including the key. */
const othersMax = 16_384;

describe("the longest query of an endpoint fits into a request:", () => {
  const gets = [ownPlugin, ...plugins].flatMap(({ routes, open }) =>
    [...routes, ...open].filter(({ method }) => method === "GET"),
  );
  test.each(gets.map((loaded) => [loaded.path, loaded.route] as const))(
    "%s",
    (path, { params, query }) => {
      const fields = { ...params?.properties, ...query?.properties };
      const lengths = Object.entries(fields).map(
        ([name, schema]) => name.length + 2 + computeMaxLength(schema, name),
      );
      const most = path.length + lengths.reduce((sum, length) => sum + length, 0);
      expect(most + othersMax).toBeLessThanOrEqual(headBytesMax);
    },
  );
});

/** Returns the maximum length of a value in a URL: 3 characters for a byte, 9 for a unit of UTF-16. */
function computeMaxLength(schema: TSchema, name: string): number {
  if (schema.anyOf)
    return Math.max(...schema.anyOf.map((one: TSchema) => computeMaxLength(one, name)));
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words) return 9 * Math.max(...words.map((word: unknown) => String(word).length));
  if (schema.type === "array") {
    expect(schema.maxItems, `${name} has no end`).toBeNumber();
    return schema.maxItems * (computeMaxLength(schema.items, name) + 3);
  }
  // A number in any notation.
  if (schema.type !== "string") return 9 * 30;
  const { pattern = "", maxLength } = schema;
  if (maxLength !== undefined) return 9 * maxLength;
  // Values with a bounded pattern are short.
  expect(pattern, `${name} has no end`).toMatch(/^\^[^*+]+\$$/);
  return 9 * 100;
}

function get(target: string, ms?: number): Promise<string> {
  return hub.raw(
    `GET ${target} HTTP/1.1\r\nHost: hub\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
    ms,
  );
}

test("a text of the maximum length is accepted in any script", async () => {
  const answer = await get(`/api/dev/hash/md5?text=${encodeURIComponent("語".repeat(8192))}`);
  expect(answer).toStartWith("HTTP/1.1 200 ");
});

test("a query that is too long for its endpoint is rejected by the hub, which says why", async () => {
  const answer = await get(`/api/dev/hash/md5?text=${"%41".repeat(300_000)}`);
  expect(answer).toStartWith("HTTP/1.1 400 ");
  expect(answer).toContain("query.text must have at most 8192 characters");
});

test("a larger request is rejected as the document says", async () => {
  const answer = await get(`/livez?a=${"a".repeat(headBytesMax)}`);
  expect(answer).toBe("HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n");
  const { info } = await json(await hub.get("/openapi.json"));
  expect(info.description).toContain("1 MiB");
  expect(info.description).toContain("431 and no body");
  expect(info.description).toContain(`${headersMax} headers`);
});

test("exactly the documented number of headers is accepted", async () => {
  const send = (count: number) => {
    const headers = Array.from({ length: count - 2 }, (_, index) => `X-${index}: 1\r\n`).join("");
    return hub.raw(`GET /livez HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n${headers}\r\n`);
  };
  expect(await send(headersMax)).toStartWith("HTTP/1.1 200 ");
  expect(await send(headersMax + 1)).toStartWith("HTTP/1.1 431 ");
});
