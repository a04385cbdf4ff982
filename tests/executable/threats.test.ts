/** Checks the promises of docs/security.md about attackers against the executable, over its socket. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { type Postbox, startMailbox } from "../support/postbox";
import { trip } from "../support/booking";
import {
  requestCode,
  createVisitor,
  signInNamed,
  signInOutside,
  type Visitor,
} from "../support/visitor";

const OWNER = { email: "owner@example.com", password: "correct horse battery staple" };

let installation: Installation;
let server: RunningExecutable;
let rider: Visitor;
beforeAll(async () => {
  installation = createInstallation();
  server = await installation.start({
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
  });
  rider = await signInNamed(server, "aline@example.com");
}, 60_000);
afterAll(() => installation.close());

/** Sends raw bytes and returns the server's answer. The server then closes the connection. */
function exchange(port: number, ...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.once("close", () => resolve(received)).once("error", reject);
  });
}

describe("sign-in codes", () => {
  test("500 simultaneous guesses get the same refusal, and then the right code is refused, too", async () => {
    const guesser = createVisitor(server.url);
    const identifier = "victim@example.com";
    const right = await requestCode(server, guesser, identifier);
    const answers = await Promise.all(
      Array.from({ length: 500 }, async (_, i) => {
        const otp = `${(Number(right) + 1 + i) % 10_000}`.padStart(4, "0");
        const answer = await guesser.post("/auth/verify-otp", { identifier, otp });
        return `${answer.status} ${await answer.text()}`;
      }),
    );
    expect([...new Set(answers)]).toHaveLength(1);
    expect(answers[0]).toStartWith("401 ");
    const late = await guesser.post("/auth/verify-otp", { identifier, otp: right });
    expect(late.status).toBe(401);
    expect(guesser.cookies.has("livery_rider")).toBeFalse();
  });

  test("are refused in another browser and in another area", async () => {
    const requester = createVisitor(server.url);
    const identifier = "asked@example.com";
    const otp = await requestCode(server, requester, identifier);
    const stranger = createVisitor(server.url);
    expect((await stranger.post("/auth/verify-otp", { identifier, otp })).status).toBe(401);
    expect((await requester.post("/driver/verify-otp", { identifier, otp })).status).toBe(401);
    expect((await requester.post("/auth/verify-otp", { identifier })).status).toBe(400);
    expect((await requester.post("/auth/verify-otp", { identifier, otp })).status).toBe(200);
    expect((await requester.post("/auth/verify-otp", { identifier, otp })).status).toBe(401);
  });

  test("a contact gets one message in 30 s, however often and from wherever it is requested", async () => {
    const limitedInstallation = createInstallation();
    let mailbox: Postbox | undefined;
    try {
      mailbox = await startMailbox();
      const mailingExecutable = await limitedInstallation.start({
        SMTP_URL: mailbox.url,
        MAIL_FROM: "a@example.com",
      });
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const answer = await createVisitor(mailingExecutable.url).request("/auth/send-otp", {
            method: "POST",
            // Without a trusted proxy, a client cannot claim another address.
            headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${i}` },
            body: JSON.stringify({
              identifier: i % 2 ? "Bombed@example.com" : "bombed@example.com",
            }),
          });
          if (answer.status === 429)
            expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
          return answer.status;
        }),
      );
      expect(statuses.toSorted()).toEqual([200, ...Array<number>(19).fill(429)]);
      await mailbox.wait("bombed@example.com", /\d{4}/);
      await Bun.sleep(500);
      expect(mailbox.received).toHaveLength(1);
    } finally {
      await limitedInstallation.close();
      await mailbox?.close();
    }
  });
});

describe("sessions", () => {
  test("the verify answer's token opens nothing, and the session cookie ends with sign-out", async () => {
    const visitor = createVisitor(server.url);
    const identifier = "token@example.com";
    const otp = await requestCode(server, visitor, identifier);
    const verified = await visitor.post("/auth/verify-otp", { identifier, otp });
    const { token } = (await verified.json()) as { token: string };
    const [cookie = ""] = verified.headers
      .getSetCookie()
      .filter((line) => line.startsWith("livery_rider="));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    const current = `${server.url}/backend/auth/current-user`;
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `livery_rider=${token}` },
    ] as Record<string, string>[])
      expect((await fetch(current, { headers })).status).toBe(401);
    const mine = await visitor.get("/auth/current-user");
    expect([mine.status, mine.headers.get("cache-control")]).toEqual([200, "no-store"]);
    await visitor.post("/auth/logout", {});
    const value = /^livery_rider=([^;]*)/.exec(cookie)?.[1] ?? "";
    const answerForCookie = await fetch(current, { headers: { cookie: `livery_rider=${value}` } });
    expect(answerForCookie.status).toBe(401);
  });

  test("every private call answers 401 without a session, and dispatch's calls to a rider's session", async () => {
    const description = (await (await fetch(`${server.url}/backend/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
    };
    const wrongAnswers: string[] = [];
    let walkedCount = 0;
    for (const [path, methods] of Object.entries(description.paths))
      for (const [method, { security }] of Object.entries(methods)) {
        const [area] = Object.keys(security?.[0] ?? {});
        if (!area) continue;
        walkedCount++;
        const at = path
          .replace(/^\/backend/, "")
          .replace(/\{\w+\}/g, "0195d3e0-0000-7000-8000-000000000000");
        const visitors = [createVisitor(server.url), ...(area === "rider" ? [] : [rider])];
        for (const visitor of visitors) {
          const answer = await visitor.request(at, { method: method.toUpperCase() });
          await answer.arrayBuffer();
          if (answer.status !== 401) wrongAnswers.push(`${method} ${path}: ${answer.status}`);
        }
      }
    expect(wrongAnswers).toEqual([]);
    expect(walkedCount).toBeGreaterThan(200);
  }, 60_000);

  test("a locked screen answers 423, also to downloads and streams, and five wrong passwords end it", async () => {
    const staff = createVisitor(server.url);
    expect((await staff.post("/admin/login", OWNER)).status).toBe(200);
    expect((await staff.get("/admin/reservations")).status).toBe(200);
    expect((await staff.post("/admin/lock", {})).status).toBe(200);
    for (const path of [
      "/admin/reservations",
      "/admin/drivers",
      "/admin/outbox",
      "/admin/events",
      "/admin/audit.csv",
      "/admin/reports/trips.csv?from=2026-01-01&to=2026-01-31",
    ])
      expect([path, (await staff.get(path)).status]).toEqual([path, 423]);
    expect((await staff.get("/admin/profile")).status).toBe(200);
    const wrongPassword = { password: "not this one at all" };
    for (let i = 0; i < 5; i++)
      expect((await staff.post("/admin/unlock", wrongPassword)).status).toBe(401);
    const right = await staff.post("/admin/unlock", { password: OWNER.password });
    expect(right.status).toBe(401);
    expect((await staff.get("/admin/profile")).status).toBe(401);
  }, 30_000);

  test("another website can neither act for a rider nor read their data", async () => {
    const cookie = [...rider.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      {},
    ] as Record<string, string>[]) {
      const answer = await fetch(`${server.url}/backend/auth/logout`, {
        method: "POST",
        headers: { ...headers, cookie, "content-type": "application/json" },
        body: "{}",
      });
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    const read = await fetch(`${server.url}/backend/auth/me`, {
      headers: { origin: "https://evil.example", cookie },
    });
    expect(read.headers.has("access-control-allow-origin")).toBeFalse();
    expect((await rider.get("/auth/current-user")).status).toBe(200);
  });
});

describe("bookings", () => {
  test("100 simultaneous posts with one key make one trip, at the server's price", async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const quotedAnswer = await rider.post("/quotes", trip({ pickupLocal: `${tomorrow}T12:00` }));
    const offer = (await quotedAnswer.json()) as {
      quote: string;
      options: { vehicleClass: { id: string }; fareMinor: number }[];
    };
    const [option] = offer.options;
    const body = { quote: offer.quote, vehicleClassId: option?.vehicleClass.id };
    const key = { "idempotency-key": "one-of-a-hundred" };
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const answer = await rider.post("/reservations", body, key);
        const answerBody = (await answer.json()) as { reservation?: { id: string } };
        return `${answer.status} ${answerBody.reservation?.id ?? ""}`;
      }),
    );
    const made = new Set(answers.filter((text) => text.startsWith("201")));
    expect(made.size).toBe(1);
    expect(answers.filter((text) => !text.startsWith("201") && !text.startsWith("409"))).toEqual(
      [],
    );
    const list = await rider.get("/reservations?limit=100");
    expect(((await list.json()) as { reservations: unknown[] }).reservations).toHaveLength(1);
    // The same key with another booking, and a forged price.
    const other = await rider.post("/reservations", { ...body, note: "Another" }, key);
    expect(other.status).toBe(422);
    const tamperedQuote = `${offer.quote.slice(0, -4)}AAAA`;
    expect([400, 422]).toContain(
      (await rider.post("/reservations", { ...body, quote: tamperedQuote })).status,
    );
    const lowPriceAnswer = await rider.post("/reservations", { ...body, fareMinor: 1 });
    const answerBody = (await lowPriceAnswer.json()) as { reservation?: { fareMinor: number } };
    expect([lowPriceAnswer.status, answerBody.reservation?.fareMinor]).toEqual([
      201,
      option?.fareMinor,
    ]);
  });

  test("a stranger can neither read nor cancel another rider's trip", async () => {
    const list = await rider.get("/reservations?limit=1");
    const [{ id } = { id: "" }] = ((await list.json()) as { reservations: { id: string }[] })
      .reservations;
    const stranger = await signInOutside(server, "stranger@example.com");
    expect((await stranger.get(`/reservations/${id}`)).status).toBe(404);
    const cancelledAnswer = await stranger.post(`/reservations/${id}/cancellation`, { version: 1 });
    expect([403, 404]).toContain(cancelledAnswer.status);
    expect((await rider.get(`/reservations/${id}`)).status).toBe(200);
  });
});

