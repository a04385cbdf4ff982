/** Messages from the public form: which are accepted, what dispatch does with them, and how long they are kept. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import { contactEntries, contactMessages } from "../../db/schema/contact";
import { outbox } from "../../db/schema/notifications";
import type {
  ContactCounts,
  ContactList,
  ContactMessage,
  ContactTemplates,
} from "../../src/contact/contact-desk-contract";
import { AppError } from "../../src/errors";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type { RefusedForm } from "../../src/server/http";
import { decryptBody } from "../../src/notifications/outbox";
import { book } from "../support/booking";
import { createTestServer, refusal, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const DAY = 86_400_000;

let server: TestServer;
let staff: Awaited<ReturnType<typeof signInAdmin>>;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  staff = await signInAdmin(server);
});
afterEach(() => server.close());

const letter = {
  name: "Chantal Mukamana",
  contact: "chantal@example.com",
  topic: "price",
  text: "Good day,\n\nwhat is a car for a wedding?",
};
const write = (body: object = {}, browser = server.browser()) =>
  browser.post("/contact", { ...letter, ...body });
async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
const list = async (query = "", browser = staff) =>
  (await read<ContactList>(await browser.get(`/admin/contact-messages?${query}`))).messages;
const look = async (id: string) =>
  (await read<{ message: ContactMessage }>(await staff.get(`/admin/contact-messages/${id}`)))
    .message;
const step = async (verb: "post" | "put", id: string, path: string, body: object = {}) =>
  (
    await read<{ message: ContactMessage }>(
      await staff[verb](`/admin/contact-messages/${id}/${path}`, body),
    )
  ).message;
/** Sends a message, and returns it as dispatch sees it. */
async function written(body: object = {}): Promise<ContactMessage> {
  expect((await write(body)).status).toBe(201);
  const [row] = await list();
  if (!row) throw new Error("There is no message.");
  return look(row.id);
}
const rows = () => server.deps.db.select().from(contactMessages).all();
const unread = async () =>
  (await read<ContactCounts>(await staff.get("/admin/contact-messages/counts"))).unread;

test("a visitor's message is confirmed without its text, and is unread for dispatch", async () => {
  const message = await written();
  expect(message).toMatchObject({
    number: 1,
    state: "open",
    name: letter.name,
    email: letter.contact,
    phone: null,
    topic: "price",
    unread: true,
    assignee: null,
    excerpt: "Good day, what is a car for a wedding?",
    entries: [{ kind: "written", ours: false, text: letter.text, mail: "kept" }],
  });
  const [confirmation] = messagesTo(server, letter.contact);
  expect(confirmation?.subject).toBe("Your message to Livery (no. 1)");
  expect(`${confirmation?.text}${confirmation?.html}`).not.toContain("wedding");
  expect(await unread()).toBe(1);
  await step("post", message.id, "read");
  expect(await unread()).toBe(0);
});

test("a phone number may be written as people dial it at home, and nothing is sent to it", async () => {
  expect(await written({ contact: "0788 123 456" })).toMatchObject({
    email: null,
    phone: "+250788123456",
  });
  expect(server.deps.db.select().from(outbox).all()).toEqual([]);
});

test("an invalid field is refused by its name", async () => {
  for (const [field, value] of [
    ["name", " "],
    ["name", "\u200b\u00a0"],
    ["name", "x".repeat(121)],
    ["name", "Eve\r\nBcc: all@example.com"],
    ["name", "a\u202eb"],
    ["contact", "nobody"],
    ["contact", "a@b"],
    ["contact", "a@example.com\r\nBcc: b@example.com"],
    ["contact", "a@example.com, b@example.com"],
    ["contact", "12"],
    ["text", "\n \n"],
    ["text", "\u2060\n\u200d"],
    ["text", "x".repeat(5_001)],
    ["text", "a\u0000b"],
    ["topic", "everything"],
    ["trip", "1 OR 1=1"],
  ] as const) {
    const answer = await write({ [field]: value });
    const body = (await answer.json()) as { code: string; fields?: Record<string, string> };
    expect([field, value, answer.status]).toEqual([field, value, 400]);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
  }
  expect((await write({ text: "x".repeat(5_000) })).status).toBe(201);
  expect(rows()).toHaveLength(1);
});

