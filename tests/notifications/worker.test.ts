/** Sending messages, to a real SMTP server and a server compatible with Twilio, both on loopback. */
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "bun:test";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { outbox } from "../../db/schema/notifications";
import { queueMessage } from "../../src/notifications/outbox";
import type { Message } from "../../src/notifications/message";
import { bookingConfirmed } from "../../src/notifications/texts/trip-texts";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import type { LoadReceiptPdf } from "../../src/notifications/carriers";
import { createOutboxWorker, retryDelayMs } from "../../src/notifications/worker";
import { createTestServer, type TestServer } from "../support/server";
import { until } from "../support/eventually";

const HOUR = 3_600_000;
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function setUp(
  environment: Record<string, string> = {},
  loadReceipt: LoadReceiptPdf = receiptOf,
) {
  const server = await createTestServer(environment);
  endings.push(() => server.close());
  const lines: string[] = [];
  const worker = createOutboxWorker(server.deps, {
    receiptOf: loadReceipt,
    print: (line) => lines.push(line),
  });
  endings.push(() => worker.stop());
  return { server, worker, lines };
}

const rows = (server: TestServer) => server.deps.db.select().from(outbox).all();

const requestCode = (server: TestServer, identifier: string) =>
  server.browser().post("/auth/send-otp", { identifier });

const trip = {
  language: "en" as const,
  brand: "Livery",
  url: "http://localhost:3000/trips/1",
  number: 1001,
  pickupTime: "Fri 20 Nov 2026, 14:30",
  pickup: "Kigali International Airport",
  dropoff: "<b>Hotel</b>",
  fare: "RWF 12,000",
};
const queue = (server: TestServer, to: { type: "email" | "phone"; value: string }, m: Message) =>
  server.deps.write((tx) => queueMessage(tx, server.deps, { to, message: m }));

/** Starts an SMTP server. `refuse` decides how it refuses a recipient. */
async function startMailServer(
  refuse: (recipient: string, attempt: number) => number | null = () => null,
) {
  const mails: Email[] = [];
  let attempts = 0;
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onRcptTo(address, _session, done) {
      const code = refuse(address.address, ++attempts);
      if (code === null) return done();
      done(Object.assign(new Error("not now, 1234"), { responseCode: code }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  endings.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    mails,
    attempts: () => attempts,
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Livery <hello@livery.test>" },
  };
}

/** Starts a fake Twilio that answers with `status`. */
function twilio(status: (request: number) => number = () => 201) {
  const requests: { path: string; authorization: string | null; body: Record<string, string> }[] =
    [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      requests.push({
        path: new URL(request.url).pathname,
        authorization: request.headers.get("authorization"),
        body: Object.fromEntries(new URLSearchParams(await request.text())),
      });
      const answer = status(requests.length);
      return Response.json({ message: "echo of the text" }, { status: answer });
    },
  });
  endings.push(() => server.stop(true));
  return {
    requests,
    environment: {
      TWILIO_ACCOUNT_SID: "AC123",
      TWILIO_AUTH_TOKEN: "secret-token",
      TWILIO_FROM: "+250780000000",
      TWILIO_API_URL: `http://127.0.0.1:${server.port}/`,
    },
  };
}

