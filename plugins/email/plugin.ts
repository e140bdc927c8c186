import { definePlugin } from "hub";

export default definePlugin({
  title: "Email validation",
  summary:
    "Validates email addresses: syntax, domain, mail servers, SPF and DMARC, disposable domains and typos. Never sends mail.",
  permissions: {
    net: "public",
    smtp: true,
    env: [
      "HUB_EMAIL_DISPOSABLE",
      "HUB_EMAIL_NOT_DISPOSABLE",
      "EMAIL_SMTP_TIERS",
      "EMAIL_SMTP_HELO",
      "EMAIL_SMTP_FROM",
    ],
  },
  limits: {
    emailMax: 320,
    batchMax: 10_000,
    batchBytesMax: 4_194_304,
    batchTimeoutMs: 300_000,
    bodyBytesMax: 262_144,
    timeoutMs: 20_000,
  },
  errors: {
    smtp_not_allowed: { status: 403, title: "The operator does not allow SMTP probes" },
    batch_too_large: { status: 413, title: "The batch has too many addresses" },
  },
  first: ["validate/[email].get", "validate/index.get"],
  try: { "/email/:email": "validate/[email].get" },
});
