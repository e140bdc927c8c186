import { resolve } from "node:path";
import { isLoopback } from "../../lib/ip-address.ts";

/** The mail settings: an SMTP server, or a folder for files. */
export interface MailSettings {
  readonly from: { name: string; address: string };
  readonly to: { server: string } | { folder: string };
}

interface MailVariables {
  /** `HUB_SMTP_URL` */
  server: string | undefined;
  /** `HUB_MAIL_OUTBOX` */
  folder: string | undefined;
  /** `HUB_MAIL_FROM` */
  from: string | undefined;
  offline: boolean;
}

/**
 * Parses the mail settings. Throws an error that never contains a password. An offline hub may only use a
 * server on its own machine.
 */
export function readMailSettings({ server, folder, from, offline }: MailVariables): MailSettings {
  if (server && folder)
    throw new Error("HUB_SMTP_URL and HUB_MAIL_OUTBOX are both set: set only one");
  if (folder)
    return { from: readSender(from || "utilhub <hub@localhost>"), to: { folder: resolve(folder) } };
  if (!server)
    throw new Error(
      "HUB_SIGNUP=verify sends codes by mail: set HUB_SMTP_URL and HUB_MAIL_FROM, or HUB_MAIL_OUTBOX for a folder of files",
    );
  const checked = checkServer(server, { offline });
  if (!from)
    throw new Error("HUB_MAIL_FROM is missing: set it to the sender address of the hub's mail");
  return { from: readSender(from), to: { server: checked } };
}

function checkServer(given: string, { offline }: { offline: boolean }): string {
  const url = URL.parse(given);
  if (!url || !["smtp:", "smtps:"].includes(url.protocol) || !url.hostname)
    throw new Error(
      "HUB_SMTP_URL must be a URL such as smtp://user:password@mail.example:587 or smtps://mail.example",
    );
  if (offline && !isLoopback(url.hostname))
    throw new Error(
      `HUB_SMTP_URL must be on localhost if HUB_OFFLINE is set: it is on "${url.hostname}"`,
    );
  return given;
}

/** Parses a sender: `hub@corp.example` or `The hub <hub@corp.example>`. */
function readSender(given: string): MailSettings["from"] {
  const text = given.trim();
  const open = text.lastIndexOf("<");
  const isNamed = open >= 0 && text.endsWith(">");
  const address = isNamed ? text.slice(open + 1, -1) : text;
  const name = isNamed ? text.slice(0, open).trim() : "";
  if (!/^[^\s@<>,;:"\p{C}]+@[^\s@<>,;:"\p{C}]+$/u.test(address) || /[<>"\p{C}]/u.test(name))
    throw new Error(
      `HUB_MAIL_FROM must be an email address such as hub@corp.example, or a name with one in angle brackets: it is "${given}"`,
    );
  return { name, address };
}
