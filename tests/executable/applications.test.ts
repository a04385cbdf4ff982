/** Applications with all their files at the maximum size, over the network and on the disk. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInstallation, type Installation } from "../support/executable";
import { applicationFileNames } from "../../src/drivers/application-contract";
import { pdf, png } from "../support/pictures";
import { expectEventually, until } from "../support/eventually";

let installation: Installation;
beforeEach(() => {
  installation = createInstallation();
});
afterEach(() => installation.close());

const MEGABYTE = 1024 * 1024;
const uploads = () => {
  const folder = join(installation.folder, "data", "uploads");
  return existsSync(folder) ? readdirSync(folder) : [];
};
/** Returns the resident memory of a process in MB: now, or its peak. */
const memory = (pid: number, which: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) /
  1024;

/** Creates a 12 megapixel JPEG, padded after its end to `megabytes`. */
async function photo(megabytes: number): Promise<Buffer> {
  const big = await new Bun.Image(png(400, 300)).resize(4_000, 3_000).jpeg({ quality: 90 }).bytes();
  return Buffer.concat([big, Buffer.alloc(Math.max(0, megabytes * MEGABYTE - big.length), 7)]);
}

test("four simultaneous applications of 80 MB use less than 300 MB of memory, and a fifth gets a 503", async () => {
  const server = await installation.start({ RATE_LIMITS: "off" });
  const url = `http://localhost:${server.port}/backend/driver-application`;
  const headers = { origin: server.url };
  const paper = Buffer.concat([
    Buffer.from("%PDF-1.4\n"),
    Buffer.alloc(8.7 * MEGABYTE, 7),
    Buffer.from("\n1 0 obj<</Type/Page>>endobj\n%%EOF\n"),
  ]);
  const picture = await photo(1.2);
  const form = () => {
    const body = new FormData();
    body.set("firstName", "Zoë");
    for (const name of applicationFileNames)
      body.set(
        name,
        new File(
          [(name.includes("Photo") ? picture : paper) as BlobPart],
          name.includes("Photo") ? "a.jpg" : "a.pdf",
        ),
      );
    return body;
  };
  // A warm-up, because the first picture loads the decoder.
  expect((await fetch(url, { method: "POST", headers, body: form() })).status).toBe(201);
  const before = memory(server.pid, "VmRSS");
  const answers = Array.from({ length: 4 }, () =>
    fetch(url, { method: "POST", headers, body: form() }),
  );
  await Bun.sleep(300);
  const fifthAnswer = await fetch(url, { method: "POST", headers, body: new FormData() });
  expect(fifthAnswer.status).toBe(503);
  expect(Number(fifthAnswer.headers.get("retry-after"))).toBeGreaterThan(0);
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(201);
  expect(memory(server.pid, "VmHWM") - before).toBeLessThan(300);
  expect(uploads()).toHaveLength(5 * 16);
  expect(uploads().filter((name) => name.endsWith(".part"))).toEqual([]);
}, 180_000);

test("an upload leaves no file if its sender disconnects", async () => {
  const server = await installation.start();
  const head =
    `POST /backend/driver-application HTTP/1.1\r\nHost: localhost:${server.port}\r\n` +
    `Origin: ${server.url}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n` +
    '--x\r\nContent-Disposition: form-data; name="proofOfAddress"; filename="a.pdf"\r\n\r\n';
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  let answerText = "";
  socket.on("data", (chunk) => {
    answerText += chunk.toString("latin1");
  });
  socket.write(head);
  socket.write(Buffer.concat([pdf(), Buffer.alloc(2 * MEGABYTE, 7)]));
  await until("A file while it comes", () => uploads().length > 0);
  expect(answerText).toBe("");
  socket.destroy();
  await expectEventually(uploads).toEqual([]);
}, 30_000);
