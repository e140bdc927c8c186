import { expect, test } from "bun:test";
import { parseUserAgent } from "./agents.ts";
import { findCountry, parseReferrer } from "./clicks.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    "Edge",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/1 Safari/1 OPR/99`,
    "Opera",
    "macOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605 CriOS/140 Safari/604.1",
    "Chrome",
    "iOS",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S901B) ${webkit} SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140 Safari/537.36",
    "Chrome",
    "ChromeOS",
  ],
  ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox", "Android"],
  ["Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko", "Internet Explorer", "Windows"],
  ["Mozilla/5.0 (SomethingNew; rv:1.0) Gecko/20100101 New/1.0", "Other", "Other"],
  [
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; QQDownload 691)",
    "Internet Explorer",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; CUBOT P80) ${webkit} Chrome/140.0 Mobile Safari/537.36`,
    "Chrome",
    "Android",
  ],
])("%s is %s on %s", (userAgent, browser, system) => {
  expect(parseUserAgent(userAgent)).toEqual({ isBot: false, browser, system });
});

test.each([
  "",
  "curl/8.5.0",
  "Wget/1.21",
  "python-requests/2.32",
  "Go-http-client/2.0",
  "node",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "facebookexternalhit/1.1",
  "WhatsApp/2.23.20.0",
  "TelegramBot (like TwitterBot)",
  "Slackbot-LinkExpanding 1.0",
  "Viber/13.0",
  "Claude-User/1.0",
  "Bluesky Cardyb/1.1",
  "HTTrack 3.0",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/117.0.0.0 Safari/537.36 GTmetrix",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36",
])("%j is a bot", (userAgent) => {
  expect(parseUserAgent(userAgent).isBot).toBe(true);
});

test.each([
  ["https://www.Example.com:8080/a?b", "example.com"],
  ["http://t.co/x", "t.co"],
  ["android-app://com.example", null],
  ["about:blank", null],
  ["", null],
])("the referrer %j is %p", (referrer, host) => {
  expect(parseReferrer(referrer)).toBe(host);
});

test.each([
  ["8.8.8.8", "US"],
  ["2a00:1450:4001:810::200e", "IE"],
  ["192.168.0.1", null],
  ["127.0.0.1", null],
  ["::1", null],
  ["unknown", null],
])("%s is registered in %p", async (address, country) => {
  expect(await findCountry(address)).toBe(country);
});