test("markup, formulas and mail headers in a message stay plain text", async () => {
  const text = "<script>alert(1)</script>\nBcc: all@example.com\t=1+1";
  const { entries, id, version } = await written({ name: "<b>O'Brien</b> 🙂", text });
  expect(entries[0]?.text).toBe("<script>alert(1)</script>\nBcc: all@example.com =1+1");
  await step("post", id, "answers", { version, text: "Dear <you>,\nno." });
  const [answer] = messagesTo(server, letter.contact);
  expect(answer?.html).toContain("Dear &lt;you&gt;,");
  expect(answer?.html).not.toContain("<script>");
  expect(answer?.text).toContain("> Bcc: all@example.com =1+1");
  expect(answer?.subject).toBe("Re: Your message to Livery (no. 1)");
});

test("a message with the hidden field filled in is accepted, but not stored", async () => {
  expect((await write({ website: "https://spam.example" })).status).toBe(201);
  expect(rows()).toEqual([]);
  expect(server.deps.db.select().from(outbox).all()).toEqual([]);
});

test("an IP address can send five messages an hour, and refused ones do not count", async () => {
  const limitedServer = await createTestServer();
  const browser = limitedServer.browser("203.0.113.50");
  for (let at = 0; at < 8; at++)
    expect((await browser.post("/contact", { ...letter, text: "" })).status).toBe(400);
  for (let at = 0; at < 5; at++) expect((await browser.post("/contact", letter)).status).toBe(201);
  const refusedAnswer = await browser.post("/contact", letter);
  expect(refusedAnswer.status).toBe(429);
  expect(Number(refusedAnswer.headers.get("retry-after"))).toBeGreaterThan(3_000);
  expect((await limitedServer.browser("203.0.113.51").post("/contact", letter)).status).toBe(201);
  limitedServer.advance(3_600_000);
  expect((await browser.post("/contact", letter)).status).toBe(201);
  limitedServer.close();
});

test("an e-mail address gets at most three confirmations a day", async () => {
  for (let at = 0; at < 5; at++) expect((await write()).status).toBe(201);
  expect(rows()).toHaveLength(5);
  expect(messagesTo(server, letter.contact)).toHaveLength(3);
  server.advance(DAY + 1);
  await write();
  expect(messagesTo(server, letter.contact)).toHaveLength(4);
});

test("a plain form is redirected once it is accepted, and a refused one keeps what was typed", async () => {
  const submittedForms: RefusedForm[] = [];
  const send = (fields: Record<string, string> | string) =>
    Promise.resolve(
      server.app.fetch(
        new Request("http://livery.test/backend/contact", {
          method: "POST",
          headers: {
            host: "livery.test",
            origin: "http://livery.test",
            "content-type": "application/x-www-form-urlencoded",
          },
          body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
        }),
        {
          address: "203.0.113.7",
          onRefusedForm: (refusedForm: RefusedForm) => submittedForms.push(refusedForm),
        },
      ),
    ).then((answer) => [answer.status, answer.headers.get("location")]);
  const last = () => {
    const { typed, error } = submittedForms.at(-1) ?? {};
    if (!(error instanceof AppError)) throw new Error("Nothing was refused.");
    return [error.code, Object.keys(error.fields ?? {}), typed];
  };
  expect(await send({ ...letter, website: "" })).toEqual([303, "/contact-us?sent=yes#form"]);
  expect(submittedForms).toEqual([]);
  const empty = { ...letter, name: "", text: "" };
  expect(await send(empty)).toEqual([400, null]);
  expect(last()).toEqual(["request.invalid", ["name", "text"], empty]);
  expect(await send({ ...letter, contact: "nobody" })).toEqual([400, null]);
  expect(last()).toEqual(["request.invalid", ["contact"], { ...letter, contact: "nobody" }]);
  expect(await send("name=a&name=b")).toEqual([400, null]);
  expect(last()).toEqual(["request.malformed", [], {}]);
  expect(await send({ ...letter, text: "x".repeat(70_000) })).toEqual([413, null]);
  expect(last()).toEqual(["request.too_large", [], {}]);
  expect(rows()).toHaveLength(1);
});

