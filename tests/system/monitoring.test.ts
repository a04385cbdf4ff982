/** The server's own facts for operators: its metrics, and the id of each request. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { outbox } from "../../db/schema/notifications";
import { openLog, outsideRequests, withRequestId } from "../../src/process/log";
import { createRecentLogLines, withoutPersonalData } from "../../src/process/recent-log-lines";
import { createTestServer, START, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const MINUTE = 60_000;

/** Returns all metrics by their names and labels, as they are in the text. */
async function figures(): Promise<Map<string, number>> {
  const text = await (await server.browser("127.0.0.1").get("/metrics")).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

test("a log line within a request has its request id, and shared work has none", async () => {
  const printedLines: string[] = [];
  const print = spyOn(console, "log").mockImplementation((line: string) => {
    printedLines.push(line);
  });
  try {
    const lines = createRecentLogLines();
    const log = await openLog({ logFormat: "json", logLevel: "info" }, lines.add);
    server.deps.log = log;
    server.deps.gazetteer = {
      ...server.deps.gazetteer,
      ready: async () => {
        await Bun.sleep(1);
        log.warning("No airport was found");
      },
    };
    const healthAnswers = await Promise.all(
      ["kig", "ent"].map((q) => server.browser().get(`/places?q=${q}`)),
    );
    const names = healthAnswers.map(({ headers }) => headers.get("x-request-id") ?? "").toSorted();
    expect(healthAnswers.map(({ status }) => status)).toEqual([200, 200]);
    expect(
      lines
        .list()
        .map(({ requestId }) => requestId ?? "none")
        .toSorted(),
    ).toEqual(names);
    expect(printedLines.map((line) => String(JSON.parse(line).requestId)).toSorted()).toEqual(
      names,
    );

    printedLines.length = 0;
    const { write } = server.deps;
    const say = (what: string) => () => log.info(what);
    // All of them share one commit.
    await Promise.all([
      withRequestId("first", () => write(say("of the first"))),
      withRequestId("second", () => write(say("of the second"))),
      write(say("of nobody")),
      withRequestId("third", () => outsideRequests(() => write(say("of nobody either")))),
    ]);
    const entries = printedLines.map(
      (line) => JSON.parse(line) as { message: string; requestId?: string },
    );
    expect(entries.map(({ message, requestId }) => [message, requestId])).toEqual([
      ["of the first", "first"],
      ["of the second", "second"],
      ["of nobody", undefined],
      ["of nobody either", undefined],
    ]);
  } finally {
    print.mockRestore();
  }
});

test("each metric is described once and has a type and a valid number", async () => {
  await signInRider(server);
  const text = await (await server.browser("127.0.0.1").get("/metrics")).text();
  const names = new Set<string>();
  for (const line of text.trimEnd().split("\n")) {
    const declaration = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line);
    if (declaration) {
      if (declaration[1] === "HELP") expect(names.has(declaration[2] ?? "")).toBe(false);
      names.add(declaration[2] ?? "");
      continue;
    }
    const figure = /^(\w+)(?:\{(?:\w+="[^"]*",?)+\})? (NaN|[\d.e+-]+)$/.exec(line);
    expect([line, figure !== null]).toEqual([line, true]);
    const base = (figure?.[1] ?? "").replace(/_(bucket|sum|count)$/, "");
    expect([line, names.has(figure?.[1] ?? "") || names.has(base)]).toEqual([line, true]);
  }
});

test("metrics count codes sent, refused and entered by channel, reason and result", async () => {
  await signInRider(server);
  const requester = server.browser("198.51.100.2");
  await requester.post("/auth/send-otp", { identifier: "other@example.com" });
  expect((await requester.post("/auth/send-otp", { identifier: "other@example.com" })).status).toBe(
    429,
  );
  const foreignAnswer = await requester.post("/auth/send-otp", { identifier: "+14155550100" });
  expect(foreignAnswer.status).toBe(422);
  await requester.post("/auth/verify-otp", {
    identifier: "other@example.com",
    otp: "0000x".slice(0, 4),
  });
  const seen = await figures();
  expect(seen.get('livery_codes_sent_total{channel="email",how="code"}')).toBe(2);
  expect(seen.get('livery_codes_refused_total{reason="limit"}')).toBe(1);
  expect(seen.get('livery_codes_refused_total{reason="country"}')).toBe(1);
  const guessAnswers = ["right", "wrong"].map(
    (result) => seen.get(`livery_code_guesses_total{result="${result}"}`) ?? 0,
  );
  expect(guessAnswers[0]).toBeGreaterThanOrEqual(1);
  expect(guessAnswers.reduce((sum, n) => sum + n)).toBe(2);
});

test("metrics show database reads, writes and commits, and the disk", async () => {
  const before = await figures();
  await Promise.all(Array.from({ length: 20 }, () => server.deps.write(() => {})));
  for (let at = 0; at < 40; at++) await server.browser().get("/settings");
  server.deps.db.$client.query("SELECT count(*) AS n FROM sqlite_schema").all();
  const after = await figures();
  const growthOf = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(growthOf("livery_database_writes_total")).toBe(20);
  // Writes of one tick share one commit.
  expect(growthOf("livery_database_commits_total")).toBe(1);
  expect(growthOf("livery_database_write_seconds_total")).toBeGreaterThan(0);
  expect(growthOf("livery_database_reads_total")).toBeGreaterThan(0);
  expect(after.get("livery_database_writes_waiting")).toBe(0);
  expect(after.get("livery_database_bytes")).toBeGreaterThan(0);
  expect(after.get("livery_disk_free_bytes")).toBeGreaterThan(0);
  expect(after.get("livery_disk_bytes")).toBeGreaterThan(after.get("livery_disk_free_bytes") ?? 0);
  expect(after.get("livery_backup_last_success_timestamp_seconds")).toBeNaN();
});

test("metrics count waiting messages and give the age of the oldest one that is due", async () => {
  const message = (id: string, values: Partial<typeof outbox.$inferInsert>) => ({
    id,
    channel: "email" as const,
    kind: "receipt",
    recipient: "a@example.com",
    subject: "Receipt",
    body: "x",
    state: "waiting" as const,
    nextAttemptAt: START,
    createdAt: START,
    ...values,
  });
  await server.deps.write((tx) =>
    tx
      .insert(outbox)
      .values([
        // Queued at night for seven in the morning.
        message("later", { createdAt: START - 600 * MINUTE, nextAttemptAt: START + 60 * MINUTE }),
        // The same a minute after seven, attempted once.
        message("due", {
          createdAt: START - 600 * MINUTE,
          nextAttemptAt: START + 0.5 * MINUTE,
          attempts: 1,
        }),
      ])
      .run(),
  );
  let seen = await figures();
  expect(seen.get("livery_outbox_waiting")).toBe(2);
  expect(seen.get("livery_outbox_oldest_seconds")).toBe(90);
  await server.deps.write((tx) =>
    tx
      .insert(outbox)
      .values([
        message("stuck", {
          createdAt: START - 90 * MINUTE,
          nextAttemptAt: START + MINUTE,
          attempts: 60,
        }),
        message("lost", { state: "failed", retryUntil: START + MINUTE }),
      ])
      .run(),
  );
  seen = await figures();
  expect(seen.get("livery_outbox_oldest_seconds")).toBe(90 * 60);
  expect(seen.get("livery_outbox_failed")).toBe(1);
});

test("each answer has a request id, which a server error and the log repeat", async () => {
  const printedLines: string[] = [];
  const print = spyOn(console, "log").mockImplementation(
    (line: string) => void printedLines.push(line),
  );
  try {
    const lines = createRecentLogLines();
    for (const logFormat of ["text", "json"] as const) {
      server.deps.log = await openLog({ logFormat, logLevel: "info" }, lines.add);
      printedLines.length = 0;
      const one = await server.browser().get("/healthz");
      const other = await server.browser().get("/nothing");
      const names = [one, other].map((answer) => answer.headers.get("x-request-id") ?? "");
      for (const name of names) expect(name).toMatch(/^[0-9a-f-]{36}$/);
      expect(names[0]).not.toBe(names[1]);
      expect(await other.json()).not.toHaveProperty("requestId");
      const { db } = server.deps;
      server.deps.db = null as never;
      const failedAnswer = await server.browser().get("/content");
      server.deps.db = db;
      expect(failedAnswer.status).toBe(500);
      const told = (await failedAnswer.json()) as { requestId: string; message: string };
      expect(told.message).toBe("Something went wrong on the server. Please try again.");
      expect(failedAnswer.headers.get("x-request-id")).toBe(told.requestId);
      expect(printedLines.join("\n")).toContain(told.requestId);
      expect(lines.list()[0]).toMatchObject({ level: "error", requestId: told.requestId });
      expect(lines.list()[0]?.text).toStartWith("GET /backend/content failed: TypeError");
    }
    expect(printedLines.some((line) => JSON.parse(line).requestId !== undefined)).toBe(true);
  } finally {
    print.mockRestore();
  }
});

test("the stored log lines contain no personal data", () => {
  const text =
    'Message 0199f2a0-8c1e-7000-8000-5a5a5a5a5a5a to aline@example.com or +250 788 123 456 was refused: "Aline Uwase" params: 7,x\n at secret';
  expect(withoutPersonalData(text)).toBe('Message … to …@… or … was refused: "…" params: …');
  expect(withoutPersonalData("GET /backend/admin/reservations failed: Error: disk I/O error")).toBe(
    "GET /backend/admin/reservations failed: Error: disk I/O error",
  );
  const lines = createRecentLogLines();
  for (let at = 0; at < 70; at++)
    lines.add({ at, level: at % 2 === 0 ? "error" : "warning", text: `${at}`, requestId: null });
  expect(lines.list()).toHaveLength(50);
  expect(lines.list()[0]?.at).toBe(69);
  expect([lines.errorsSince(60), lines.errorsSince(0)]).toEqual([5, 35]);
});
