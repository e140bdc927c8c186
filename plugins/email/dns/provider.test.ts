import { expect, test } from "bun:test";
import { findMailProvider } from "./provider.ts";

test.each([
  ["gmail-smtp-in.l.google.com", "google"],
  ["acme-com.mail.protection.outlook.com", "microsoft"],
  ["mail.protonmail.ch", "proton"],
  ["notgoogle.com", null],
])("%s is operated by %s", (exchange, provider) => {
  expect(findMailProvider([exchange])).toBe(provider);
});
