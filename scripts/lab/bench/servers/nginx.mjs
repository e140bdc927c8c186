// nginx in front of a server, as commonly deployed: it checks keys, limits each account and forwards permitted calls.
// The server behind it only does the work, on the same core.
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { freePort } from "../../../../core/testing/free-port.ts";
import { accounts, perMinute } from "./keys.mjs";

const behind = Bun.spawn([process.execPath, `${import.meta.dir}/bare.ts`], { stdout: "pipe" });
const { value } = await behind.stdout.getReader().read();
const [, upstream] = /http:\/\/([\w.]+:\d+)/.exec(Buffer.from(value).toString());
const port = freePort();
const folder = mkdtempSync(`${tmpdir()}/utilhub-bench-`);
const keys = [...accounts].map(([key, id]) => `"${key}" ${id};`).join("\n");
writeFileSync(
  `${folder}/nginx.conf`,
  `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
events { worker_connections 1024; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  map_hash_max_size 262144; map_hash_bucket_size 128;
  map $http_x_api_key $account { default ""; ${keys} }
  limit_req_zone $account zone=minute:32m rate=${perMinute}r/m;
  limit_req_status 429;
  upstream work { server ${upstream.replace("localhost", "127.0.0.1")}; keepalive 64; }
  server {
    listen 127.0.0.1:${port} reuseport;
    keepalive_requests 100000000;
    location / {
      if ($account = "") { return 401; }
      limit_req zone=minute burst=${perMinute} nodelay;
      proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_pass http://work;
    }
  }
}`,
);
const nginx = spawn(
  "nginx",
  ["-c", `${folder}/nginx.conf`, "-p", folder, "-e", `${folder}/errors`],
  {
    stdio: "inherit",
  },
);
process.on("SIGTERM", () => {
  nginx.kill();
  behind.kill();
  process.exit();
});
while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) await Bun.sleep(20);
console.log(`http://127.0.0.1:${port}`);
