// The program that starts another one as a user without rights: `bun become-user.ts UID GID PROGRAM [ARGUMENT ...]`.
import { becomeUser } from "./linux.ts";

const [uid, gid, ...command] = process.argv.slice(2);
becomeUser(command, {
  uid: Number(uid),
  gid: Number(gid),
  env: process.env as Record<string, string>,
});
