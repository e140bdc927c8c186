import {
  callInBackground,
  countedToday,
  type Fault,
  lightPath,
  listDescendants,
  withHub,
} from "./fault.ts";

const capture = { html: "<h1>Hello</h1>" };

function post(url: string, path: string, key: string, body: object): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
}

/** Processes that are killed while in use. */
export const kills: Fault[] = [
  {
    name: "repeated SIGKILL of the hub under load",
    run: ({ isShort }) =>
      withHub({}, async ({ key, start }) => {
        const rounds = isShort ? 3 : 10;
        let [answered, sent] = [0, 0];
        for (let round = 0; round < rounds; round++) {
          const { child, url } = await start();
          const calls = callInBackground(url, key);
          while (calls.answered() < 300) await Bun.sleep(2);
          child.kill("SIGKILL");
          const { answers, sent: all } = await calls.end();
          answered += answers[200] ?? 0;
          // Requests to a port without a listener were never sent.
          sent += all - (answers.ConnectionRefused ?? 0);
        }
        const { url } = await start();
        const counted = await countedToday(url, key);
        return {
          held: counted >= answered && counted <= sent,
          figure: `${rounds} kills; ${answered} answered, ${counted} counted, ${sent} sent`,
        };
      }),
  },
  {
    name: "SIGKILL of one of two processes under load",
    run: () =>
      withHub({ HUB_PROCESSES: "2" }, async ({ key, start }) => {
        const hub = await start();
        await hub.readLog(({ message }) => message.includes("processes listen on port"));
        const calls = callInBackground(hub.url, key, { keepalive: false });
        while (calls.answered() < 200) await Bun.sleep(2);
        const [victim] = await listDescendants(hub.child.pid);
        process.kill(victim?.pid ?? Number.NaN, "SIGKILL");
        await hub.readLog(({ message }) => message.includes("ended unexpectedly (SIGKILL)"));
        const before = calls.answered();
        while (calls.answered() < before + 2000) await Bun.sleep(2);
        const { answers } = await calls.end();
        const counted = await countedToday(hub.url, key);
        const lost = Object.entries(answers).filter(([what]) => what !== "200");
        const failures = lost.reduce((sum, [, count]) => sum + count, 0);
        return {
          held: failures <= 8 && counted >= (answers[200] ?? 0),
          figure: `${answers[200]} answered, ${counted} counted, ${failures} calls cut off with it`,
        };
      }),
  },
  {
    name: "SIGKILL of a busy job process",
    run: () =>
      withHub({ HUB_JOBS: "1" }, async ({ key, start }) => {
        const { child, url } = await start();
        const text = "One long text is spoken. ".repeat(150);
        const speech = post(url, "/api/tts/speak", key, { text });
        let victim: number | undefined;
        for (let tries = 0; victim === undefined && tries < 200; tries++) {
          await Bun.sleep(10);
          const all = await listDescendants(child.pid);
          victim = all.find(({ command }) => command.includes("jobs/child"))?.pid;
        }
        await Bun.sleep(200);
        if (victim !== undefined) process.kill(victim, "SIGKILL");
        const cut = (await speech).status;
        const next = (await post(url, "/api/tts/speak", key, { text: "Hello" })).status;
        return {
          held: victim !== undefined && (cut === 500 || cut === 200) && next === 200,
          figure: `that call ${cut}, the next ${next}`,
        };
      }),
  },
  {
    name: "SIGKILL of the browser",
    run: () =>
      withHub({}, async ({ key, start }) => {
        const { child, url } = await start();
        const first = (await post(url, "/api/screenshot/capture", key, capture)).status;
        const isBrowser = ({ command }: { command: string }) => /chrom|headless/i.test(command);
        for (const { pid } of (await listDescendants(child.pid)).filter(isBrowser))
          try {
            process.kill(pid, "SIGKILL");
          } catch {
            // It ended with the previous process.
          }
        const light = await fetch(url + lightPath, { headers: { "x-api-key": key } });
        const next = (await post(url, "/api/screenshot/capture", key, capture)).status;
        const again = (await post(url, "/api/screenshot/capture", key, capture)).status;
        return {
          held: first === 501 ? undefined : first === 200 && light.ok && again === 200,
          figure: `before ${first}, a light call ${light.status}, then ${next} and ${again}`,
        };
      }),
  },
];
