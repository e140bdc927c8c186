import { expect, test } from "bun:test";
import { HubError } from "../../contract/errors.ts";
import { fromWireError, toWireError } from "./wire-error.ts";

const send = (thrown: unknown) => fromWireError(JSON.parse(JSON.stringify(toWireError(thrown))));

test("an error of the hub arrives as an equal one", () => {
  const options = { at: "query.a", headers: { "retry-after": "3" }, members: { left: 1 } };
  const error = new HubError("own_code", "It failed", { ...options, status: 418, title: "Title" });
  const arrived = send(error);
  expect(arrived).toBeInstanceOf(HubError);
  expect(arrived).toMatchObject({
    ...{ code: "own_code", message: "It failed", status: 418, title: "Title" },
    errors: [{ location: "query.a", message: "It failed" }],
    headers: options.headers,
    members: options.members,
  });
  expect(arrived.stack).toBe(error.stack ?? "");
});

test("another error arrives with its name, stack and causes, as no error of the hub", () => {
  const error = new RangeError("It is large", { cause: new Error("why", { cause: "deep" }) });
  const arrived = send(error);
  expect(arrived).not.toBeInstanceOf(HubError);
  expect([arrived.name, arrived.message, arrived.stack]).toEqual([
    ...["RangeError", "It is large", error.stack],
  ]);
  expect(arrived.cause).toContain("why");
  expect(arrived.cause).toContain("deep");
  expect("cause" in send(new Error("a"))).toBe(false);
});

test("other thrown values are described", () => {
  expect(send({ a: 1 }).message).toContain("Thrown: {");
});
