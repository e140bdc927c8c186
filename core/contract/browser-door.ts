import type { Caller } from "./caller.ts";

/** Shows pages in the hub's one browser, each in a profile of its own, and takes pictures of them. */
export type Browser = (
  shot: Shot,
  options?: {
    signal?: AbortSignal;
    /** For whom it is: accounts take turns. In a job process that is known. */
    caller?: Pick<Caller, "id" | "address">;
  },
) => Promise<Picture>;

/** A page to show, and what of it is to be in the picture. */
export interface Shot {
  source: { url: string } | MadePage;
  /** In CSS pixels; `scale` is how many of the picture's pixels make one. */
  viewport: { width: number; height: number; scale: number; mobile: boolean };
  area: Area;
  image: { type: "png" | "jpeg" | "webp"; quality?: number; transparent: boolean };
  wait: Wait;
  /** From the moment that the browser is free for it until the picture is there. */
  timeoutMs: number;
  media: { dark: boolean; reducedMotion: boolean };
  javascript: boolean;
  /** Further style sheets, which also come through where the page forbids inline styles. */
  css: readonly string[];
  /** JavaScript that runs in a world of its own before the picture is taken. The caller's never does. */
  script?: string;
  /** Hosts, with all below them, that are not asked. */
  blockedHosts: readonly string[];
  cookies: readonly Cookie[];
  /** Sent with the page's own request, and to its own origin only. */
  headers: Readonly<Record<string, string>>;
  userAgent?: string;
  timezone?: string;
  locale?: string;
  geolocation?: { latitude: number; longitude: number; accuracy: number };
}

/** A page that is given and not fetched, with the files that lie beside it. */
export interface MadePage {
  html: string;
  /** By path: `{ "/shot.png": bytes }`. */
  files?: Readonly<Record<string, Uint8Array>>;
}

/** What is in the picture: what the window shows, the whole page, one element, or a part of the page. */
type Area =
  | "viewport"
  | "page"
  | { selector: string }
  | { x: number; y: number; width: number; height: number };

interface Wait {
  /** `auto` is when the page has come to rest: it has loaded, and nothing in it will change soon. */
  until: "load" | "domcontentloaded" | "networkidle" | "auto";
  /** An element that must be visible. */
  selector?: string;
  /** How long to wait after all that. */
  delayMs: number;
  /** Whether the page is taken as it is when its time is up. */
  bestEffort?: boolean;
}

interface Cookie {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
}

/** The picture, and how the page came. */
export interface Picture {
  bytes: Uint8Array;
  /** In the picture's own pixels. */
  width: number;
  height: number;
  /** Whether the page is larger than a picture may be. */
  truncated: boolean;
  /** Whether the page had come to what was waited for. */
  settled: boolean;
  /** Where the page was in the end; nothing of a page that was given. */
  finalUrl: string | undefined;
  status: number;
  title: string;
  network: NetworkReport;
}

/** What a page asked of the network. */
export interface NetworkReport {
  requests: number;
  failed: number;
  /** Requests to hosts that were not to be asked. */
  blocked: number;
  /** Over all connections, both ways. */
  bytes: number;
  /** Each host that was refused, and why. */
  refused: readonly { host: string; reason: Refusal }[];
}

/** Why a connection was not made. */
export type Refusal =
  | "blocked"
  | "not_public"
  | "port"
  | "unresolved"
  | "unreachable"
  | "offline"
  | "too_many";