describe("raw requests", () => {
  const head = (length: string, type = "application/json") =>
    `POST /backend/auth/send-otp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;

  test("a body that is not the expected JSON gets a 400 in JSON, never a stack trace", async () => {
    const bodies: Uint8Array[] = [
      "{",
      "",
      "null",
      "[]",
      '"text"',
      '{"identifier":1234}',
      '{"identifier":{"$ne":""}}',
      '{"identifier":"a@example.com","identifier":"b@example.com"}',
      '{"__proto__":{"a":1},"identifier":"a@example.com"}',
      '{"identifier":"\\ud800"}',
      '{"identifier":1e999}',
      "[".repeat(20_000),
      '{"identifier":"a@b"}',
      '{"identifier":"a@example.com\\r\\nBcc: all@example.com"}',
      `{"identifier":"${"1".repeat(10_000)}"}`,
    ].map((text) => Buffer.from(text));
    bodies.push(
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
      Buffer.from('{"identifier":"x"}', "utf16le"),
    );
    for (const body of bodies) {
      const answer = await exchange(server.port, head(`Content-Length: ${body.length}`), body);
      expect([body.toString().slice(0, 60), answer.slice(0, 12)]).toEqual([
        body.toString().slice(0, 60),
        "HTTP/1.1 400",
      ]);
      const text = answer.slice(answer.indexOf("\r\n\r\n") + 4);
      expect(JSON.parse(text)).toMatchObject({ message: expect.any(String) });
      expect(text).not.toMatch(/\bat .*:\d+|ZodError|SQLITE/);
    }
  });

  test("another content type gets a 415 and more than 64 KB a 413, also in chunks", async () => {
    const plain = await exchange(server.port, head("Content-Length: 2", "text/plain"), "{}");
    expect(plain).toStartWith("HTTP/1.1 415");
    const big = Buffer.alloc(70_000, 32);
    const rejection = await exchange(server.port, head(`Content-Length: ${big.length}`), big);
    expect(rejection).toStartWith("HTTP/1.1 413");
    const chunk = (size: number) => `${size.toString(16)}\r\n${" ".repeat(size)}\r\n`;
    const chunks = Array.from({ length: 9 }, () => chunk(8_192));
    const costWithoutEarlyStart = await exchange(
      server.port,
      head("Transfer-Encoding: chunked"),
      ...chunks,
      "0\r\n\r\n",
    );
    expect(costWithoutEarlyStart).toStartWith("HTTP/1.1 413");
  });

  test("a path that leads out of the folder gets a 400 or 404, and an unknown method a 405", async () => {
    for (const path of [
      "/../../etc/passwd",
      "/assets/../../../etc/passwd",
      "/backend/files/..%2f..%2fsecret",
      "/%00",
      "/%E0%A4%A",
    ]) {
      const answer = await exchange(
        server.port,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect([path, [400, 404].includes(Number(answer.slice(9, 12)))]).toEqual([path, true]);
      expect(answer).not.toContain("root:");
    }
    const answer = await fetch(`${server.url}/backend/auth/send-otp`, {
      method: "DELETE",
      headers: { origin: server.url },
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
