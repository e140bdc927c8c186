import { describe, expect, test } from "bun:test";
import {
  callerGone,
  FAILURES,
  findFailoverReason,
  HubError,
  isTimeout,
  problem,
  type SharedCode,
} from "./errors.ts";

test.each(Object.entries(FAILURES))("%s has an error status and a title", (code, failure) => {
  expect(failure.status).toBeWithin(400, 505);
  expect(failure.title).toMatch(/^[A-Z].*[^.]$/);
  expect(new HubError(code, "It failed")).toMatchObject({
    code,
    status: failure.status,
    title: failure.title,
    message: "It failed",
  });
});

test.each([
  [{}, 500, FAILURES.internal_error.title],
  [{ status: 418, title: "I'm a teapot" }, 418, "I'm a teapot"],
])("an error of a plugin with %j has its own status and title", (options, status, title) => {
  expect(new HubError("too_plain", "It failed", options)).toMatchObject({ status, title });
});

test("an error has its location, or several, and neither by default", () => {
  const errors = [{ location: "query.a", message: "It failed" }];
  expect(new HubError("busy", "It failed").errors).toEqual([]);
  expect(new HubError("busy", "It failed", { at: "query.a" }).errors).toEqual(errors);
  expect(new HubError("busy", "It", { at: "query.b", errors }).errors).toEqual(errors);
});

test("an error keeps its cause, and refuses headers that can't be sent", () => {
  const cause = new Error("why");
  expect(new HubError("busy", "It failed", { cause }).cause).toBe(cause);
  expect(() => new HubError("busy", "It failed", { headers: { a: "b\n" } })).toThrow(TypeError);
});

test("another provider takes over after errors of the first, and not after those of the caller", () => {
  const find = (code: SharedCode | "own", status?: number) =>
    findFailoverReason(new HubError(code, "It failed", status ? { status } : {}));
  expect(find("upstream_timeout")).toBe("timeout");
  expect(find("job_timeout")).toBe("timeout");
  expect(find("upstream_failed")).toBe("invalid response");
  expect(find("upstream_refused")).toBe("rejected");
  expect(find("capability_unavailable")).toBe("not supported");
  expect([find("rate_limited"), find("own", 429)]).toEqual(Array(2).fill("rate limit exceeded"));
  expect([find("busy"), find("own", 503)]).toEqual(Array(2).fill("unavailable"));
  expect([find("invalid_input"), find("internal_error"), find("own")]).toEqual(
    Array(3).fill(undefined),
  );
});

test("a disconnected caller isn't a failure of the hub", () => {
  expect(callerGone()).toMatchObject({ code: "caller_gone", status: 499 });
});

test("a timeout is distinguished from a cancellation", () => {
  const abort = (reason?: unknown) => {
    const controller = new AbortController();
    controller.abort(reason);
    return controller.signal;
  };
  const timeout = new DOMException("It took too long", "TimeoutError");
  expect(isTimeout(abort(timeout))).toBe(true);
  expect([abort(), abort("TimeoutError"), undefined].map(isTimeout)).toEqual([false, false, false]);
});

describe("the body of an error response", () => {
  test("has the members of RFC 9457 and of the error", () => {
    const error = new HubError("busy", "It failed", { members: { capacity: 3 } });
    expect<object>(problem(error, "r1")).toEqual({
      success: false,
      code: "busy",
      status: 503,
      type: "/problems/busy",
      title: "The hub is too busy: try again later",
      detail: "It failed",
      capacity: 3,
      request_id: "r1",
    });
  });

  test("lists errors only if there are some", () => {
    const error = new HubError("invalid_input", "It failed", { at: "query.a" });
    expect(problem(error, "r1").errors).toEqual([{ location: "query.a", message: "It failed" }]);
  });
});
