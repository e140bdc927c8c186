import { existsSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { callAlong, type Fault, lightPath, type TriedHub, withHub } from "./fault.ts";

/** Does something to the folder of a hub that was used, and reads why the hub does not start on it. */
async function refusal({ start, data }: TriedHub, spoil: (data: string) => void): Promise<string> {
  const { child, ended } = await start();
  child.kill("SIGTERM");
  await ended();
  spoil(data);
  return start().then(
    () => "it started",
    (error: Error) => messageIn(error.message),
  );
}

/** What the last line of a log says, which is JSON. */
function messageIn(log: string): string {
  const [line = "{}"] = /\{.*\}(?=\s*$)/.exec(log) ?? [];
  return (JSON.parse(line) as { message?: string }).message ?? log;
}

/** A hub that must not start on what was done to its folder, and must say why. */
function refused(name: string, spoil: (data: string) => void, said: RegExp): Fault {
  return {
    name,
    run: () =>
      withHub({}, async (hub) => {
        const message = (await refusal(hub, spoil)).replaceAll(`${hub.data}/`, "");
        return { held: said.test(message), figure: message.slice(0, 160) };
      }),
  };
}

/** Where Debian's libfaketime is. */
const faketime = [...new Bun.Glob("/usr/lib/*/faketime/libfaketime.so.1").scanSync("/")][0];

/** What becomes of the folder, the disk and the clock that a hub stands on. */
export const disks: Fault[] = [
  refused(
    "a database that was cut in half",
    (data) => truncateSync(`${data}/hub.sqlite`, statSync(`${data}/hub.sqlite`).size / 2),
    /it is damaged\. Nothing was changed/,
  ),
  refused(
    "a page of the database that was overwritten",
    (data) =>
      writeSync(openSync(`${data}/hub.sqlite`, "r+"), Buffer.alloc(4096, 0x5a), 0, 4096, 4096),
    /it is damaged\. Nothing was changed/,
  ),
  refused("a database that is gone", (data) => rmSync(`${data}/hub.sqlite`), /it is missing, but/),
  refused("a pepper that is lost", (data) => rmSync(`${data}/pepper`), /pepper/i),
  {
    name: "a folder that may only be read",
    run: () =>
      withHub({}, async ({ data }) => {
        if (process.getuid?.() !== 0 || !Bun.which("setpriv"))
          return { held: undefined, figure: "it takes root, to be somebody else" };
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
          return { held: undefined, figure: "another user may not read this checkout" };
        return {
          held: (await child.exited) === 1 && said.includes("Cannot write to the data folder"),
          figure: messageIn(said).replaceAll(data, "…"),
        };
      }),
  },
  {
    name: "a disk that is full",
    run: () =>
      withHub({}, async ({ key, start, data }) => {
        // No file may grow any more, in blocks of 512 bytes.
        const blocks =
          Math.ceil(statSync(`${data}/16-0.counters`, { throwIfNoEntry: false })?.size ?? 2 ** 18) /
          512;
        const { url } = await start({ first: `trap '' XFSZ; ulimit -f ${Math.ceil(blocks)}` });
        const calls = callAlong(url, key);
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
    name: "a clock that is set a day back, and a day ahead",
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
        const told = Object.entries(answered).map(([shift, count]) => `${shift.trim()}: ${count}`);
        // A day back hands out nothing twice; a day ahead is another day, and coming back is none.
        return {
          held: Object.values(answered).join() === "20,0,0,20,0",
          figure: `of 30 calls with 20 a day ${told.join(", ")} were answered`,
        };
      }),
  },
];