test("answers stay in one mail thread and name the address for replies", async () => {
  await server.deps.write((tx) =>
    tx.run("UPDATE settings SET email = 'office@example.com' WHERE id = 1"),
  );
  const first = await written();
  const answer = await step("post", first.id, "answers", {
    version: first.version,
    text: "60,000 RWF a day.",
    close: true,
  });
  expect(answer).toMatchObject({
    state: "closed",
    assignee: { name: "Ada Uwase" },
    entries: [{ kind: "written" }, { kind: "answered", ours: true }, { kind: "state" }],
  });
  const secondReply = await step("post", first.id, "replies", { text: "And for two days?" });
  expect(secondReply).toMatchObject({ state: "open", excerpt: "And for two days?" });
  expect(secondReply.entries.at(-1)).toMatchObject({
    kind: "replied",
    by: letter.name,
    ours: false,
  });
  await step("post", first.id, "answers", { version: secondReply.version, text: "100,000 RWF." });
  const mails = server.deps.db
    .select()
    .from(outbox)
    .orderBy(outbox.createdAt, outbox.id)
    .all()
    .map(({ id, body }) => ({ id, ...decryptBody(server.deps.keys, body ?? "") }));
  expect(mails.map(({ thread }) => thread)).toEqual([
    { after: [], replyTo: "office@example.com", personal: false },
    { after: [mails[0]?.id ?? ""], replyTo: "office@example.com", personal: true },
    {
      after: [mails[0]?.id ?? "", mails[1]?.id ?? ""],
      replyTo: "office@example.com",
      personal: true,
    },
  ]);
  expect(mails[2]?.text).toBe(
    "100,000 RWF.\n\nAda Uwase\nLivery\n\nYou wrote:\n> And for two days?",
  );
});

test("if two members of staff answer at once, the second is refused", async () => {
  const { id, version } = await written();
  const path = `/admin/contact-messages/${id}`;
  await step("post", id, "answers", { version, text: "One" });
  for (const [verb, to, body] of [
    ["post", "answers", { text: "Two" }],
    ["put", "state", { state: "closed" }],
    ["put", "assignee", { adminId: null }],
    ["put", "links", { riderId: null, reservationNumber: null }],
  ] as const)
    expect(await refusal(await staff[verb](`${path}/${to}`, { version, ...body }))).toEqual([
      409,
      "contact.stale",
    ]);
  expect(messagesTo(server, letter.contact)).toHaveLength(2);
});

test("a message with only a phone number cannot be answered by e-mail", async () => {
  const { id, version } = await written({ contact: "+250788123456" });
  const answer = await staff.post(`/admin/contact-messages/${id}/answers`, { version, text: "Hi" });
  expect(await refusal(answer)).toEqual([422, "contact.no_email"]);
});