describe("e-mail", () => {
  test("is sent at once as text and HTML, and its body is wiped", async () => {
    const mail = await startMailServer();
    const { server, worker, lines } = await setUp(mail.environment);
    worker.start();
    expect((await requestCode(server, "rider@example.com")).status).toBe(200);
    await until("The worker's work", () => rows(server)[0]?.state === "sent");
    const [receivedEmail] = mail.mails;
    expect(receivedEmail?.to).toMatchObject([{ address: "rider@example.com" }]);
    expect(receivedEmail?.from).toMatchObject({ name: "Livery", address: "hello@livery.test" });
    expect(receivedEmail?.subject).toBe("Your Livery code");
    const code = /\b(\d{4})\b/.exec(receivedEmail?.text ?? "")?.[1] ?? "none";
    expect(receivedEmail?.html).toContain(code);
    expect(receivedEmail?.messageId).toBe(`<${rows(server)[0]?.id}@localhost>`);
    expect(rows(server)[0]).toMatchObject({ body: null, attempts: 1, lastError: null });
    expect(lines).toEqual([]);
  });

  test("carries a calendar file and a receipt together", async () => {
    const mail = await startMailServer();
    const loadReceipt = () => Promise.resolve({ name: "receipt.pdf", bytes: new Uint8Array([1]) });
    const { server, worker } = await setUp(mail.environment, loadReceipt);
    worker.start();
    const calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
    const message = { ...bookingConfirmed({ ...trip, calendar }), receiptOf: "trip" };
    await queue(server, { type: "email", value: "rider@example.com" }, message);
    await until("The worker's work", () => mail.mails.length === 1);
    expect(mail.mails[0]?.attachments.map(({ filename }) => filename)).toEqual([
      "trip.ics",
      "receipt.pdf",
    ]);
  });

  test("carries a calendar file as an attachment", async () => {
    const mail = await startMailServer();
    const { server, worker } = await setUp(mail.environment);
    worker.start();
    const calendar = "BEGIN:VCALENDAR\r\nSUMMARY:Café\r\nEND:VCALENDAR\r\n";
    const message = bookingConfirmed({ ...trip, calendar });
    await queue(server, { type: "email", value: "rider@example.com" }, message);
    await until("The worker's work", () => mail.mails.length === 1);
    const [file] = mail.mails[0]?.attachments ?? [];
    expect(file).toMatchObject({
      filename: "trip.ics",
      mimeType: "text/calendar",
      method: "PUBLISH",
    });
    // The mail parser converts line ends to those of text.
    expect(new TextDecoder().decode(file?.content as ArrayBuffer)).toBe(
      calendar.replaceAll("\r\n", "\n"),
    );
    expect(mail.mails[0]?.text).toContain("Your booking is confirmed.");
  });

  test("escapes what people typed, and a line break in the subject adds no header", async () => {
    const mail = await startMailServer();
    const { server, worker } = await setUp(mail.environment);
    worker.start();
    const message = bookingConfirmed(trip);
    await queue(
      server,
      { type: "email", value: "rider@example.com" },
      { ...message, subject: "Hello\r\nBcc: victim@example.com\r\n\r\nbody" },
    );
    await until("The worker's work", () => mail.mails.length === 1);
    const [receivedEmail] = mail.mails;
    expect(receivedEmail?.subject).toBe("Hello Bcc: victim@example.com body");
    expect(receivedEmail?.bcc ?? []).toEqual([]);
    expect(receivedEmail?.headers.map((header) => header.key)).not.toContain("bcc");
    expect(receivedEmail?.html).toContain("&lt;b&gt;Hotel&lt;/b&gt;");
    expect(receivedEmail?.text).toContain("<b>Hotel</b>");
  });

  test("is retried after a temporary refusal, and sent only once", async () => {
    const mail = await startMailServer((_recipient, attempt) => (attempt <= 3 ? 451 : null));
    const { server, worker } = await setUp(mail.environment);
    worker.start();
    await queue(server, { type: "email", value: "rider@example.com" }, bookingConfirmed(trip));
    for (let n = 1; n <= 3; n++) {
      await until("The worker's work", () => rows(server)[0]?.attempts === n);
      expect(rows(server)[0]).toMatchObject({ state: "waiting" });
      expect(rows(server)[0]?.lastError).toMatch(/^SMTP EENVELOPE 451/);
      // A server's error may quote the message, so it is not kept.
      expect(rows(server)[0]?.lastError).not.toContain("1234");
      worker.wake();
      await Bun.sleep(20);
      expect(mail.attempts()).toBe(n);
      server.advance(130_000);
      worker.wake();
    }
    await until("The worker's work", () => rows(server)[0]?.state === "sent");
    expect(mail.mails).toHaveLength(1);
    server.advance(HOUR);
    worker.wake();
    await Bun.sleep(50);
    expect(mail.mails).toHaveLength(1);
  });

  test("to an address that does not exist fails at the first attempt", async () => {
    const mail = await startMailServer(() => 550);
    const { server, worker } = await setUp(mail.environment);
    worker.start();
    await queue(server, { type: "email", value: "gone@example.com" }, bookingConfirmed(trip));
    await until("The worker's work", () => rows(server)[0]?.state === "failed");
    expect(mail.attempts()).toBe(1);
    // The text stays, encrypted, as long as somebody can send it again.
    expect(rows(server)[0]?.body).toMatch(/^[\w-]{100,}$/);
  });

  test("waits an hour for a provider: all 1,000 are sent once, and an expired code is dropped", async () => {
    let isDown = true;
    const mail = await startMailServer(() => (isDown ? 421 : null));
    const { server, worker } = await setUp(mail.environment);
    await server.deps.write((tx) => {
      for (let n = 0; n < 1_000; n++)
        queueMessage(tx, server.deps, {
          to: { type: "email", value: `r${n}@example.com` },
          message: bookingConfirmed(trip),
        });
    });
    await requestCode(server, "late@example.com");
    worker.start();
    await until("The worker's work", () => mail.attempts() >= 4);
    server.advance(HOUR);
    isDown = false;
    // Five minutes of the server's clock are enough to send everything.
    for (let second = 0; second < 300; second += 10) {
      server.advance(10_000);
      worker.wake();
      await Bun.sleep(30);
    }
    // Reads one row: reading all thousand bodies every 5 ms would leave the worker no time.
    const waits = () =>
      server.deps.db
        .select({ id: outbox.id })
        .from(outbox)
        .where(eq(outbox.state, "waiting"))
        .limit(1)
        .all();
    await until("The worker's work", () => waits().length === 0, 60_000);
    const states = Map.groupBy(rows(server), (row) => row.state);
    expect(states.get("sent")).toHaveLength(1_000);
    expect(states.get("expired")).toMatchObject([{ recipient: "late@example.com", body: null }]);
    expect(new Set(mail.mails.map((m) => m.to?.[0]?.address)).size).toBe(1_000);
    expect(mail.mails).toHaveLength(1_000);
  }, 90_000);
});

