import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (query: Record<string, string>) =>
  hub.get(`/api/dev/chmod?${new URLSearchParams(query)}`);

// Modes that chmod of GNU coreutils 9.1 gives files and directories, as stat prints them.
test.each([
  ["4433", "u-rw,g-xs,g=x", "022", true, "4013", "d--S--x-wx"],
  ["502", "-g+w", "000", true, "0722", "drwx-w--w-"],
  ["7163", "uo=u+s,ug=t-g,go+x-X", "002", false, "0000", "----------"],
  ["3426", "uo-g-s,g=u,g-", "027", true, "3444", "dr--r-Sr-T"],
  ["4031", "u=rx,o+x-s", "077", true, "4531", "dr-s-wx--x"],
  ["6326", "o+u-X,ugo=,g+xs", "022", true, "6010", "d--S--s---"],
  ["6007", "05461", "027", true, "5461", "dr-Srw---t"],
  ["646", "g+w", "077", true, "0666", "drw-rw-rw-"],
  ["2223", "ugo=rx", "027", true, "2555", "dr-xr-sr-x"],
  ["2457", "ug=rw+rwxst,a=u", "002", false, "0777", "-rwxrwxrwx"],
  ["41", "a=rwxst", "000", false, "7777", "-rwsrwsrwt"],
  ["7373", "-x,g-x,g-=u", "027", true, "7223", "d-wS-wS-wt"],
  ["3343", "3712", "000", true, "3712", "drwx--s-wT"],
  ["6606", "g+w-X", "077", false, "6626", "-rwS-wSrw-"],
  ["2530", "a=s", "002", false, "6000", "---S--S---"],
  ["2076", "go=rx=rx,o-xs-x", "000", false, "0054", "----r-xr--"],
  ["7576", "00651", "000", false, "0651", "-rw-r-x--x"],
  ["633", "ug=s=x,-X+u,uo+rx", "022", false, "0507", "-r-x---rwx"],
  ["7161", "514", "027", true, "6514", "dr-s--sr--"],
  ["4341", "a--rx", "027", true, "4200", "d-wS------"],
  ["4235", "a=X+rwxst,ug+xs", "027", false, "7777", "-rwsrwsrwt"],
  ["5001", "-t,ugo+o", "002", false, "4111", "---s--x--x"],
  ["116", "-rwX", "002", false, "0002", "--------w-"],
  ["4620", "o++X", "077", true, "4621", "drwS-w---x"],
  ["6165", "o=u=w,g-s", "000", true, "4162", "d--srw--w-"],
  ["1676", "04732", "077", false, "4732", "-rws-wx-w-"],
  ["1050", "go-rw-xs,g-x+r", "022", false, "1040", "----r----T"],
  ["2056", "u-o", "027", false, "2056", "----r-srw-"],
  ["257", "ugo=xs,o-w", "000", false, "6111", "---s--s--x"],
  ["5510", "ug=t,u-rx", "077", false, "1000", "---------T"],
  ["2204", "a-o", "022", false, "2200", "--w---S---"],
  ["3445", "a-o", "022", false, "3000", "------S--T"],
  ["6521", "a=w+x", "000", false, "0333", "--wx-wx-wx"],
  ["7633", "ugo+o,u=rw-x,ugo-w-w", "022", false, "3411", "-r----s--t"],
  ["5336", "1507", "000", false, "1507", "-r-x---rwt"],
  ["7201", "u=xs", "022", false, "7101", "---s--S--t"],
  ["5110", "+X", "077", true, "5110", "d--s--x--T"],
  ["7727", "02446", "002", false, "2446", "-r--r-Srw-"],
  ["5122", "-t,u=u", "077", true, "4122", "d--s-w--w-"],
  ["7103", "ugo+s,go-rx=g,g+rwX+rw", "077", true, "6170", "d--srws---"],
  ["2750", "=611", "022", true, "0611", "drw---x--x"],
  ["7777", "-345,g+w", "002", true, "7432", "dr-S-ws-wT"],
  ["644", "u+x,+103", "022", false, "0747", "-rwxr--rwx"],
])("chmod changes %s by %s with umask %s as coreutils does", async (...row) => {
  const [from, mode, umask, directory, octal, listing] = row;
  const answer = await json(await ask({ from, mode, umask, directory: String(directory) }));
  expect([answer.octal, answer.listing]).toEqual([octal, listing]);
});

test("chmod describes a mode in each notation, and reads it back", async () => {
  const answer = await json(await ask({ mode: "5754" }));
  expect(answer).toMatchObject({
    octal: "5754",
    symbolic: "rwsr-xr-T",
    clauses: "u=rwxs,g=rx,o=rt",
    owner: { read: true, write: true, execute: true },
    group: { read: true, write: false, execute: true },
    others: { read: true, write: false, execute: false },
    setuid: true,
    setgid: false,
    sticky: true,
  });
  for (const mode of [answer.symbolic, answer.listing, answer.clauses, `${answer.listing}.`])
    expect((await json(await ask({ mode }))).octal).toBe("5754");
});

test("chmod warns of risks", async () => {
  const warn = async (query: Record<string, string>) => (await json(await ask(query))).warnings;
  expect(await warn({ mode: "755" })).toEqual([]);
  expect(await warn({ mode: "666" })).toEqual(["Everyone can change the file"]);
  expect(await warn({ mode: "drwxrwxrwt" })).toEqual([]);
  expect(await warn({ mode: "777", directory: "true" })).toHaveLength(1);
  expect(await warn({ mode: "6755" })).toHaveLength(2);
});

test.each([
  [{ mode: "888" }, "query.mode must be an octal number from 0 to 7777"],
  [{ mode: "10000" }, "query.mode must be an octal number from 0 to 7777"],
  [{ mode: "u+y" }, "query.mode must be an octal number such as 755, permissions such as"],
  [
    { mode: "u+x," },
    'query.mode must be an octal number such as 755, permissions such as rwxr-xr-x, or changes such as u+x,go-w: it has ""',
  ],
  [{ mode: "constructor+x" }, "query.mode must be"],
  [{ mode: "u+x", from: "9" }, "query.from must be an octal number from 0 to 7777"],
  [{ mode: "u+x", umask: "1000" }, "query.umask must be an octal number from 0 to 777"],
])("chmod names the field of the bad query %j", async (query, problem) => {
  const answer = await json(await ask(query as Record<string, string>));
  expect(answer.status).toBe(400);
  expect(answer.detail).toStartWith(problem);
});
