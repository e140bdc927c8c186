import { expect, test } from "bun:test";
import { AnswerSeal } from "./answer-seal.ts";

const pepper = new Uint8Array(32).fill(7);
const seal = new AnswerSeal({ secret: "hub_a", pepper });
const answer = {
  status: 200,
  headers: { "content-type": "application/json", "x-name": "é" },
  body: new TextEncoder().encode('{"api_key":"hub_secret"}'),
};
const { status: _, ...content } = answer;

test("a response can be decrypted with its secret", () => {
  const sealed = seal.close("run", answer);
  expect(new AnswerSeal({ secret: "hub_a", pepper }).open("run", sealed)).toEqual(content);
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("secret");
  expect(seal.close("run", answer)).not.toEqual(sealed);
});

test("so can an empty response", () => {
  const empty = { status: 204, headers: {}, body: new Uint8Array() };
  expect(seal.open("run", seal.close("run", empty))).toEqual({ headers: {}, body: empty.body });
});

test("another secret, pepper or run decrypts nothing, nor can modified data be decrypted", () => {
  const sealed = seal.close("run", answer);
  const others = [
    new AnswerSeal({ secret: "hub_b", pepper }).open("run", sealed),
    new AnswerSeal({ secret: "hub_a", pepper: new Uint8Array(32) }).open("run", sealed),
    seal.open("other", sealed),
    seal.open("run", sealed.subarray(1)),
    seal.open("run", new Uint8Array(3)),
    ...Array.from(sealed, (byte, at) => seal.open("run", sealed.with(at, byte ^ 1))),
  ];
  expect(new Set(others)).toEqual(new Set([undefined]));
});
