/** Messages to riders in the owner's own text. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { outbox } from "../../db/schema/notifications";
import { decryptBody } from "../../src/notifications/outbox";
import type {
  Template,
  TemplateAnswer,
  TemplateList,
  TemplatePreview,
} from "../../src/notifications/templates/template-contract";
import { TemplateId } from "../../src/notifications/templates/template-contract";
import { smsPartCount } from "../../src/notifications/sms-rules";
import {
  fillBraces,
  standardText,
  textFaults,
} from "../../src/notifications/templates/template-words";
import { wordsIn } from "../../src/notifications/words/words";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { book } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const own = {
  subject: "Ride {number} is on",
  body: "We come at {time}.\n\nFrom {pickup}.",
  sms: "Ride {number} is on.",
};
const save = (id: string, change: object = {}) =>
  owner.put(`/admin/settings/texts/${id}`, { ...own, language: "en", version: 0, ...change });
const list = async (language = "en") =>
  ((await (await owner.get(`/admin/settings/texts?language=${language}`)).json()) as TemplateList)
    .texts;

describe("textFaults, fill and smsPartCount", () => {
  test.each(languageCodes)("textFaults finds no fault in the standard texts in %s", (language) => {
    for (const id of TemplateId.options) {
      const ours = standardText(id, wordsIn(language));
      expect([id, textFaults(id, { ...ours, sms: "" })]).toEqual([id, {}]);
      expect(ours.subject + ours.body).not.toMatch(/\d{9}|undefined/);
    }
  });

  test("textFaults names an unknown placeholder and finds an unclosed brace", () => {
    expect(textFaults("confirmed", { ...own, body: "Hello {driver}" }).body).toStartWith(
      "{driver} is unknown here.",
    );
    expect(textFaults("assigned", { ...own, body: "Hello {driver}" })).toEqual({});
    expect(Object.keys(textFaults("assigned", { ...own, sms: "Hello {driver" }))).toEqual(["sms"]);
  });

  test("fill leaves placeholders inside a filled value alone", () => {
    expect(fillBraces("{pickup} {constructor}", { pickup: "{number}", number: "7" })).toBe(
      "{number} {constructor}",
    );
  });

  test.each([
    ["a".repeat(160), 1],
    ["a".repeat(161), 2],
    ["a".repeat(306), 2],
    ["a".repeat(307), 3],
    ["€".repeat(80), 1],
    ["€".repeat(81), 2],
    ["ê".repeat(70), 1],
    ["ê".repeat(71), 2],
    ["🚕".repeat(36), 2],
  ])("smsPartCount counts the parts of a text message", (text, parts) => {
    expect(smsPartCount(text)).toBe(parts);
  });
});

test("a message uses the owner's text at once, and the standard text after a reset", async () => {
  expect((await save("received")).status).toBe(200);
  const { browser } = await signInRider(server);
  const told = () =>
    server.deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.kind, "booking_received"))
      .all()
      .map(({ subject, body }) => ({ subject, ...decryptBody(server.deps.keys, body ?? "") }));
  const { number } = await book(browser);
  expect(told()[0]?.subject).toBe(`Ride ${number} is on`);
  expect(told()[0]?.text).toContain("We come at ");
  expect(told()[0]?.text).not.toContain("Thank you for your booking");
  // The details of the trip are still in the message.
  expect(told()[0]?.text).toContain("/trips/");
  const reset = await owner.request("/admin/settings/texts/received", {
    method: "DELETE",
    json: { language: "en", version: 1 },
  });
  expect(((await reset.json()) as TemplateAnswer).text).toMatchObject({ own: null, version: 0 });
  await book(browser);
  expect(told().some(({ text }) => text.includes("Thank you for your booking"))).toBe(true);
});

test("a text belongs to one language, has a version, and an error names its field", async () => {
  expect((await save("confirmed")).status).toBe(200);
  const of = (texts: Template[]) => texts.find(({ id }) => id === "confirmed");
  expect(of(await list())).toMatchObject({ own, version: 1 });
  expect(of(await list("fr"))).toMatchObject({ own: null, version: 0 });
  expect((await save("confirmed")).status).toBe(409);
  const wrongAnswer = await save("confirmed", { version: 1, body: "Hello {rider}" });
  expect(wrongAnswer.status).toBe(400);
  const { fields } = (await wrongAnswer.json()) as { fields: Record<string, string> };
  expect(fields.body).toContain("{rider}");
  expect((await save("nothing")).status).toBe(400);
});

test("the preview shows the message as it is sent, in each form, and saves nothing", async () => {
  const show = async (id: string, text: typeof own | null, language = "en") =>
    (await (
      await owner.post(`/admin/settings/texts/${id}/preview`, { language, own: text })
    ).json()) as TemplatePreview;
  const mine = await show("on_the_way", { ...own, body: "<b>{driver}</b> is coming." });
  expect(mine.subject).toBe("Ride 1042 is on");
  expect(mine.text).toContain("<b>Eric</b> is coming.");
  // The passenger needs the code, so the message has it whatever the owner writes.
  expect(mine.text).toContain("4821");
  expect(mine.sms).toMatch(/^Livery: Ride 1042 is on\. .*4821.* http/);
  expect(mine.smsParts).toBe(smsPartCount(mine.sms));
  const typesetPreview = await show("on_the_way", {
    ...own,
    sms: "It’s trip {number} – on its way…",
  });
  expect(typesetPreview.sms).toContain("It's trip 1042 - on its way...");
  expect(mine.push?.title).toBe("Ride 1042 is on");
  for (const id of TemplateId.options) {
    const ours = await show(id, null, "fr");
    expect([id, ours.text.length > 50, /\{\w+\}/.test(ours.text)]).toEqual([id, true, false]);
  }
  expect((await list()).every((each) => each.own === null)).toBe(true);
});
