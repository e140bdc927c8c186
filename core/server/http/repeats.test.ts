import { expect, test } from "bun:test";
import { Reply } from "../../contract/reply.ts";
import { RepeatCache } from "./endpoint.ts";

const at = (pathname: string, search = "") => ({ pathname, search, fault: undefined });

test("an answer is given again to the same request, and written once", () => {
  const repeats = new RepeatCache(60_000);
  const reply = repeats.storeReply(at("/a", "x=1"), new Reply({ a: 1 }));
  expect(repeats.find(at("/a", "x=1"))).toBe(reply);
  expect(reply.text).toBe('{"a":1}');
  expect(repeats.find(at("/a", "x=2"))).toBeUndefined();
  expect(repeats.find(at("/a"))).toBeUndefined();
});

test("an answer is not given again when its moment is over", async () => {
  const repeats = new RepeatCache(0);
  repeats.storeReply(at("/a"), new Reply({}));
  expect(repeats.find(at("/a"))).toBeUndefined();
});

test("no address with a key in it is kept", () => {
  const repeats = new RepeatCache(60_000);
  repeats.storeReply(at("/a", "api_key=secret"), new Reply({}));
  expect(repeats.find(at("/a", "api_key=secret"))).toBeUndefined();
});

test("what is longer than 32 KiB is not kept, nor a stream, nor what is no success", () => {
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

test("a moment's worth is a thousand answers", () => {
  const repeats = new RepeatCache(60_000);
  const storeReply = (call: number) => repeats.storeReply(at("/a", `x=${call}`), new Reply({}));
  for (let call = 0; call < 1000; call++) storeReply(call);
  expect(repeats.find(at("/a", "x=0"))).toBeInstanceOf(Reply);
  storeReply(1000);
  expect(repeats.find(at("/a", "x=999"))).toBeUndefined();
});

test("however many requests differ, no more than a moment's worth is kept", () => {
  const repeats = new RepeatCache(60_000);
  for (let call = 0; call <= 1000; call++) repeats.storeReply(at("/a", `x=${call}`), new Reply({}));
  expect(repeats.find(at("/a", "x=0"))).toBeUndefined();
  expect(repeats.find(at("/a", "x=1000"))).toBeInstanceOf(Reply);
});
