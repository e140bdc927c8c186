import { definePlugin } from "hub";

export default definePlugin({
  title: "Email validation",
  summary:
    "Checks addresses by their syntax, domain, mail servers, SPF and DMARC, and for throwaway and mistyped domains. Never opens a mail session.",
  permissions: { net: "public", env: ["HUB_EMAIL_DISPOSABLE", "HUB_EMAIL_NOT_DISPOSABLE"] },
  limits: { emailMax: 320, batchMax: 100, bodyBytesMax: 262_144, timeoutMs: 20_000 },
  errors: {
    batch_too_large: { status: 413, title: "The batch has too many addresses" },
  },
  first: ["validate/[email].get", "validate/index.get"],
  try: { "/email/:email": "validate/[email].get" },
});
