import { expect, test } from "bun:test";
import { Call } from "./call.ts";
import { type ToolsMode, Visits } from "./visits.ts";

const now = Date.UTC(2026, 0, 2);

function open({
  mode = "auto",
  baseUrl,
  address = "127.0.0.1",
  at = now,
}: {
  mode?: ToolsMode;
  baseUrl?: string;
  address?: string;
  at?: number;
} = {}) {
  return new Visits({
    ...{ mode, baseUrl, pepper: new Uint8Array(32) },
    ...{ now: () => at, getCallerAddress: () => address },
  });
}

function call(headers: Record<string, string> = {}, base = "http://localhost:3000"): Call {
  return new Call(new Request(`${base}/tools/run/qr/generate`, { headers }), null);
}

function takeCookie(visits: Visits): string {
  return visits.createCookie(call()).split(";", 1)[0] ?? "";
}

test("a visitor with the cookie of a page is admitted, with an id of their own", () => {
  const visits = open();
  const admitted = call({ cookie: `a=1; ${takeCookie(visits)}`, "sec-fetch-site": "same-origin" });
  expect(visits.check(admitted)).toBeUndefined();
  expect(admitted.visitor).toStartWith("visitor_");
});

test("the cookie is for the tools alone, and scripts can't read it", () => {
  const local = open().createCookie(call());
  expect(local).toMatch(/; Path=\/tools; Max-Age=86400; HttpOnly; SameSite=Strict$/);
  const far = open({ mode: "on", baseUrl: "https://hub.example" }).createCookie(call());
  expect(far).toEndWith("; Secure");
});

test.each([
  ["without a cookie", {}, "missing_api_key"],
  ["with a cookie of their own", { cookie: "hub_tools=zzzzzzzz.a.b" }, "missing_api_key"],
  ["from a page of another site", { "sec-fetch-site": "cross-site" }, "origin_not_allowed"],
  ["from a page of the same site", { "sec-fetch-site": "same-site" }, "origin_not_allowed"],
  ["from another origin", { origin: "https://evil.example" }, "origin_not_allowed"],
])("a call %s is refused", (_, headers, code) => {
  const visits = open();
  const cookie = code === "missing_api_key" ? {} : { cookie: takeCookie(visits) };
  expect(visits.check(call({ ...cookie, ...headers }))?.code).toBe(code);
});

test.each(["evil.example", "127.evil.example", "127.0.0.1.evil.example"])(
  "a page whose name %s points at this machine is refused (DNS rebinding)",
  (host) => {
    for (const mode of ["auto", "on"] as const) {
      const visits = open({ mode });
      const headers = {
        cookie: takeCookie(visits),
        origin: `http://${host}:3000`,
        "sec-fetch-site": "same-origin",
      };
      const refusal = visits.check(call(headers, `http://${host}:3000`));
      expect(refusal?.code).toBe("origin_not_allowed");
    }
  },
);

test("a cookie expires after a day, and one of another hub is refused", () => {
  const cookie = takeCookie(open());
  expect(open({ at: now + 86_400_001 }).check(call({ cookie }))?.code).toBe("missing_api_key");
  const [until, id] = cookie.split(".");
  const forged = `${until}.${id}x.${cookie.split(".")[2]}`;
  expect(open().check(call({ cookie: forged }))?.code).toBe("missing_api_key");
});

test.each<[ToolsMode, string | undefined, string, string, boolean]>([
  ["auto", undefined, "127.0.0.1", "http://localhost:3000", true],
  ["auto", undefined, "::1", "http://[::1]:3000", true],
  ["auto", undefined, "192.0.2.1", "http://localhost:3000", false],
  ["auto", undefined, "127.0.0.1", "http://192.0.2.9:3000", false],
  ["auto", "https://hub.example", "127.0.0.1", "http://localhost:3000", false],
  ["on", "https://hub.example", "192.0.2.1", "https://hub.example", true],
  ["on", undefined, "192.0.2.1", "http://192.0.2.9:3000", true],
  ["signed-in", undefined, "127.0.0.1", "http://localhost:3000", false],
  ["off", undefined, "127.0.0.1", "http://localhost:3000", false],
])("%s with the base URL %s is open to %s at %s: %s", (mode, baseUrl, address, base, isOpen) => {
  const visits = open({ mode, address, ...(baseUrl !== undefined && { baseUrl }) });
  expect(visits.isOpenTo(call({}, base))).toBe(isOpen);
});
