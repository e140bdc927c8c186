import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A mail in an outbox folder. */
export interface OutboxMail {
  file: string;
  text: string;
}

/** Reads the mails in a folder of `HUB_MAIL_OUTBOX`. */
export function readOutbox(folder: string): OutboxMail[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => ({ file: name, text: readFileSync(`${folder}/${name}`, "utf8") }));
}

/** Waits for this number of mails to an address. */
export async function waitForMails(
  folder: string,
  address: string,
  count: number,
): Promise<OutboxMail[]> {
  for (let look = 0; look < 500; look++) {
    const found = readOutbox(folder).filter(({ text }) => text.includes(`To: ${address}\r\n`));
    if (found.length >= count) return found;
    await Bun.sleep(10);
  }
  throw new Error(`${count} mails to "${address}" have not come`);
}

/** Returns the code in a mail. */
export function findCode({ text }: { text: string } = { text: "" }): string {
  return /^ {2}(\w{4}-\w{4})\r?$/m.exec(text)?.[1] ?? "";
}
