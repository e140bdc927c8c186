import { openTexts } from "hub/data-file";
import { isbotMatch } from "isbot";
import { type AgentRules, loadRules } from "./match-rules.ts";

/** The parts of a User-Agent. A part is null if the text does not say it. */
export interface UserAgent {
  kind: "browser" | "bot" | "program" | null;
  browser: Named;
  engine: Named;
  os: Named & { version_name: string | null };
  device: { type: string | null; vendor: string | null; model: string | null };
  is_headless: boolean;
  notes: string[];
}

interface Named {
  name: string | null;
  version: string | null;
}

const lists = ["browsers", "systems", "versions", "types", "engines"] as const;
const readWords = openTexts(new URL("./words.txt", import.meta.url), lists);

/** Returns a function that describes the browser, system and device that a User-Agent claims. */
export async function loadUserAgents(): Promise<(value: string) => UserAgent> {
  const rules = await loadRules();
  return (value) => describeUserAgent(value, rules);
}

function describeUserAgent(value: string, rules: AgentRules): UserAgent {
  const text = value.trim();
  const [family, ...version] = rules.matchBrowser(text);
  const name = readWords().browsers[family ?? ""] ?? family ?? null;
  const products = splitProducts(text);
  const [first] = products;
  const bot = products.find((product) => BOT.test(product.name ?? "")) ?? findBareBot(text);
  const isBrowserLike = /^(?:mozilla|opera)\b/i.test(text);
  const isApple = text.includes(" CFNetwork/");
  const sign = isbotMatch(text);
  // isbot takes each text that doesn't begin as a browser's for a bot. Its sign is then the whole text.
  const isNamed = name !== null || (sign !== text && /\w/.test(sign ?? ""));
  const isHidden = sign !== null && (isBrowserLike ? text.includes(" ") : !first && isNamed);
  const isBot = bot !== undefined || isHidden;
  // The system's browser is the best guess for each program on Android.
  const isKnown = name !== null && (isBrowserLike || (name !== "Android Browser" && sign === null));
  const isProgram = !isBot && !isBrowserLike && first !== undefined && (isApple || !isKnown);
  const named = { name, version: completeVersion(text, joinVersion(version)) };
  const browser = bot ?? (isProgram ? first : named);
  const os = describeSystem(text, rules);
  const device = isBot ? { vendor: null, model: null } : describeDevice(text, rules);
  const type = findType(text, { isProgram, os });
  const result = {
    browser,
    engine: findEngine(products),
    os,
    device: { type, ...device },
    is_headless: text.includes("Headless"),
  };
  const kind = isBot ? "bot" : isProgram ? "program" : browser.name ? "browser" : null;
  return { kind, ...result, notes: [...listNotes(result), ...(isApple ? explainApp(text) : [])] };
}

/** Returns a version with the numbers that the rules leave out, such as the last of `124.0.2478.51`. */
function completeVersion(text: string, version: string | null): string | null {
  const start = version === null ? -1 : text.indexOf(`/${version}`);
  return start < 0 ? version : (/^[\d.]+/.exec(text.slice(start + 1))?.[0] ?? version);
}

function joinVersion(parts: readonly (string | undefined)[]): string | null {
  return parts.filter(Boolean).join(".") || null;
}

function describeSystem(text: string, { matchSystem }: AgentRules): UserAgent["os"] {
  const { systems, versions } = readWords();
  const [family, ...parts] = matchSystem(text);
  const name = systems[family ?? ""] ?? family ?? null;
  const version = joinVersion(parts);
  const [, nt] = /Windows (NT \d{1,2}\.\d{1,2})/.exec(text) ?? [];
  if (name === "Windows" && nt) return { name, version: nt, version_name: version };
  const [major, minor] = parts;
  const named = versions[`${name} ${major}.${minor}`] ?? versions[`${name} ${major}`];
  return { name, version, version_name: named ?? null };
}

function describeDevice(text: string, { matchDevice }: AgentRules) {
  const [model = null, brand = null] = matchDevice(text);
  const isKnown = brand !== null && !/^(?:Generic|Spider)/.test(brand);
  // Chrome sends "K" for all models.
  const isModel = isKnown || (brand?.startsWith("Generic_") && model !== "K");
  return { vendor: isKnown ? brand : null, model: isModel ? model : null };
}

/** Returns the type of the first word that names one. Tablets with Android name none. */
function findType(
  text: string,
  { isProgram, os }: { isProgram: boolean; os: Named },
): string | null {
  const lower = text.toLowerCase();
  const [, type = null] =
    Object.entries(readWords().types).find(([word]) => lower.includes(word)) ?? [];
  if (os.name !== "Android" || type !== "desktop") return type;
  return isProgram ? null : "tablet";
}

function findEngine(products: readonly Named[]): Named {
  for (const [product, engine] of Object.entries(readWords().engines)) {
    const found = products.find(({ name, version }) => `${name}/${version}`.startsWith(product));
    if (found) return { name: engine, version: engine === "Blink" ? null : found.version };
  }
  return { name: null, version: null };
}

/** Names the systems that share a version of Darwin, as programs for Apple's systems report it. */
function explainApp(text: string): string[] {
  const [, major, minor] = / Darwin\/(\d{1,2})\.(\d{1,2})/.exec(text) ?? [];
  const version = Number(major);
  if (!major || version < 20) return [];
  // The numbers of all systems follow the year since Darwin 25.
  const [ios, mac] = version < 25 ? [version - 6, version - 9] : [version + 1, version + 1];
  return [`The program runs on iOS ${ios}.${minor}, macOS ${mac}.${minor} or their siblings`];
}

const BOT = /bot\b|bot-|crawler|spider|slurp|externalhit/i;

/** Returns the products such as `Firefox/126.0`, also those in comments. */
function splitProducts(text: string): Named[] {
  return text
    .split(/[\s;(),]/)
    .map((word) => word.split("/"))
    .filter(([name, version]) => /^[a-z]/i.test(name ?? "") && /^\d/.test(version ?? ""))
    .map(([name = null, version = null]) => ({ name, version }));
}

/** Returns a crawler that sends only its name, or its name and a comment. */
function findBareBot(text: string): Named | undefined {
  const name = /^[a-z][\w.-]*(?=$| \()/i.exec(text)?.[0];
  return name !== undefined && BOT.test(name) ? { name, version: null } : undefined;
}

function listNotes({ browser, os, device }: Pick<UserAgent, "browser" | "os" | "device">) {
  const notes: string[] = [];
  if (os.name === "Windows" && os.version === "NT 10.0")
    notes.push("Windows 10 and 11 have the same User-Agent");
  if (os.name === "macOS" && os.version?.startsWith("10.15"))
    notes.push("Browsers report macOS 10.15 for all later versions, and Safari for iPads");
  if (/^\d+\.0\.0\.0$/.test(browser.version ?? ""))
    notes.push("The browser sends the first number of its version only");
  if (os.name === "Android" && os.version === "10" && device.model === null)
    notes.push("Chrome reports Android 10 for all later versions, and no model");
  return notes;
}
