import { definePlugin } from "hub";

export default definePlugin({
  title: "Email validation",
  summary:
    "Validates email addresses: syntax, domain, mail servers, SPF and DMARC, disposable domains and typos. Never sends mail.",
  permissions: {
    net: "public",
    smtp: true,
  },
  settings: {
    HUB_EMAIL_DISPOSABLE: {
      type: "list",
      items: "domain",
      description:
        "Domains that are disposable, including their subdomains. They override the lists",
    },
    HUB_EMAIL_NOT_DISPOSABLE: {
      type: "list",
      items: "domain",
      description:
        "Domains that are not disposable, including their subdomains. They override the lists",
    },
    EMAIL_SMTP_TIERS: {
      type: "list",
      items: "tier",
      description:
        "Tiers that may ask mail servers whether a mailbox exists. See [email](../plugins/email/README.md#smtp-probe). It needs outgoing connections to port 25",
    },
    EMAIL_SMTP_HELO: {
      type: "host",
      description: "Host name of this hub for mail servers. Its reverse DNS should match",
    },
    EMAIL_SMTP_FROM: {
      type: "email",
      description: "Sender for mail servers, an address that you read",
    },
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
