import { type Server, serve } from "bun";
import { testHub } from "hub/testing";
import { openBrowser } from "../core/testing/browser-service.ts";
import { onRunEnd } from "../core/testing/run-end.ts";
import { Slots } from "../core/testing/slots.ts";

interface Sending {
  /** Interval between messages of a socket, in milliseconds. */
  everyMs: number;
}

type Fetch = (
  request: Request,
  server: Server<Sending>,
) => Response | Promise<Response> | undefined;

let answer: Fetch = () => new Response();

/** Sets the handler of this module's hosts for all tests of a file. */
export function serveSite(fetch: Fetch): void {
  answer = fetch;
}

const site = serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  fetch: (request, server) => answer(request, server),
  websocket: {
    data: {} as Sending,
    open(socket) {
      const each = setInterval(
        () => (socket.readyState === 1 ? socket.send("news") : clearInterval(each)),
        socket.data.everyMs,
      );
    },
    message() {},
  },
});

const pagesAtOnce = 8;
const hosts = ["page.test", "other.test", "stats.doubleclick.net"];
const browser = openBrowser({
  pages: pagesAtOnce,
  hosts: Object.fromEntries(hosts.map((host) => [host, `http://127.0.0.1:${site.port}`])),
});
onRunEnd(async () => {
  await browser.close();
  await site.stop(true);
});

/** A hub with only the screenshot service. Its browser starts once for all test files of a process. */
export const captureHub = await startCaptureHub();

/** Starts another hub like it, for tests that import datasets. It shares the browser. */
export function startCaptureHub() {
  return testHub(`${import.meta.dir}/../plugins/screenshot`, browser);
}

/** The browser's page slots, shared by concurrent tests: pages spend most of their time waiting. */
export const pageSlots = new Slots(pagesAtOnce);
