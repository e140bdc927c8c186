// nginx that only redirects one path, with the headers of the hub's redirects.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { freePort } from "../../../../core/testing/free-port.ts";

const port = freePort();
const folder = mkdtempSync(`${tmpdir()}/utilhub-bench-`);
writeFileSync(
  `${folder}/nginx.conf`,
  `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
events { worker_connections 1024; }
http {
  access_log off;
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 100000000;
    location = /s/bench {
      add_header Cache-Control "private, max-age=90";
      add_header Referrer-Policy no-referrer;
      add_header X-Robots-Tag noindex;
      return 302 https://example.com/spring;
    }
  }
}`,
);
const command = ["nginx", "-c", `${folder}/nginx.conf`, "-p", folder, "-e", `${folder}/errors`];
const nginx = Bun.spawn(command, { stdout: "ignore", stderr: "inherit" });
process.on("SIGTERM", () => {
  nginx.kill();
  process.exit();
});
while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) await Bun.sleep(20);
console.log(`http://127.0.0.1:${port}`);
