/**
 * Asks the mail server of a host which recipients it accepts. Ends before any message is sent. Throws
 * `address_not_allowed` if the host has a private address, `address_failed` and `address_timeout` if the server doesn't
 * respond, `busy` if the hub asked it too often, and `upstream_unavailable` if the hub is offline.
 */
export type Smtp = (host: string, probe: SmtpProbe) => Promise<SmtpAnswer>;

/** The names and addresses in the commands to a mail server. */
export interface SmtpProbe {
  /** The host name of this hub. */
  helo: string;
  /** The sender, an address of the operator. */
  from: string;
  /** At most five. */
  recipients: readonly string[];
  timeoutMs?: number;
}

/** A reply of a mail server: its code, and the text of all its lines. */
export interface SmtpReply {
  code: number;
  text: string;
}

/** The replies of a mail server. Those after a rejection are missing. */
export interface SmtpAnswer {
  greeting: SmtpReply;
  hello?: SmtpReply;
  from?: SmtpReply;
  /** In the order of the recipients. */
  recipients: SmtpReply[];
}
