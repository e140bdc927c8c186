import { expect, test } from "bun:test";
import { isRedirect, redirect } from "./redirect.ts";
import { none, Reply, reply } from "./reply.ts";

test("a reply has its body and nothing else by default", () => {
  const plain = reply("text");
  expect(plain).toBeInstanceOf(Reply);
  expect(plain).toMatchObject({ body: "text", status: 200, buffered: false, isKept: false });
  expect([plain.type, plain.alternatives]).toEqual([undefined, undefined]);
  expect(plain.headers).toBe(none);
});

test("a reply keeps its options", () => {
  const alternatives = { "text/csv": () => "a,b" };
  const options = { type: "text/html", headers: { "x-a": "b" }, alternatives };
  expect(reply("", { ...options, buffered: true, status: 201 })).toMatchObject({
    ...options,
    buffered: true,
    status: 201,
  });
});

test("a reply refuses headers and types that can't be sent", () => {
  expect(() => reply("", { headers: { "x-a": "\n" } })).toThrow('Cannot send the header "x-a"');
  expect(() => reply("", { type: "text/\n" })).toThrow('Cannot send the header "content-type"');
});

test("a redirect has a status of its kind, a target and no body", () => {
  expect(redirect("/a")).toMatchObject({ status: 302, headers: { location: "/a" } });
  const headers = { location: "/a" };
  const replies = [
    redirect("/a", { status: 308 }),
    ...[300, 399].map((status) => reply(undefined, { status, headers })),
    ...[299, 400].map((status) => reply(undefined, { status, headers })),
    reply("", { status: 302, headers }),
    reply(undefined, { status: 302 }),
  ];
  expect(replies.map(isRedirect)).toEqual([true, true, true, false, false, false, false]);
});
