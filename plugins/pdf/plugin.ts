import { definePlugin } from "hub";

export default definePlugin({
  title: "PDF toolkit",
  summary:
    "Merges, splits, compresses, stamps, protects, reads and redacts PDF files, in processes of their own.",
});
