import { definePlugin } from "hub";

export default definePlugin({
  title: "Invoices",
  summary: "PDF invoices, receipts and quotes from JSON, and electronic invoices after EN 16931.",
});
