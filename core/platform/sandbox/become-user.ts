// Starts another program as an unprivileged user: `bun become-user.ts UID GID PROGRAM [ARGUMENT ...]`.
import { becomeUser } from "./linux.ts";

const [uid, gid, ...command] = process.argv.slice(2);
becomeUser(command, {
  uid: Number(uid),
  gid: Number(gid),
  env: process.env as Record<string, string>,
});
