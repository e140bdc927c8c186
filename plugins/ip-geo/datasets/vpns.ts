import { defineAddressList } from "../flags/address-list.ts";

const base = "https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/vpn" as const;

export default defineAddressList({
  title: "Networks of VPN providers",
  licence: "MIT, X4B",
  attribution: "X4BNet",
  homepage: "https://github.com/X4BNet/lists_vpn",
  bundled: true,
  urls: [`${base}/ipv4.txt`, `${base}/ipv6.txt`],
});
