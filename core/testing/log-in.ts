import { findCode, waitForMails } from "./outbox.ts";
import { newAddress } from "./page-hub.ts";
import type { runHub } from "./running-hub.ts";

type Hub = Pick<Awaited<ReturnType<typeof runHub>>, "url" | "get" | "post">;

/** Logs a person in by mail. Returns the headers of their browser, with and without the token of their page. */
export async function logInByMail(hub: Hub, outbox: string, email: string) {
  const from = newAddress();
  await hub.post("/login", { email }, from);
  const [mail] = (await waitForMails(outbox, email, 1)).slice(-1);
  const answer = await fetch(`${hub.url}/login/verify`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", ...from },
    body: JSON.stringify({ email, code: findCode(mail) }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const page = await (await hub.get("/account", { ...from, cookie })).text();
  const csrf = /data-csrf="([^"]+)"/.exec(page)?.[1] ?? "";
  return { reading: { ...from, cookie }, headers: { ...from, cookie, "x-csrf-token": csrf }, csrf };
}