test("staff read messages by box, by search and by page", async () => {
  for (let at = 0; at < 5; at++) {
    server.advance(1_000);
    await write({ name: `Writer ${at}`, text: `Number ${at} about ${at === 3 ? "100%" : "it"}` });
  }
  const all = await list();
  expect(all.map(({ name }) => name)).toEqual([4, 3, 2, 1, 0].map((at) => `Writer ${at}`));
  const [a, b, c] = all;
  if (!a || !b || !c) throw new Error("There are too few messages.");
  server.advance(1_000);
  const { version } = await step("put", a.id, "assignee", {
    version: a.version,
    adminId: staff.admin.id,
  });
  await step("put", b.id, "state", { version: b.version, state: "closed" });
  await step("put", c.id, "state", { version: c.version, state: "spam" });
  expect((await list("box=mine")).map(({ name }) => name)).toEqual(["Writer 4"]);
  expect((await list("box=closed")).map(({ name }) => name)).toEqual(["Writer 3"]);
  expect((await list("box=spam")).map(({ name }) => name)).toEqual(["Writer 2"]);
  expect((await list("box=closed&q=100%25")).length).toBe(1);
  expect((await list("box=closed&q=%25x")).length).toBe(0);
  expect((await list("q=writer 1")).map(({ number }) => number)).toEqual([2]);
  expect((await list("q=5")).map(({ number }) => number)).toEqual([5]);
  await step("put", a.id, "assignee", { version, adminId: null });
  expect(await list("box=mine")).toEqual([]);
  const seen: number[] = [];
  for (let cursor = ""; ;) {
    const page = await read<ContactList>(
      await staff.get(`/admin/contact-messages?limit=1${cursor}`),
    );
    seen.push(...page.messages.map(({ number }) => number));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(seen).toEqual([5, 2, 1]);
});

test("a message is linked to a rider by contact or sign-in, and staff can correct the link", async () => {
  const { browser, rider } = await signInRider(server, "chantal@example.com");
  const trip = await book(browser);
  expect(await written({ trip: `#${trip.number}` })).toMatchObject({
    rider: { id: rider.id, name: "Aline Uwase", isProven: false },
    reservation: { id: trip.id, number: trip.number },
  });
  expect((await write({ contact: "other@example.com" }, browser)).status).toBe(201);
  const listedMessage = (await list()).find(({ email }) => email === "other@example.com");
  const verifiedMessage = await look(listedMessage?.id ?? "");
  expect(verifiedMessage.rider).toMatchObject({ id: rider.id, isProven: true });
  const path = `/admin/contact-messages/${verifiedMessage.id}/links`;
  const { version } = verifiedMessage;
  const to = (riderId: string | null, reservationNumber: number | null) =>
    staff.put(path, { version, riderId, reservationNumber });
  expect(await refusal(await to("nobody", null))).toEqual([422, "contact.no_such_rider"]);
  expect(await refusal(await to(null, 9_999))).toEqual([422, "contact.no_such_trip"]);
  const linked = await read<{ message: ContactMessage }>(await to(null, trip.number));
  expect(linked.message).toMatchObject({ rider: null, reservation: { number: trip.number } });
});

test("notes stay among staff, and the audit log records every action without its text", async () => {
  const { id, version } = await written();
  await step("post", id, "notes", { text: "Chantal called twice." });
  await step("put", id, "assignee", { version, adminId: staff.admin.id });
  await step("post", id, "answers", {
    version: version + 1,
    text: "Here is our price.",
    close: true,
  });
  await step("put", id, "state", { version: version + 2, state: "spam" });
  await step("put", id, "state", { version: version + 3, state: "open" });
  await step("put", id, "links", { version: version + 4, riderId: null, reservationNumber: null });
  await step("post", id, "replies", { text: "Thank you" });
  const log = server.deps.db
    .select()
    .from(auditLog)
    .all()
    .filter(({ subjectKind }) => subjectKind === "contact");
  expect(log.map(({ summary }) => summary)).toEqual(
    [
      "note added",
      "assigned",
      "answered",
      "closed",
      "marked as spam",
      "reopened",
      "linked",
      "reply recorded",
    ].map((did) => `Contact message 1: ${did}`),
  );
  expect(JSON.stringify(log)).not.toMatch(/Chantal|price|chantal/);
  const messages = messagesTo(server, letter.contact);
  expect(messages.length).toBeGreaterThan(0);
  for (const { text, html } of messages) expect(`${text}${html}`).not.toContain("called twice");
});

test("staff share up to 50 templates, and the audit log records each change", async () => {
  const path = "/admin/contact-templates";
  const made = await read<ContactTemplates>(
    await staff.post(path, { title: "Prices", text: "Dear {name},\nsee our prices." }),
  );
  expect(made.templates).toMatchObject([{ title: "Prices" }]);
  const id = made.templates[0]?.id ?? "";
  const changed = await read<ContactTemplates>(
    await staff.put(`${path}/${id}`, { title: "Our prices", text: "Hello" }),
  );
  expect(changed.templates).toEqual([{ id, title: "Our prices", text: "Hello" }]);
  expect((await read<ContactTemplates>(await staff.delete(`${path}/${id}`))).templates).toEqual([]);
  expect((await staff.delete(`${path}/${id}`)).status).toBe(404);
  for (let at = 0; at < 50; at++)
    expect((await staff.post(path, { title: `T${at}`, text: "x" })).status).toBe(201);
  const log = server.deps.db
    .select()
    .from(auditLog)
    .all()
    .filter(({ action }) => action === "contact.templates_changed");
  expect(log.slice(0, 3).map(({ summary }) => summary)).toEqual([
    "Added the template Prices",
    "Changed the template Our prices",
    "Removed the template Our prices",
  ]);
  expect(await refusal(await staff.post(path, { title: "T", text: "x" }))).toEqual([
    422,
    "contact.too_many_templates",
  ]);
});

test("dispatch's event stream announces each message at once", async () => {
  const stream = await staff.get("/admin/events", { accept: "text/event-stream" });
  const reader = stream.body?.getReader();
  await write();
  let told = "";
  while (!told.includes("event: contact"))
    told += new TextDecoder().decode((await reader?.read())?.value);
  expect(told).toContain('"number":1');
  await reader?.cancel();
});

test("a message is deleted twelve months after its last entry, and spam after 30 days", async () => {
  const old = await written();
  const { id, version } = await written({ contact: "spam@example.com" });
  await step("put", id, "state", { version, state: "spam" });
  server.advance(31 * DAY);
  await sweepExpiredRecords(server.deps);
  expect(rows().map((row) => row.id)).toEqual([old.id]);
  staff = await signInAdmin(server);
  await step("post", old.id, "replies", { text: "Still there?" });
  server.advance(364 * DAY);
  await sweepExpiredRecords(server.deps);
  expect(rows()).toHaveLength(1);
  server.advance(2 * DAY);
  await sweepExpiredRecords(server.deps);
  expect(rows()).toEqual([]);
  expect(server.deps.db.select().from(contactEntries).all()).toEqual([]);
});
