/** What is visible only in the network traffic or on the disk. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, statSync, truncateSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInstallation, type Installation } from "../support/executable";

let installation: Installation;
beforeEach(() => {
  installation = createInstallation();
});
afterEach(() => installation.close());

/** Sends `text` over a new connection, and returns the answer once the connection is closed. */
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

test("an invalid Host header gets a 400, even if every request is logged", async () => {
  const server = await installation.start({ LOG_LEVEL: "debug" });
  const request = "GET /backend/healthz HTTP/1.1\r\nHost: a@b\r\nConnection: close\r\n\r\n";
  expect(await exchange(server.port, request)).toStartWith("HTTP/1.1 400");
});

const MEGABYTE = 1024 * 1024;

/** Sends a head and then up to 100 MB until there is an answer, and returns the answer. */
function sendEndlessHeaders(port: number, head: string, isChunked: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const megabyte = Buffer.alloc(MEGABYTE, "A");
    let received = "";
    let sent = 0;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(head);
      send();
    });
    function send(): void {
      if (received !== "" || sent++ >= 100) return;
      if (isChunked) socket.write(`${MEGABYTE.toString(16)}\r\n`);
      socket.write(megabyte, () => setTimeout(send, 5));
      if (isChunked) socket.write("\r\n");
    }
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (received.includes("}")) socket.destroy();
    });
    socket.once("close", () => resolve(received)).once("error", reject);
  });
}

test.each([
  ["a driver application", "/driver-application", "multipart/form-data; boundary=x"],
  ["a driver's file", "/driver-application/uploads", "multipart/form-data; boundary=x"],
  ["a quote", "/quotes", "application/json"],
  ["a staff login", "/admin/login", "application/json"],
])(
  "a request over the size limit gets a 413 in JSON, with or without a length: %s",
  async (_, path, type) => {
    const server = await installation.start();
    const head = `POST /backend${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`;
    const oversizedRequest = `${head}Content-Length: ${100 * MEGABYTE}\r\n\r\n`;
    for (const answer of [
      await sendEndlessHeaders(server.port, oversizedRequest, false),
      await sendEndlessHeaders(server.port, `${head}Transfer-Encoding: chunked\r\n\r\n`, true),
    ]) {
      expect(answer).toStartWith("HTTP/1.1 413");
      expect(answer.toLowerCase()).toContain("\r\ncontent-type: application/json");
      expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({
        message: "The request is too large.",
        code: "request.too_large",
      });
    }
  },
  60_000,
);

test("an applicant who sends more than 80 MB to the end reads why it was refused", async () => {
  const server = await installation.start();
  const form = new FormData();
  for (let file = 0; file < 11; file++)
    form.set(`exteriorPhoto${file}`, new File([Buffer.alloc(9 * MEGABYTE, "A")], "car.jpg"));
  const answer = await fetch(`${server.url}/backend/driver-application`, {
    method: "POST",
    body: form,
  });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({
    message: "The request is too large.",
    code: "request.too_large",
  });
}, 60_000);

test("an invalid Host header gets a 400 and writes nothing to the log", async () => {
  const server = await installation.start();
  const quiet = server.output();
  for (const host of ["a@b", "a b", "[", "", "a:99999", "x#y"])
    for (const path of ["/", "/dispatch", "/backend/healthz"]) {
      const request = `GET ${path}?q=1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await exchange(server.port, request)).toStartWith("HTTP/1.1 400");
    }
  expect(server.output()).toBe(quiet);
});

test("a stalled upload gets a 408, and the server closes its connection", async () => {
  const server = await installation.start();
  const startedAt = performance.now();
  const answer = await exchange(
    server.port,
    "POST /backend/driver-application HTTP/1.1\r\nHost: localhost\r\n" +
      "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n",
  );
  expect(answer).toStartWith("HTTP/1.1 408");
  expect(performance.now() - startedAt).toBeLessThan(46_000);
}, 60_000);

test("data files are private in a folder open to others, and an emptied database is refused", async () => {
  const folder = join(installation.folder, "data");
  mkdirSync(folder, { mode: 0o755 });
  const server = await installation.start();
  for (const name of ["livery.sqlite", "livery.sqlite-wal", "livery.sqlite-shm", "lock", "secret"])
    expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  server.kill();
  await server.exited;

  truncateSync(join(folder, "livery.sqlite"), 0);
  const { code, output } = await installation.run("serve");
  expect(code).toBe(1);
  expect(output).toContain("Restore a backup: livery restore FILE");
  expect(statSync(join(folder, "livery.sqlite")).size).toBe(0);
});
