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
    name: "repeated SIGKILL of the hub while links are followed",
    run: ({ isShort }) =>
      withHub({}, async ({ key, start }) => {
        const rounds = isShort ? 5 : 100;
        const followed: Followed[] = [];
        for (let round = 0; round < rounds; round++) {
          const { child, url } = await start();
          const links = [await createLink(url, key), await createLink(url, key, clicksMax)];
          const following = links.map((code) => followLink(`${url}/s/${code}`));
          await Bun.sleep(50 + Math.random() * 400);
          const killedAt = performance.now();
          child.kill("SIGKILL");
          for (const [at, code] of links.entries())
            followed.push({
              code,
              isLimited: at === 1,
              killedAt,
              times: (await following[at]) ?? [],
            });
          await child.exited;
        }
        const { url } = await start();
        return judgeClicks(followed, async (code) => {
          const answer = await fetch(`${url}/api/url/links/${code}`, {
            headers: { "x-api-key": key },
          });
          return (await answer.json()) as { clicks: number; clicks_left: number | null };
        });
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

/** Click limit of the limited links, which some rounds reach. */
const clicksMax = 500;
/** Clicks of this time before a crash may be lost. */
const lossMs = 100;

/** A link that was followed until the hub was killed. */
interface Followed {
  code: string;
  isLimited: boolean;
  killedAt: number;
  /** Times of the redirects. */
  times: number[];
}

async function createLink(url: string, key: string, max?: number): Promise<string> {
  const limit = max === undefined ? {} : { max_clicks: max };
  const body = { url: "https://example.com/", reuse: false, ...limit };
  const answer = await post(url, "/api/url/shorten", key, body);
  return ((await answer.json()) as { code: string }).code;
}

/** Follows a link with several visitors until the hub ends. Returns the times of the redirects. */
async function followLink(url: string): Promise<number[]> {
  const times: number[] = [];
  const headers = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  const visit = async () => {
    for (;;) {
      const { status } = await fetch(url, { headers, redirect: "manual" });
      if (status === 302) times.push(performance.now());
    }
  };
  await Promise.allSettled(Array.from({ length: 4 }, visit));
  return times;
}

async function judgeClicks(
  followed: readonly Followed[],
  read: (code: string) => Promise<{ clicks: number; clicks_left: number | null }>,
) {
  const total = { redirects: 0, lost: 0, tooMany: 0, unequal: 0 };
  for (const { code, isLimited, killedAt, times } of followed) {
    const { clicks, clicks_left } = await read(code);
    const early = times.filter((time) => time < killedAt - (isLimited ? 0 : lossMs)).length;
    total.redirects += times.length;
    total.lost += Math.max(0, times.length - clicks);
    total.tooMany += Math.max(0, early - clicks);
    if (isLimited && clicks + (clicks_left ?? 0) !== clicksMax) total.unequal++;
  }
  return {
    held: total.tooMany === 0 && total.unequal === 0,
    figure: `${followed.length} links; ${total.redirects} redirects, ${total.lost} clicks lost, ${total.tooMany} of them older than ${lossMs} ms; clicks and clicks_left differ from the limit for ${total.unequal}`,
  };
}
