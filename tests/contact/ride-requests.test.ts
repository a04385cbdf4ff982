/** Rides requested on the public site: they wait in dispatch with their details. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { contactEntries, contactMessages } from "../../db/schema/contact";
import type { AppError } from "../../src/errors";
import type { RefusedForm } from "../../src/server/http";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const request = {
  from: "Kigali Heights",
  to: "The blue gate behind the market",
  date: "2026-11-25",
  time: "07:30",
  passengers: "3",
  name: "Chantal Mukamana",
  contact: "+250 788 123 456",
  text: "One of us walks with crutches.",
};
const ask = (body: object = {}) => server.browser().post("/ride-requests", { ...request, ...body });
const rows = () => server.deps.db.select().from(contactMessages).all();
const saidText = () => server.deps.db.select().from(contactEntries).all()[0]?.body;

test("a ride request becomes a message that lists its facts line by line", async () => {
  expect((await ask()).status).toBe(201);
  expect(rows()).toMatchObject([
    { name: request.name, phone: "+250788123456", email: null, topic: "booking", state: "open" },
  ]);
  expect(saidText()).toBe(
    [
      "Asks for a ride and a call back.",
      "",
      "Pickup: Kigali Heights",
      "Drop-off: The blue gate behind the market",
      "When: Wednesday, 25 November 2026, 07:30",
      "Passengers: 3",
      "",
      "One of us walks with crutches.",
    ].join("\n"),
  );
});

test("a ride request without day and time is for as soon as possible, and an invalid one is refused", async () => {
  expect((await ask({ date: "", time: "", text: "" })).status).toBe(201);
  expect(saidText()).toEndWith("When: as soon as possible\nPassengers: 3");
  for (const [change, field] of [
    [{ time: "" }, "time"],
    [{ date: "" }, "date"],
    [{ from: " " }, "from"],
    [{ to: "" }, "to"],
    [{ name: "" }, "name"],
    [{ contact: "nobody" }, "contact"],
    [{ passengers: "0" }, "passengers"],
    [{ date: "tomorrow" }, "date"],
    [{ text: "x".repeat(2_001) }, "text"],
  ] as const) {
    const answer = await ask(change);
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    expect([answer.status, Object.keys(fields)]).toEqual([400, [field]]);
  }
  expect(rows()).toHaveLength(1);
});

test("a ride request with the hidden field filled in is not stored, and requests have a rate limit", async () => {
  expect((await ask({ website: "https://spam.example" })).status).toBe(201);
  expect(rows()).toEqual([]);
  for (let at = 0; at < 4; at++) expect((await ask()).status).toBe(201);
  const answer = await ask();
  expect([answer.status, answer.headers.has("retry-after")]).toEqual([429, true]);
  expect(rows()).toHaveLength(4);
});

test("a plain form is redirected once it is accepted, and a refused one keeps what was typed", async () => {
  const refusedForms: RefusedForm[] = [];
  const send = async (fields: Record<string, string>) => {
    const request = new Request("http://livery.test/backend/ride-requests", {
      method: "POST",
      headers: {
        host: "livery.test",
        origin: "http://livery.test",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(fields).toString(),
    });
    const answer = await server.app.fetch(request, {
      address: "203.0.113.7",
      onRefusedForm: (refusedForm: RefusedForm) => refusedForms.push(refusedForm),
    });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await send(request)).toEqual([303, "/request-ride?sent=yes"]);
  // As the home page sends it, without a name or contact.
  const { from, to } = request;
  expect(await send({ from, to, date: "", time: "", passengers: "1" })).toEqual([400, null]);
  const { typed, error } = refusedForms[0] ?? {};
  expect(typed).toMatchObject({ from, to });
  expect(Object.keys((error as AppError).fields ?? {})).toEqual(["name", "contact"]);
  expect(rows()).toHaveLength(1);
});
