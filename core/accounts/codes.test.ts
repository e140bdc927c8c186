import { expect, test } from "bun:test";
import { readEmail } from "../platform/mail/email-address.ts";
import { buildCodeResponse, codeMail, hashCode } from "./codes.ts";

const own = { folded: "a@example.com", pepper: new Uint8Array(32) };

test("a code is accepted in any case and spacing, for its own address only", () => {
  const hash = hashCode("ABCD-2345", own);
  for (const typed of ["abcd2345", " AbCd - 23 45\n"]) expect(hashCode(typed, own)).toBe(hash);
  expect(hashCode("ABCD-2346", own)).not.toBe(hash);
  expect(hashCode("ABCD-2345", { ...own, folded: "b@example.com" })).not.toBe(hash);
  expect(hashCode("ABCD-2345", { ...own, pepper: new Uint8Array(32).fill(1) })).not.toBe(hash);
});

test("an email states the code's purpose, and where to enter it if the hub's address is known", () => {
  const given = { code: "ABCD-2345", email: "a@example.com" };
  const { to, text } = codeMail(given, { baseUrl: "https://hub.example" });
  expect(to).toBe("a@example.com");
  expect(text).toContain("\n\n  ABCD-2345\n\n");
  expect(text).toContain(
    "Enter it at\n\n  https://hub.example/signup/verify\n\nor send it to POST /api-key/verify.\nThe code expires in 10 minutes.",
  );
  expect(codeMail(given, { baseUrl: undefined }).text).toContain(
    "Send it to POST /api-key/verify.\nThe code expires in 10 minutes.",
  );
});

test("the response to a code request states how long the code works and how many requests are allowed", () => {
  expect(buildCodeResponse(readEmail("a@example.com"))).toEqual({
    email: "a@example.com",
    expires_in_seconds: 600,
    detail:
      "A verification code was sent to this address, unless it already received 5 codes within the last hour. Send the code to POST /api-key/verify",
  });
});
