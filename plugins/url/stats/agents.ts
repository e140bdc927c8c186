/** Parsed User-Agent for the statistics. */
interface Agent {
  isBot: boolean;
  browser: string;
  system: string;
}

/** Parses a User-Agent. An empty one counts as a bot. */
export function parseUserAgent(userAgent: string): Agent {
  const text = userAgent.toLowerCase();
  return {
    isBot: text === "" || isPreviewer(userAgent) || libraries.some((word) => text.includes(word)),
    browser: matchName(text, browsers),
    system: matchName(text, systems),
  };
}

/** Returns whether a User-Agent is a link previewer: a messenger, search engine or monitor. */
export function isPreviewer(userAgent: string): boolean {
  // Cubot is a phone brand.
  const text = userAgent.toLowerCase().replaceAll("cubot", "");
  return previewers.some((word) => text.includes(word));
}

function matchName(
  text: string,
  names: readonly (readonly [word: string, name: string])[],
): string {
  return names.find(([word]) => text.includes(word))?.[1] ?? "Other";
}

/** Keywords of crawlers, monitors and link previewers. */
const previewers = [
  "bot",
  "crawl",
  "spider",
  "slurp",
  "scrap",
  "archiver",
  "preview",
  "monitor",
  "uptime",
  "pingdom",
  "lighthouse",
  "facebookexternalhit",
  "facebookcatalog",
  "meta-external",
  "whatsapp/",
  "embedly",
  "iframely",
  "validator",
  "google-safety",
  "google-inspectiontool",
  "mediapartners",
  "mastodon",
  "pleroma",
  "vkshare",
];

/** Keywords of HTTP libraries and tools, which follow links on behalf of a user. */
const libraries = [
  "fetch",
  "headless",
  "phantomjs",
  "telegram",
  "feed",
  "whatsapp",
  "winhttp",
  "apache-httpclient",
  "dart/",
  "curl/",
  "wget/",
  "python",
  "go-http",
  "java/",
  "okhttp",
  "axios",
  "libwww",
  "node",
  "httpie",
  "ruby",
  "perl",
  "php/",
  "postman",
  "insomnia",
];

/** Browsers also include the names of similar browsers, so the first match counts. */
const browsers = [
  ["edg", "Edge"],
  ["opr/", "Opera"],
  ["opera", "Opera"],
  ["samsungbrowser", "Samsung Internet"],
  ["vivaldi", "Vivaldi"],
  ["yabrowser", "Yandex"],
  ["ucbrowser", "UC Browser"],
  ["duckduckgo", "DuckDuckGo"],
  ["fxios", "Firefox"],
  ["firefox", "Firefox"],
  ["crios", "Chrome"],
  ["chrome", "Chrome"],
  ["chromium", "Chrome"],
  ["trident", "Internet Explorer"],
  ["msie", "Internet Explorer"],
  ["safari", "Safari"],
] as const;

const systems = [
  ["iphone", "iOS"],
  ["ipad", "iOS"],
  ["ipod", "iOS"],
  ["android", "Android"],
  ["windows", "Windows"],
  ["mac os x", "macOS"],
  ["macintosh", "macOS"],
  ["cros", "ChromeOS"],
  ["linux", "Linux"],
] as const;
