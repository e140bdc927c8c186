import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { azureSpeech } from "./azure-speech.ts";
import { bnr, cbr, cnb, nbp, nbu, norgesBank } from "./central-banks.ts";
import { coingecko } from "./coingecko.ts";
import { coinpaprika } from "./coinpaprika.ts";
import { comfyui } from "./comfyui.ts";
import { ecb } from "./ecb.ts";
import {
  type Fault,
  isFault,
  misbehave,
  type StandInResponse,
  send,
  type WireFault,
} from "./faults.ts";
import { languageTool } from "./languagetool.ts";
import { libreTranslate } from "./libretranslate.ts";
import { networkLists, relays, tor } from "./lists.ts";
import { openai } from "./openai.ts";
import { stableDiffusion } from "./stable-diffusion.ts";
import type { StandIn, StandInRequest } from "./stand-in.ts";

/** The simulated hosts, with the folder of the server for each one's base address. */
const HOSTS: Readonly<Record<string, { folder: string; standIn: StandIn }>> = {
  "www.ecb.europa.eu": { folder: "ecb", standIn: ecb },
  "api.nbp.pl": { folder: "nbp", standIn: nbp },
  "data.norges-bank.no": { folder: "norges-bank", standIn: norgesBank },
  "www.cnb.cz": { folder: "cnb", standIn: cnb },
  "curs.bnr.ro": { folder: "bnr", standIn: bnr },
  "bank.gov.ua": { folder: "nbu", standIn: nbu },
  "www.cbr.ru": { folder: "cbr", standIn: cbr },
  "api.coingecko.com": { folder: "coingecko", standIn: coingecko },
  "api.coinpaprika.com": { folder: "coinpaprika", standIn: coinpaprika },
  "check.torproject.org": { folder: "tor", standIn: tor },
  "raw.githubusercontent.com": { folder: "lists", standIn: networkLists },
  "mask-api.icloud.com": { folder: "relays", standIn: relays },
  "api.openai.com": { folder: "openai", standIn: openai },
  "libretranslate.com": { folder: "libretranslate", standIn: libreTranslate },
  "api.languagetool.org": { folder: "languagetool", standIn: languageTool },
  "stable-diffusion.invalid": { folder: "stable-diffusion", standIn: stableDiffusion },
  "comfyui.invalid": { folder: "comfyui", standIn: comfyui },
  "tts.speech.microsoft.com": { folder: "azure-speech", standIn: azureSpeech },
};

interface StandIns {
  url: string;
  /** The base addresses of the simulated hosts. */
  upstreams: Record<string, string>;
  /** The same in the format of `HUB_UPSTREAMS`. */
  setting: string;
  /** The requests so far, as `ecb /stats/eurofxref/eurofxref.zip`. */
  asked: string[];
  /**
   * Sets the fault of a stand-in for a number of requests, or until changed. Without a fault it behaves normally again.
   */
  misbehave(folder: string, fault?: Fault, times?: number): void;
  stop(): void;
}

/** Starts a server that simulates the hub's upstreams with invented data. */
export async function startStandIns({
  port = 0,
  clock = Date.now,
}: {
  port?: number;
  clock?: () => number;
} = {}): Promise<StandIns> {
  const faults = new Map<string, { fault: Fault; left: number }>();
  const asked: string[] = [];

  function plan(folder: string, fault?: Fault, times = Number.POSITIVE_INFINITY): void {
    if (fault) faults.set(folder, { fault, left: times });
    else faults.delete(folder);
  }

  /** Selects the fault from a header, or else the planned one. */
  function selectFault(folder: string, request: IncomingMessage): Fault | undefined {
    const named = request.headers["x-stand-in-fault"];
    if (typeof named === "string" && isFault(named)) return named;
    const planned = faults.get(folder);
    if (!planned || planned.left <= 0) return undefined;
    planned.left--;
    return planned.fault;
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const [, folder = "", ...path] = url.pathname.split("/");
    if (folder === "faults") return control(url, { response, plan });
    const host = Object.values(HOSTS).find((one) => one.folder === folder);
    if (!host) return send(response, { status: 404, headers: {}, body: "No such stand-in\n" });
    asked.push(`${folder} /${path.join("/")}${url.search}`);
    const fault = selectFault(folder, request);
    const isOfTheWay = fault !== undefined && fault in misbehave;
    const answer = host.standIn({
      path: `/${path.join("/")}`,
      query: url.searchParams,
      method: request.method ?? "GET",
      headers: request.headers,
      body: await readRequestBody(request),
      now: clock(),
      fault: isOfTheWay ? undefined : (fault as StandInRequest["fault"]),
      lapse: isOfTheWay ? undefined : (fault as StandInRequest["lapse"]),
    });
    const said: StandInResponse = {
      status: answer?.status ?? (answer ? 200 : 404),
      headers: { "content-type": answer?.type ?? "text/plain", ...answer?.headers },
      body: answer?.body ?? "Not found\n",
    };
    if (isOfTheWay) misbehave[fault as WireFault](said, { request, response });
    else send(response, said);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bases = Object.entries(HOSTS).map(([host, { folder }]) => [host, `${url}/${folder}`]);
  return {
    url,
    asked,
    upstreams: Object.fromEntries(bases),
    setting: bases.map((pair) => pair.join("=")).join(),
    misbehave: plan,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readRequestBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Controls faults: `/faults/ecb?fault=hang&times=2` plans one, and `/faults/ecb` ends it. */
function control(
  { pathname, searchParams }: URL,
  { response, plan }: { response: ServerResponse; plan: StandIns["misbehave"] },
): void {
  const folder = pathname.split("/")[2] ?? "";
  const name = searchParams.get("fault");
  const times = Number(searchParams.get("times") ?? Number.POSITIVE_INFINITY);
  const isKnown = Object.values(HOSTS).some((host) => host.folder === folder);
  const fault = name === null ? undefined : isFault(name) ? name : null;
  const said = (status: number, body: string) => send(response, { status, headers: {}, body });
  if (!isKnown || fault === null || Number.isNaN(times)) {
    said(400, "No such stand-in, or no such fault\n");
  } else {
    plan(folder, fault, times);
    said(200, `${folder} ${fault ? `has the fault ${fault}` : "behaves"}\n`);
  }
}
