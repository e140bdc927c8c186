/** What a program says it is, as far as statistics want to know. */
interface Agent {
  isBot: boolean;
  browser: string;
  system: string;
}

/** Reads a User-Agent. Whoever says nothing is taken for a program. */
export function agentOf(userAgent: string): Agent {
  const text = userAgent.toLowerCase();
  return {
    isBot: text === "" || isPreviewer(userAgent) || libraries.some((word) => text.includes(word)),
    browser: nameIn(text, browsers),
    system: nameIn(text, systems),
  };
}

/** Whether a program only looks where links lead, as messengers, search engines and monitors do. */
export function isPreviewer(userAgent: string): boolean {
  // Cubot makes telephones.
  const text = userAgent.toLowerCase().replaceAll("cubot", "");
  return previewers.some((word) => text.includes(word));
}

function nameIn(text: string, names: readonly (readonly [word: string, name: string])[]): string {
  return names.find(([word]) => text.includes(word))?.[1] ?? "Other";
}

/** Words of crawlers, of monitors, and of what shows people a link before they follow it. */
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

/** Words of other programs: somebody has told them to follow the link. */
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

/** Browsers call themselves by the names of those they are like, too: the first that is found counts. */
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
