import type { Caller } from "./caller.ts";

/** Opens pages in the hub's browser, each in a separate profile, and takes pictures of them. */
export type Browser = (
  shot: Shot,
  options?: {
    signal?: AbortSignal;
    /** The caller, for fair scheduling across accounts. Known in job processes. */
    caller?: Pick<Caller, "id" | "address">;
  },
) => Promise<Picture>;

/** A page to open, and the part of it to capture. */
export interface Shot {
  source: { url: string } | MadePage;
  /** In CSS pixels. `scale` is the number of picture pixels per CSS pixel. */
  viewport: { width: number; height: number; scale: number; mobile: boolean };
  area: Area;
  image: { type: "png" | "jpeg" | "webp"; quality?: number; transparent: boolean };
  wait: Wait;
  /** Time from the start of the capture until the picture is ready. */
  timeoutMs: number;
  media: { dark: boolean; reducedMotion: boolean };
  javascript: boolean;
  /** Additional style sheets. They also work if the page forbids inline styles. */
  css: readonly string[];
  /**
   * JavaScript expression that runs in an isolated world before the picture is taken. Its value becomes `scriptResult`
   * of the picture. Never code of the caller.
   */
  script?: string;
  /** Whether the page has no network. A page that is given as HTML still has its own files. */
  offline?: boolean;
  /** Blocked hosts, including their subdomains. */
  blockedHosts: readonly string[];
  cookies: readonly Cookie[];
  /** Headers of the page's own request. Only sent to its own origin. */
  headers: Readonly<Record<string, string>>;
  userAgent?: string;
  timezone?: string;
  locale?: string;
  geolocation?: { latitude: number; longitude: number; accuracy: number };
  /** Actions in the page after it is ready, in order. */
  steps?: readonly PageStep[];
  /** Fixed time of the page's clock in milliseconds since 1970. Random numbers are fixed, too. */
  frozenAt?: number;
  /** Whether the picture lists the files of the page and the exceptions of its scripts. */
  inspect?: boolean;
  /** Prints the page as PDF instead of taking a picture. */
  print?: PrintOptions;
  /** Reads the page in UTF-8 instead of taking a picture: the area as HTML or visible text, or as JSON the rest. */
  read?: "html" | "text" | "accessibility" | "har";
}

/** An action of a user in a page. */
export type PageStep =
  | { action: "click" | "hover"; selector: string }
  /** Replaces the text of a field. */
  | { action: "type"; selector: string; text: string }
  | { action: "press"; key: PageKey }
  | { action: "scroll"; selector?: string; y?: number }
  | { action: "wait"; selector?: string; ms?: number };

/** A key that a step can press, by its DOM name. */
export type PageKey =
  | "Enter"
  | "Tab"
  | "Escape"
  | "Space"
  | "Backspace"
  | "Delete"
  | "ArrowUp"
  | "ArrowDown"
  | "ArrowLeft"
  | "ArrowRight"
  | "PageUp"
  | "PageDown"
  | "Home"
  | "End";

/** The paper and layout of a PDF. Lengths are in inches. */
export interface PrintOptions {
  paper: { width: number; height: number };
  margins: { top: number; right: number; bottom: number; left: number };
  landscape: boolean;
  /** Scale of the content, from 0.1 to 2. */
  scale: number;
  backgrounds: boolean;
  /** The media type of the style sheets. */
  media: "print" | "screen";
  /** Pages such as `1-3, 5`. Default: all. */
  pageRanges?: string;
  /** HTML with Chromium's classes `date`, `title`, `url`, `pageNumber` and `totalPages`. */
  header?: string;
  footer?: string;
  /** Whether the paper is as high as the page. */
  singlePage: boolean;
  /** Whether `@page` of the page overrides the paper. */
  cssPageSize: boolean;
  /** Whether the PDF has tags for screen readers. */
  tagged: boolean;
  /** Whether the PDF has an outline of the headings. */
  outline: boolean;
}

/** A page that is given as HTML, with its files. */
export interface MadePage {
  html: string;
  /** By path: `{ "/shot.png": bytes }`. */
  files?: Readonly<Record<string, Uint8Array>>;
}

/** The captured part: the viewport, the whole page, the box around elements or a rectangle. */
type Area =
  | "viewport"
  | "page"
  | ElementArea
  | { x: number; y: number; width: number; height: number };

/** The box around the first visible element of each selector, or around every one, with a padding. */
export interface ElementArea {
  selector: string | readonly string[];
  every?: boolean;
  /** In CSS pixels. Default: 0. */
  padding?: number;
}

interface Wait {
  /** `auto` waits until the page has settled: it has loaded, and nothing in it will change soon. */
  until: "load" | "domcontentloaded" | "networkidle" | "auto";
  /** Selector of an element that must be visible. */
  selector?: string;
  /** Expression of the caller that must be true. It is stopped at the first side effect. */
  expression?: string;
  /** Additional delay in milliseconds. */
  delayMs: number;
  /** Whether to capture the current state of the page when the time is up. Undefined if callers have no choice. */
  bestEffort?: boolean;
}

interface Cookie {
  name: string;
  value: string;
  domain?: string;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: "Strict" | "Lax" | "None";
}

/** The picture, and how the page was loaded. */
export interface Picture {
  bytes: Uint8Array;
  /** In pixels of the picture. */
  width: number;
  height: number;
  /** Number of pages of a PDF. */
  pages?: number;
  /** Whether the page exceeds the maximum size of a picture. */
  truncated: boolean;
  /** Whether the requested wait was completed. */
  settled: boolean;
  /** The final URL of the page. Undefined for a page given as HTML. */
  finalUrl: string | undefined;
  status: number;
  title: string;
  network: NetworkReport;
  /** The value of the script, as JSON. The page may have influenced it. */
  scriptResult?: unknown;
  /** With `inspect`: the requests of the page except for itself, and the first uncaught exceptions of its scripts. */
  files?: readonly PageFile[];
  exceptions?: readonly string[];
}

/** A requested file of a page. `status` is 0 if there was no response. */
export interface PageFile {
  url: string;
  status: number;
  /** Why it failed. */
  error: string | undefined;
}

/** Statistics of the network requests of a page. */
export interface NetworkReport {
  requests: number;
  failed: number;
  /** Requests to blocked hosts. */
  blocked: number;
  /** Total of all connections in both directions. */
  bytes: number;
  /** The rejected hosts with reasons. */
  refused: readonly { host: string; reason: Refusal }[];
}

/** The reason why a connection was rejected or failed. */
export type Refusal =
  | "blocked"
  | "not_public"
  | "port"
  | "unresolved"
  | "unreachable"
  | "offline"
  | "too_many";
