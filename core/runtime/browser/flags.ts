/**
 * What keeps a page from every address but those its proxy lets it to. Each is needed: without
 * `<-loopback>` pages reach this machine past the proxy, without the WebRTC policy by UDP, and
 * without the resolver rule names are looked up before anybody has checked them.
 */
export function wayOutFlags(deadEnd: string): string[] {
  return [
    `--proxy-server=${deadEnd}`,
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  ];
}

/** What a browser needs that nobody sits in front of, and what makes pictures alike on all machines. */
export const pictureFlags: readonly string[] = [
  // A window that a page opens would hide the page, which then draws no picture.
  "--block-new-web-contents",
  "--disable-gpu",
  "--disable-breakpad",
  "--disable-crash-reporter",
  "--disable-domain-reliability",
  "--no-pings",
  "--mute-audio",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--hide-scrollbars",
  "--disable-dev-shm-usage",
  "--js-flags=--max-old-space-size=512",
];
