import { isPublicAddress, parseAddress } from "hub/net";
import url from "../plugin.ts";
import { readWebAddress } from "../web-address.ts";
import type { Link } from "./link.ts";

/** Parses the webhook of a link. The hub checks the address of its host before each message. */
export function parseWebhook(given: NonNullable<Link["webhook"]>): NonNullable<Link["webhook"]> {
  const address = readWebAddress(given.url, { at: "body.webhook.url" });
  const host = address.hostname.replace(/^\[|\]$/g, "");
  if (parseAddress(host) && !isPublicAddress(host))
    throw url.error(
      "invalid_input",
      `body.webhook.url must lead to the public internet: its host is "${address.hostname}"`,
      { at: "body.webhook.url" },
    );
  if (!isSecret(given.secret))
    throw url.error(
      "invalid_input",
      'body.webhook.secret must be "whsec_" and 24 to 64 bytes in Base64',
      { at: "body.webhook.secret" },
    );
  return { url: address.href, secret: given.secret };
}

function isSecret(text: string): boolean {
  const [prefix, base64 = ""] = text.split("_");
  const key = Buffer.from(base64, "base64");
  return (
    prefix === "whsec" && key.length >= 24 && key.length <= 64 && key.toString("base64") === base64
  );
}
