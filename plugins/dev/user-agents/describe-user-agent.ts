import Bowser from "bowser";
import { isbot } from "isbot";

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

/** Describes the browser, system and device that a User-Agent claims. */
export function describeUserAgent(value: string): UserAgent {
  const text = value.trim();
  // Bowser rejects an empty text.
  const { browser, engine, os, platform } = Bowser.parse(text || " ");
  const products = splitProducts(text);
  const bot = products.find(({ name }) => BOT.test(name ?? "")) ?? findBareBot(text);
  const [first] = products;
  const isBrowserLike = first !== undefined && /^(?:mozilla|opera)$/i.test(first.name ?? "");
  // isbot counts each single word as a bot, and each program.
  const isHidden = isBrowserLike && text.includes(" ") && isbot(text);
  const isBot = bot !== undefined || platform.type === "bot" || isHidden;
  const isProgram = !isBot && first !== undefined && !isBrowserLike;
  const known = nameParts(browser);
  // Bowser takes every program on Android for its browser, on a tablet unless it says otherwise.
  const isGuess = known.name === "Mozilla" || (isProgram && known.name === "Android Browser");
  const named = isGuess ? { name: null, version: null } : known;
  const isTypeGuess = platform.type === "bot" || (isProgram && platform.type === "tablet");
  const isApple = isProgram && text.includes(" CFNetwork/");
  const isOwn = isProgram && (isApple || !named.name);
  const isTizen = named.name === "Samsung Internet for Android" && text.includes("Tizen");
  const result = {
    browser: bot ?? (isOwn ? first : isTizen ? { ...named, name: "Samsung Internet" } : named),
    engine: nameParts(engine),
    os: { ...nameParts(os), version_name: os.versionName ?? null },
    device: {
      type: platform.type && !isTypeGuess ? platform.type : null,
      vendor: isBot ? null : isApple ? "Apple" : (platform.vendor ?? null),
      model: platform.model ?? findModel(text),
    },
    is_headless: text.includes("Headless"),
  };
  const kind = isBot ? "bot" : isProgram ? "program" : named.name ? "browser" : null;
  return { kind, ...result, notes: [...listNotes(result), ...(isApple ? explainApp(text) : [])] };
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

function nameParts({ name, version }: { name?: string; version?: string }): Named {
  return { name: name || null, version: version || null };
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

/** Returns the model of an Android device: the last part of the comment. */
function findModel(text: string): string | null {
  const start = text.indexOf("; Android ");
  const parts = start < 0 ? [] : text.slice(start + 2).split(";");
  const last = parts[1]?.trim().startsWith("en-") ? parts[2] : parts[1];
  if (last === undefined) return null;
  const end = [" Build/", ") AppleWebKit", ") Gecko"]
    .map((mark) => last.indexOf(mark))
    .filter((index) => index >= 0);
  const model = last.slice(0, Math.min(...end, last.length)).trim();
  // Chrome sends "K" for all models.
  return end.length === 0 || model === "" || model === "K" ? null : model;
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
