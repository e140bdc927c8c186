import { expect, test } from "bun:test";
import { Reply } from "../../contract/reply.ts";
import { RepeatCache } from "./endpoint.ts";

const at = (pathname: string, search = "") => ({ pathname, search, fault: undefined });

test("a response is repeated for the same request, and serialised once", () => {
  const repeats = new RepeatCache(60_000);
  const reply = repeats.storeReply(at("/a", "x=1"), new Reply({ a: 1 }));
  expect(repeats.find(at("/a", "x=1"))).toBe(reply);
  expect(reply.text).toBe('{"a":1}');
  expect(repeats.find(at("/a", "x=2"))).toBeUndefined();
  expect(repeats.find(at("/a"))).toBeUndefined();
});

test("a response isn't repeated after its time", async () => {
  const repeats = new RepeatCache(0);
  repeats.storeReply(at("/a"), new Reply({}));
  expect(repeats.find(at("/a"))).toBeUndefined();
});

test("a URL with a key is never stored", () => {
  const repeats = new RepeatCache(60_000);
  repeats.storeReply(at("/a", "api_key=secret"), new Reply({}));
  expect(repeats.find(at("/a", "api_key=secret"))).toBeUndefined();
});

test("responses over 32 KiB, streams and errors aren't stored", () => {
  const repeats = new RepeatCache(60_000);
  const isKept = (reply: Reply) => {
    repeats.storeReply(at("/a"), reply);
    return repeats.find(at("/a")) === reply;
  };
  const picture = (length: number) => new Reply(new Uint8Array(length), { type: "image/png" });
  expect([32_768, 32_769].map((length) => isKept(picture(length)))).toEqual([true, false]);
  expect(isKept(new Reply(new Response("x").body, { type: "text/plain" }))).toBe(false);
  expect(isKept(new Reply({}, { status: 201 }))).toBe(false);
});

test("at most a thousand responses are stored", () => {
  const repeats = new RepeatCache(60_000);
  const storeReply = (call: number) => repeats.storeReply(at("/a", `x=${call}`), new Reply({}));
  for (let call = 0; call < 1000; call++) storeReply(call);
  expect(repeats.find(at("/a", "x=0"))).toBeInstanceOf(Reply);
  storeReply(1000);
  expect(repeats.find(at("/a", "x=999"))).toBeUndefined();
});

test("different requests never exceed that maximum", () => {
  const repeats = new RepeatCache(60_000);
  for (let call = 0; call <= 1000; call++) repeats.storeReply(at("/a", `x=${call}`), new Reply({}));
  expect(repeats.find(at("/a", "x=0"))).toBeUndefined();
  expect(repeats.find(at("/a", "x=1000"))).toBeInstanceOf(Reply);
});
