/** Thousands of connections that start a request and never finish it, and a client that only has a slow connection. */
import { connect } from "node:net";
import { applicationFileNames } from "../../../src/drivers/application-contract";
import { createInstallation, type RunningExecutable } from "../../support/executable";
import { type Figure, percentile, type Soak } from "../figures";
import { withFileLimit, startOtherClients, startWireClients } from "../processes";

const SOCKET_COUNT = 5_000;

/** Half of the first line, nothing at all, an unfinished header, and a head without the body that it announces. */
const requestStarts = [
  "GET / HT",
  "",
  "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
  "POST /backend/auth/send-otp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{",
];

export const slowSockets: Soak = {
  name: "slow-sockets",
  description:
    "5,000 connections start a request, in four ways, and never finish it; half of them send one byte every 3 s. Other clients send 50 requests a second.",
  short: 0.08,
  async run(share) {
    const count = Math.ceil(SOCKET_COUNT * share);
    const installation = createInstallation(withFileLimit);
    let clients: Awaited<ReturnType<typeof startWireClients>> | undefined;
    try {
      const server = await installation.start({ RATE_LIMITS: "off", LOG_LEVEL: "error" });
      const paths = ["/", "/backend/healthz", "/backend/vehicle-classes"];
      // The first requests after the start are slow anyway, so they are not measured.
      for (let i = 0; i < 60; i++)
        await (await fetch(server.url + (paths[i % paths.length] ?? ""))).arrayBuffer();
      clients = await startWireClients();
      const others = startOtherClients(server.url, paths, 20);
      clients.ask({
        kind: "dawdle",
        port: server.port,
        sockets: count,
        requestStarts,
      });
      const { after } = await clients.waitForMessage("closed");
      const { times, faults } = await others.stop();
      return [
        { of: "sockets closed", value: after.length, unit: "sockets", aim: { least: count } },
        {
          of: "the last is closed after",
          value: percentile(after, 100) / 1_000,
          unit: "s",
          aim: { most: 15 },
        },
        {
          of: "answers to others meanwhile",
          value: times.length,
          unit: "answers",
          aim: { least: 100 },
        },
        { of: "others that got none", value: faults.length, unit: "", aim: { most: 0 } },
        {
          of: "others' wait, 99 of 100",
          value: percentile(times, 99),
          unit: "ms",
          aim: { most: 100 },
        },
      ] satisfies Figure[];
    } finally {
      await clients?.end();
      await installation.close();
    }
  },
};

const MEGABYTE = 1024 * 1024;
const BYTES_PER_SECOND = 256_000 / 8;

/** Sends a whole application at the speed of a slow connection. Returns the status and the time it took, in seconds. */
async function sendSlowly(server: RunningExecutable, megabytes: number): Promise<[number, number]> {
  const form = new FormData();
  form.set("firstName", "Zoë");
  // A file has at most 10 MB, so two files share the size.
  for (const name of applicationFileNames.filter((one) => !one.includes("Photo")).slice(0, 2)) {
    const page = "\n1 0 obj<</Type/Page>>endobj\n%%EOF\n";
    const paper = ["%PDF-1.4\n", Buffer.alloc((megabytes / 2) * MEGABYTE, 7), page];
    form.set(name, new File(paper, "scan.pdf"));
  }
  const createdAnswer = new Response(form);
  const type = createdAnswer.headers.get("content-type") ?? "";
  const body = Buffer.from(await createdAnswer.arrayBuffer());
  const socket = connect(server.port, "127.0.0.1");
  const answerText = Promise.withResolvers<string>();
  socket.on("data", (chunk) => answerText.resolve(chunk.toString("latin1")));
  socket.on("close", () => answerText.resolve("closed without an answer"));
  socket.on("error", () => {});
  const startedAt = performance.now();
  socket.write(
    `POST /backend/driver-application HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: ${server.url}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  let told = "";
  void answerText.promise.then((text) => {
    told = text;
  });
  for (let sent = 0; sent < body.length && told === "";) {
    const due = Math.min(
      body.length,
      Math.ceil(((performance.now() - startedAt) / 1_000) * BYTES_PER_SECOND),
    );
    if (due > sent) socket.write(body.subarray(sent, due));
    sent = due;
    await Bun.sleep(250);
  }
  const answer = await answerText.promise;
  const seconds = (performance.now() - startedAt) / 1_000;
  socket.destroy();
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), seconds];
}

export const slowUpload: Soak = {
  name: "slow-upload",
  description: "An application with 15 MB of documents is uploaded at 256 kbit/s.",
  short: 0.025,
  async run(share) {
    const installation = createInstallation();
    try {
      const server = await installation.start();
      const megabytes = 15 * share;
      const [status, seconds] = await sendSlowly(server, megabytes);
      return [
        { of: "sent", value: megabytes, unit: "MB" },
        // A shorter upload would prove nothing, because the server closes a stalled one after ten seconds.
        { of: "it took", value: seconds, unit: "s", aim: { least: 10 } },
        { of: "taken (201)", value: status === 201 ? 1 : 0, unit: "", aim: { least: 1 } },
      ] satisfies Figure[];
    } finally {
      await installation.close();
    }
  },
};
