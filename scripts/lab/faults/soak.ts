import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildPdf } from "./build-pdf.ts";
import { type Fault, listDescendants, readMemoryMb, withHub } from "./fault.ts";

const page = buildPdf(Buffer.from("BT /F 12 Tf 9 9 Td (Hello) Tj ET"));

const post = (path: string, body: object) => ({ path, body });

/** One call of each service, both light and heavy. */
const traffic: { path: string; body?: object }[] = [
  { path: "/api/dev/hash/sha256?text=a" },
  { path: "/api/dev/uuid?count=5" },
  { path: "/api/qr/generate?data=hello&format=svg" },
  post("/api/qr/batch", { items: [{ data: "a" }, { data: "b" }] }),
  { path: "/api/image/badge?label=build&message=passing" },
  { path: "/api/image/og?title=Hello" },
  { path: "/api/ip-geo/lookup/8.8.8.8" },
  { path: "/api/currency/latest?base=EUR" },
  { path: "/api/crypto/prices?ids=bitcoin" },
  { path: "/api/email/validate/ann@example.com" },
  post("/api/url/shorten", { url: "https://example.com/" }),
  post("/api/ai/sentiment", { text: "What a fine day this is." }),
  post("/api/ai/grammar", { text: "This are a sentence." }),
  post("/api/ai/redact", { text: "Call me at +1 212 555 0199." }),
  post("/api/tts/speak", { text: "Hello there." }),
  post("/api/screenshot/capture", { html: "<h1>Hello</h1>" }),
  post("/api/pdf/extract-text", { file_base64: page.toString("base64") }),
  post("/api/invoice/generate", {
    invoice_number: "1",
    from: { name: "A", address: "X" },
    to: { name: "B", address: "Y" },
    items: [{ description: "Work", quantity: 1, unit_price: 10 }],
  }),
];

/** Number of concurrent calls: fewer than the cores could handle. */
const callers = 4;
/** Permitted memory growth within ten minutes after all services were called, in megabytes. */
const growthMax = 60;

/** The resources that a hub holds at a moment. */
interface Held {
  memory: number;
  files: number;
  processes: number;
}

async function measureUsage(pid: number): Promise<Held> {
  const children = await listDescendants(pid);
  return {
    memory: await readMemoryMb(pid),
    files: readdirSync(`/proc/${pid}/fd`).length,
    processes: children.length,
  };
}

/** Returns the slope in megabytes a minute, by least squares. */
function computeSlope(memories: readonly number[], perMinute: number): number {
  const middle = (memories.length - 1) / 2;
  const mean = memories.reduce((sum, one) => sum + one, 0) / memories.length;
  let [over, under] = [0, 0];
  for (const [at, memory] of memories.entries()) {
    over += (at - middle) * (memory - mean);
    under += (at - middle) ** 2;
  }
  return (over / under) * perMinute;
}

function computeP99(times: number[]): number {
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

/** Mixed traffic to all services over a long time. */
export const soaks: Fault[] = [
  {
    name: "soak test: mixed calls of all services",
    run: ({ isShort }) =>
      withHub({}, async ({ key, start, data }) => {
        // A separate folder, because other programs use the machine's temporary folder too.
        const temporary = mkdtempSync(join(data, "tmp-"));
        const countFiles = () => readdirSync(temporary).length;
        const { child, url } = await start({ env: { TMPDIR: temporary } });
        const seconds = isShort ? 60 : 600;
        const warmUp = seconds / 3;
        const statuses = new Map<string, number>();
        /** Latencies of light calls, in the first and the second half of the measurement. */
        const light: [number[], number[]] = [[], []];
        const begun = performance.now();
        const at = () => (performance.now() - begun) / 1000;
        const call = async ({ path, body }: (typeof traffic)[number]) => {
          const from = performance.now();
          const answer = await fetch(url + path, {
            method: body ? "POST" : "GET",
            headers: { "x-api-key": key, "content-type": "application/json" },
            body: body ? JSON.stringify(body) : null,
            signal: AbortSignal.timeout(60_000),
          });
          await answer.bytes();
          const kind = `${Math.floor(answer.status / 100)}xx`;
          statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
          if (answer.status === 500) throw new Error(`${path} returned 500`);
          if (path === traffic[0]?.path && at() > warmUp)
            light[at() < (warmUp + seconds) / 2 ? 0 : 1].push(performance.now() - from);
        };
        const calling = Array.from({ length: callers }, async () => {
          while (at() < seconds) {
            const next = traffic[Math.floor(Math.random() * traffic.length)];
            if (next) await call(next);
          }
        });
        const samples: Held[] = [];
        let files = 0;
        while (at() < seconds) {
          await Bun.sleep(1000);
          if (at() < warmUp) files = countFiles();
          else samples.push(await measureUsage(child.pid));
        }
        await Promise.all(calling);
        // Lets idle processes end.
        await Bun.sleep(3000);
        const end = await measureUsage(child.pid);
        const [first = end] = samples;
        const slope = computeSlope(
          samples.map(({ memory }) => memory),
          60,
        );
        const [early, late] = light.map(computeP99) as [number, number];
        const left = countFiles() - files;
        const counts = [...statuses].toSorted().map(([kind, count]) => `${count} x ${kind}`);
        const isFlat = isShort || slope * 10 < growthMax;
        return {
          held:
            isFlat &&
            end.files <= first.files + 20 &&
            end.processes <= first.processes + 2 &&
            left <= 5,
          figure: `${seconds} s: ${counts.join(", ")}; memory ${first.memory} to ${end.memory} MB, slope ${slope.toFixed(1)} MB a minute; ${first.files} to ${end.files} descriptors, ${first.processes} to ${end.processes} processes, ${left} temporary files more; p99 of a light call ${early.toFixed(1)} then ${late.toFixed(1)} ms`,
        };
      }),
  },
];
