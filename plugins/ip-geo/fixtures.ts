const VPN = "/X4BNet/lists_vpn/main/output/vpn/ipv4.txt";

/** Lists for the tests: 8.8.4.4 is in a VPN network, and 1.1.1.1 is a Tor exit. */
export default {
  "mask-api.icloud.com": () => new Response("172.224.226.0/27,GB,GB-EN,London,\n"),
  "download.db-ip.com": () => new Response("", { status: 404 }),
  "check.torproject.org": () => new Response("1.1.1.1\n185.220.101.1\n"),
  "raw.githubusercontent.com": ({ url }: Request) =>
    new Response(new URL(url).pathname === VPN ? "8.8.4.0/24\n" : "2001:4860::/32\n9.9.9.0/24\n"),
};