describe("SMS", () => {
  test("is sent through Twilio's API, and retried after failures", async () => {
    const sms = twilio((request) => (request <= 2 ? 500 : 201));
    const { server, worker } = await setUp(sms.environment);
    worker.start();
    await requestCode(server, "+250788123456");
    for (let n = 1; n <= 2; n++) {
      await until("The worker's work", () => rows(server)[0]?.attempts === n);
      expect(rows(server)[0]?.lastError).toBe("The SMS provider answered 500");
      server.advance(10_000);
      worker.wake();
    }
    await until("The worker's work", () => rows(server)[0]?.state === "sent");
    expect(sms.requests).toHaveLength(3);
    expect(sms.requests[2]).toEqual({
      path: "/2010-04-01/Accounts/AC123/Messages.json",
      authorization: `Basic ${btoa("AC123:secret-token")}`,
      body: {
        To: "+250788123456",
        From: "+250780000000",
        Body: expect.stringMatching(/^\d{4} is your Livery code\./),
      },
    });
    expect(rows(server)[0]?.body).toBeNull();
  });

  test("is dropped if its code expires while the provider is down", async () => {
    const sms = twilio(() => 503);
    const { server, worker } = await setUp(sms.environment);
    worker.start();
    await requestCode(server, "+250788123456");
    await until("The worker's work", () => rows(server)[0]?.attempts === 1);
    server.advance(5 * 60_000);
    worker.wake();
    await until("The worker's work", () => rows(server)[0]?.state === "expired");
    expect(rows(server)[0]?.body).toBeNull();
  });

  test("to an invalid number fails at the first attempt", async () => {
    const sms = twilio(() => 400);
    const { server, worker } = await setUp(sms.environment);
    worker.start();
    await requestCode(server, "+250788123456");
    await until("The worker's work", () => rows(server)[0]?.state === "failed");
    expect(sms.requests).toHaveLength(1);
  });
});

