// Speed, as ratios within one run. `bun run bench [part ...]`; needs Linux, two cores, wrk and Node.

import { benchAi } from "./ai.ts";
import { benchCards } from "./cards.ts";
import { benchFairShares } from "./fair-shares.ts";
import { benchHttp } from "./http.ts";
import { benchImage } from "./image.ts";
import { benchInvoice } from "./invoice.ts";
import { benchLive } from "./live.ts";
import { benchPdf } from "./pdf.ts";
import { benchPdfPages } from "./pdf-pages.ts";
import { benchPool } from "./pool.ts";
import { benchQr } from "./qr.ts";
import { benchRedis } from "./redis.ts";
import { benchScale } from "./scale.ts";
import { benchScreenshot } from "./screenshot.ts";
import { benchSize } from "./size.ts";
import { benchSpeech } from "./speech.ts";
import { benchStart } from "./start.ts";
import { benchUrl } from "./url.ts";

const parts: Record<string, () => Promise<Record<string, string>>> = {
  http: benchHttp,
  redis: benchRedis,
  ai: benchAi,
  start: benchStart,
  qr: benchQr,
  image: benchImage,
  cards: benchCards,
  pool: benchPool,
  "fair-shares": benchFairShares,
  url: benchUrl,
  screenshot: benchScreenshot,
  live: benchLive,
  pdf: benchPdf,
  "pdf-pages": benchPdfPages,
  invoice: benchInvoice,
  speech: benchSpeech,
  scale: benchScale,
  size: benchSize,
};

const wanted = process.argv.slice(2);
const install = Bun.spawn([process.execPath, "install", "--silent"], {
  cwd: `${import.meta.dir}/servers`,
});
if ((await install.exited) !== 0) process.exit(1);
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  for (const [what, figure] of Object.entries(await part())) console.log(`  ${what}: ${figure}`);
}
