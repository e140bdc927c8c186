import { defineAddressList } from "../flags/address-list.ts";

export default defineAddressList({
  title: "Tor exit addresses",
  licence: "Public data of the Tor Project",
  attribution: "The Tor Project",
  homepage: "https://check.torproject.org",
  urls: ["https://check.torproject.org/torbulkexitlist"],
});
