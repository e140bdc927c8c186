import { defineAddressList } from "../flags/address-list.ts";

export default defineAddressList({
  title: "Exit networks of iCloud Private Relay",
  licence: "Published by Apple for this use",
  attribution: "Apple",
  homepage: "https://developer.apple.com/icloud/prepare-your-network-for-icloud-private-relay",
  urls: ["https://mask-api.icloud.com/egress-ip-ranges.csv"],
  // Each block is followed by its country and city.
  separator: ",",
});
