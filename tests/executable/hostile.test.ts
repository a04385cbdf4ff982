/** What only shows on the wire or on the disk. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, statSync, truncateSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createWorkplace, type Workplace } from "../support/executable";

let workplace: Workplace;
beforeEach(() => {
  workplace = createWorkplace();
});
afterEach(() => workplace.close());

/** Writes `text` on a connection of its own and gives what came back once it closed. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.once("close", () => resolve(received)).once("error", reject);
  });
}

test("a host that is none is the client's fault and no line in the log", async () => {
  const server = await workplace.start();
  const quiet = server.output();
  for (const host of ["a@b", "a b", "[", "", "a:99999", "x#y"])
    for (const path of ["/", "/dispatch", "/backend/healthz"]) {
      const request = `GET ${path}?q=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await exchange(server.port, request)).toStartWith("HTTP/1.1 400");
    }
  expect(server.output()).toBe(quiet);
});

test("a stalled upload is closed after its 408", async () => {
  const server = await workplace.start();
  const began = performance.now();
  const answer = await exchange(
    server.port,
    "POST /backend/driver-application HTTP/1.1\r\nHost: localhost\r\n" +
      "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n",
  );
  expect(answer).toStartWith("HTTP/1.1 408");
  expect(performance.now() - began).toBeLessThan(46_000);
}, 60_000);

test("in a folder that is open to others, the files are not; an emptied database is refused", async () => {
  const folder = join(workplace.folder, "data");
  mkdirSync(folder, { mode: 0o755 });
  const server = await workplace.start();
  for (const name of ["livery.sqlite", "livery.sqlite-wal", "livery.sqlite-shm", "lock", "secret"])
    expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  server.kill();
  await server.exited;

  truncateSync(join(folder, "livery.sqlite"), 0);
  const { code, output } = await workplace.run("serve");
  expect(code).toBe(1);
  expect(output).toContain("Restore a backup: livery restore FILE");
  expect(statSync(join(folder, "livery.sqlite")).size).toBe(0);
});