test("an acknowledged message is not sent again, even if saving its state fails at first", async () => {
  const sms = twilio();
  const server = await createTestServer(sms.environment);
  endings.push(() => server.close());
  let failures = 0;
  const write: typeof server.deps.write = (job) =>
    failures++ < 1 ? Promise.reject(new Error("disk full")) : server.deps.write(job);
  const worker = createOutboxWorker({ ...server.deps, write }, { receiptOf });
  endings.push(() => worker.stop());
  worker.start();
  await requestCode(server, "+250788123456");
  await until("The worker's work", () => rows(server)[0]?.state === "sent");
  expect(failures).toBe(2);
  expect(sms.requests).toHaveLength(1);
});

describe("without a provider", () => {
  test("a code is printed once on the console, stored sealed, and wiped when it expires", async () => {
    const { server, worker, lines } = await setUp();
    worker.start();
    await requestCode(server, "john@example.com");
    await until("The worker's work", () => lines.length === 1);
    expect(lines[0]).toMatch(/^Code for j…@example\.com: \d{4} \(valid 5 minutes\)$/);
    await until("The worker's work", () => rows(server)[0]?.attempts === 1);
    worker.wake();
    await Bun.sleep(20);
    expect(lines).toHaveLength(1);
    expect(rows(server)[0]?.state).toBe("kept");
    expect(rows(server)[0]?.body).not.toContain(/\d{4}/.exec(lines[0] ?? "")?.[0]);
    server.advance(5 * 60_000);
    worker.wake();
    await until("The worker's work", () => rows(server)[0]?.state === "expired");
    expect(rows(server)[0]?.body).toBeNull();
  });

  test("a code for a phone is printed too; other messages are kept and not printed", async () => {
    const { server, worker, lines } = await setUp();
    worker.start();
    await queue(server, { type: "email", value: "john@example.com" }, bookingConfirmed(trip));
    await requestCode(server, "+250788123456");
    await until("The worker's work", () => lines.length === 1);
    expect(lines[0]).toMatch(/^Code for \+250…456: \d{4} /);
    expect(rows(server).map((row) => row.state)).toEqual(["kept", "kept"]);
  });

  test("a message that waited for a removed provider is kept", async () => {
    const { server, worker, lines } = await setUp();
    await requestCode(server, "john@example.com");
    await server.deps.write((tx) => tx.update(outbox).set({ state: "waiting" }).run());
    worker.start();
    await until("The worker's work", () => lines.length === 1);
    expect(rows(server)[0]?.state).toBe("kept");
  });
});

test("a message is not queued if its transaction fails", async () => {
  const { server } = await setUp();
  const failedWrite = server.deps.write((tx) => {
    queueMessage(tx, server.deps, {
      to: { type: "email", value: "john@example.com" },
      message: bookingConfirmed(trip),
    });
    throw new Error("changed my mind");
  });
  await expect(failedWrite).rejects.toThrow("changed my mind");
  expect(rows(server)).toEqual([]);
});

test("a stopped worker starts no new message and finishes the one that it is sending", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let servedCount = 0;
  const slowServer = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async () => {
      servedCount++;
      await gate;
      return new Response("{}", { status: 201 });
    },
  });
  endings.push(() => slowServer.stop(true));
  const { server, worker } = await setUp({
    ...twilio().environment,
    TWILIO_API_URL: `http://127.0.0.1:${slowServer.port}`,
  });
  worker.start();
  await requestCode(server, "+250788123456");
  await until("The worker's work", () => servedCount === 1);
  const stopping = worker.stop();
  await requestCode(server, "+250788999456");
  release();
  await stopping;
  expect(rows(server).map((row) => row.state)).toEqual(["sent", "waiting"]);
  expect(servedCount).toBe(1);
});

test("retryDelayMs doubles from 2 seconds to 2 minutes, and varies by half", () => {
  expect([1, 2, 3, 7, 8, 100].map((attempts) => retryDelayMs(attempts, 1))).toEqual([
    2_000, 4_000, 8_000, 120_000, 120_000, 120_000,
  ]);
  expect(retryDelayMs(1, 0)).toBe(1_000);
});
