import { expect, test } from "bun:test";
import { Reply } from "../../contract/reply.ts";
import { RepeatCache } from "./endpoint.ts";

const at = (pathname: string, search = "") => ({ pathname, search, fault: undefined });

test("an answer is given again to the same request, and written once", () => {
  const repeats = new RepeatCache(60_000);
  const reply = repeats.keep(at("/a", "x=1"), new Reply({ a: 1 }));
  expect(repeats.find(at("/a", "x=1"))).toBe(reply);
  expect(reply.text).toBe('{"a":1}');
  expect(repeats.find(at("/a", "x=2"))).toBeUndefined();
  expect(repeats.find(at("/a"))).toBeUndefined();
});

test("an answer is not given again when its moment is over", async () => {
  const repeats = new RepeatCache(0);
  repeats.keep(at("/a"), new Reply({}));
  expect(repeats.find(at("/a"))).toBeUndefined();
});

test("no address with a key in it is kept", () => {
  const repeats = new RepeatCache(60_000);
  repeats.keep(at("/a", "api_key=secret"), new Reply({}));
  expect(repeats.find(at("/a", "api_key=secret"))).toBeUndefined();
});

test("what is long is not kept", () => {
  const repeats = new RepeatCache(60_000);
  repeats.keep(at("/a"), new Reply(new Uint8Array(100_000), { type: "image/png" }));
  expect(repeats.find(at("/a"))).toBeUndefined();
});

test("however many requests differ, no more than a moment's worth is kept", () => {
  const repeats = new RepeatCache(60_000);
  for (let call = 0; call <= 1000; call++) repeats.keep(at("/a", `x=${call}`), new Reply({}));
  expect(repeats.find(at("/a", "x=0"))).toBeUndefined();
  expect(repeats.find(at("/a", "x=1000"))).toBeInstanceOf(Reply);
});
