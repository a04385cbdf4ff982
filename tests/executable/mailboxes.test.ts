/**
 * One mailbox written in sixty ways, as somebody would who wants to flood it or to guess its codes, each from a
 * different address. It is tested against the executable with a mail server.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { VerifyCodeAnswer } from "../../src/accounts/contract";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { mailboxSpellings } from "../support/mailboxes";
import { type Postbox, startMailbox } from "../support/postbox";
import { createVisitor, type Visitor } from "../support/visitor";
import { until } from "../support/eventually";

const MAILBOX = "target@example.com";
/** One contact gets at most one message in 30 s. */
const RESEND_PAUSE_MS = 31_000;
const CODE_PATTERN = /^\s*(\d{4})\s*$/m;

let place: Installation;
let runningExecutable: RunningExecutable;
let mailbox: Postbox;
beforeAll(async () => {
  place = createInstallation();
  mailbox = await startMailbox();
  runningExecutable = await start();
}, 60_000);
afterAll(async () => {
  await place.close();
  await mailbox.close();
});

const start = () =>
  place.start({
    SMTP_URL: mailbox.url,
    MAIL_FROM: "rides@example.com",
    LOG_LEVEL: "error",
    TRUST_PROXY: "1",
  });

function openServerDatabase(): Database {
  const database = new Database(join(place.folder, "data/livery.sqlite"), { readwrite: true });
  database.run("PRAGMA busy_timeout = 5000");
  return database;
}

/** Makes sent codes older by that many ms. */
function age(milliseconds: number): void {
  using database = openServerDatabase();
  database.run(`UPDATE code_sends SET created_at = created_at - ${milliseconds}`);
}

let from = 0;
const ask = (identifier: string, visitor = createVisitor(runningExecutable.url)) =>
  visitor.post(
    "/auth/send-otp",
    { identifier },
    { "x-forwarded-for": `203.0.${++from >> 8}.${from & 255}` },
  );
const verify = (visitor: Visitor, identifier: string, otp: string) =>
  visitor.post("/auth/verify-otp", { identifier, otp });

test("a mailbox gets one code, however its address is spelt and from any IP address", async () => {
  const statuses: number[] = [];
  for (const identifier of mailboxSpellings) statuses.push((await ask(identifier)).status);
  expect(statuses.length).toBeGreaterThanOrEqual(60);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - 1);
  await mailbox.wait(MAILBOX, CODE_PATTERN);
  // Any other queued message would have arrived with it.
  await Bun.sleep(1_500);
  expect(mailbox.received.map(({ to }) => to)).toEqual([MAILBOX]);
}, 60_000);

test("a mailbox gets five codes an hour and ten a day for all its spellings", async () => {
  const sent = async () => {
    let taken = 0;
    for (const identifier of mailboxSpellings) {
      age(RESEND_PAUSE_MS);
      if ((await ask(identifier)).ok) taken++;
    }
    return taken;
  };
  // One was sent before; sixty pauses of half a minute take half an hour.
  expect(await sent()).toBe(4);
  age(3_600_000);
  expect(await sent()).toBe(5);
}, 60_000);

test("all spellings of an address share three guesses, then get a sign-in link", async () => {
  age(86_400_000);
  const [first = "", ...others] = mailboxSpellings;
  const guesser = createVisitor(runningExecutable.url);
  const answers: number[] = [];
  for (const identifier of others.slice(0, 3)) {
    age(RESEND_PAUSE_MS);
    const before = mailbox.received.length;
    expect((await ask(identifier, guesser)).status).toBe(200);
    const code = await newest(before);
    answers.push((await verify(guesser, identifier, code === "0000" ? "0001" : "0000")).status);
  }
  expect(answers).toEqual([401, 401, 401]);
  age(RESEND_PAUSE_MS);
  const before = mailbox.received.length;
  expect((await ask(first, guesser)).status).toBe(200);
  const [, link = ""] = /\/signin\/([\w-]+)/.exec(await messageAfter(before)) ?? [];
  expect(link).not.toBe("");
}, 60_000);

test("an e-mail address in Devanagari gets its code, and its domain is kept in ASCII form", async () => {
  const visitor = createVisitor(runningExecutable.url);
  const identifier = "संपर्क@डाटामेल.भारत";
  expect((await ask(identifier, visitor)).status).toBe(200);
  // This test's mail server shows domains in their own script.
  const [, code = ""] = await mailbox.wait(identifier, CODE_PATTERN);
  const answer = await verify(visitor, "संपर्क@XN--c2bd4bq1db8d.भारत", code);
  const { getUser } = (await answer.json()) as VerifyCodeAnswer;
  expect([answer.status, getUser.email]).toEqual([200, "संपर्क@xn--c2bd4bq1db8d.xn--h2brj9c"]);
}, 60_000);

async function messageAfter(before: number): Promise<string> {
  return (await until("A message's coming", () => mailbox.received[before])).text;
}

async function newest(before: number): Promise<string> {
  return CODE_PATTERN.exec(await messageAfter(before))?.[1] ?? "";
}
