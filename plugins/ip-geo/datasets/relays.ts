import { addressList } from "../flags/address-list.ts";

export default addressList({
  title: "Networks that iCloud Private Relay leaves by",
  licence: "Published by Apple for this use",
  attribution: "Apple",
  homepage: "https://developer.apple.com/icloud/prepare-your-network-for-icloud-private-relay",
  urls: ["https://mask-api.icloud.com/egress-ip-ranges.csv"],
  // The country and the city that each stands for come behind it.
  separator: ",",
});
