import { existsSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { callInBackground, type Fault, lightPath, type TriedHub, withHub } from "./fault.ts";

/** Damages the data folder of a used hub. Returns the reason why the hub doesn't start with it. */
async function readStartError(
  { start, data }: TriedHub,
  damage: (data: string) => void,
): Promise<string> {
  const { child, ended } = await start();
  child.kill("SIGTERM");
  await ended();
  damage(data);
  return start().then(
    () => "it started",
    (error: Error) => messageIn(error.message),
  );
}

/** Returns the message of the last line of a JSON log. */
function messageIn(log: string): string {
  const [line = "{}"] = /\{.*\}(?=\s*$)/.exec(log) ?? [];
  return (JSON.parse(line) as { message?: string }).message ?? log;
}

/** Creates a fault: the hub must not start with a damaged folder, and must report why. */
function refused(name: string, damage: (data: string) => void, said: RegExp): Fault {
  return {
    name,
    run: () =>
      withHub({}, async (hub) => {
        const message = (await readStartError(hub, damage)).replaceAll(`${hub.data}/`, "");
        return { held: said.test(message), figure: message.slice(0, 160) };
      }),
  };
}

/** Path of Debian's libfaketime. */
const faketime = [...new Bun.Glob("/usr/lib/*/faketime/libfaketime.so.1").scanSync("/")][0];

/** Faults of the hub's data folder, disk and clock. */
export const disks: Fault[] = [
  refused(
    "truncated database",
    (data) => truncateSync(`${data}/hub.sqlite`, statSync(`${data}/hub.sqlite`).size / 2),
    /it is damaged\. Nothing was changed/,
  ),
  refused(
    "overwritten database page",
    (data) =>
      writeSync(openSync(`${data}/hub.sqlite`, "r+"), Buffer.alloc(4096, 0x5a), 0, 4096, 4096),
    /it is damaged\. Nothing was changed/,
  ),
  refused("deleted database", (data) => rmSync(`${data}/hub.sqlite`), /it is missing, but/),
  refused("deleted pepper", (data) => rmSync(`${data}/pepper`), /pepper/i),
  {
    name: "read-only data folder",
    run: () =>
      withHub({}, async ({ data }) => {
        if (process.getuid?.() !== 0 || !Bun.which("setpriv"))
          return { held: undefined, figure: "requires root, to act as another user" };
        const child = Bun.spawn(
          [
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            process.execPath,
            "core/main.ts",
          ],
          {
            cwd: `${import.meta.dir}/../../..`,
            env: { PATH: process.env.PATH ?? "", HUB_DATA: data, PORT: "0" },
            stdout: "pipe",
            stderr: "pipe",
          },
        );
        const said = (await Promise.all([child.stdout.text(), child.stderr.text()])).join("");
        if (!said.includes("utilhub"))
          return { held: undefined, figure: "another user cannot read this checkout" };
        return {
          held: (await child.exited) === 1 && said.includes("Cannot write to the data folder"),
          figure: messageIn(said).replaceAll(data, "…"),
        };
      }),
  },
  {
    name: "full disk",
    run: () =>
      withHub({}, async ({ key, start, data }) => {
        // Stops files from growing; in blocks of 512 bytes.
        const blocks =
          Math.ceil(statSync(`${data}/16-0.counters`, { throwIfNoEntry: false })?.size ?? 2 ** 18) /
          512;
        const { url } = await start({ first: `trap '' XFSZ; ulimit -f ${Math.ceil(blocks)}` });
        const calls = callInBackground(url, key);
        const deadline = performance.now() + 60_000;
        let ready = 200;
        for (let mails = 0; ready === 200 && performance.now() < deadline; mails++) {
          await fetch(`${url}/api-key`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ email: `${mails}@${"a".repeat(60)}.example` }),
          });
          ready = (await fetch(`${url}/readyz`)).status;
        }
        const { answers } = await calls.end();
        const [alive, light] = await Promise.all([
          fetch(`${url}/livez`),
          fetch(url + lightPath, { headers: { "x-api-key": key } }),
        ]);
        return {
          held: ready === 503 && alive.ok && light.ok && Object.keys(answers).join() === "200",
          figure: `/readyz ${ready}, /livez ${alive.status}; ${answers[200]} calls answered meanwhile, none refused`,
        };
      }),
  },
  {
    name: "clock set a day back, and a day ahead",
    run: () =>
      withHub({ HUB_TIERS: "free=1000/20" }, async ({ key, start }) => {
        if (!faketime || !existsSync(faketime))
          return { held: undefined, figure: "libfaketime is not installed" };
        const answered: Record<string, number> = {};
        for (const shift of ["+0", "-1d", "+0 ", "+1d", "+0  "]) {
          const env = {
            LD_PRELOAD: faketime,
            FAKETIME: shift.trim(),
            FAKETIME_DONT_FAKE_MONOTONIC: "1",
          };
          const { child, url, ended } = await start({ env });
          const statuses = await Promise.all(
            Array.from({ length: 30 }, async () => {
              const answer = await fetch(url + lightPath, { headers: { "x-api-key": key } });
              return answer.status;
            }),
          );
          answered[shift] = statuses.filter((status) => status === 200).length;
          child.kill("SIGTERM");
          await ended();
        }
        const counts = Object.entries(answered).map(
          ([shift, count]) => `${shift.trim()}: ${count}`,
        );
        // A clock that goes back a day issues nothing twice. A day ahead the daily quota is new, and going back doesn't
        // renew it.
        return {
          held: Object.values(answered).join() === "20,0,0,20,0",
          figure: `successful calls of 30 with a quota of 20 a day: ${counts.join(", ")}`,
        };
      }),
  },
];
