/** The partner calls match their released description, and a client generated from it alone works. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ZodType, z } from "zod";
import * as contract from "../../src/partner/contract";
import { createApiKey } from "../support/api-keys";
import { breakingChanges } from "../support/released-calls";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
import { bookChangeAndCancel } from "./client";
import { currentCalls, RELEASED_FILE } from "./release";

let server: TestServer;
let current: Awaited<ReturnType<typeof currentCalls>>;
let releasedPart: typeof current;
beforeAll(async () => {
  server = await createTestServer();
  current = await currentCalls(server);
  releasedPart = await Bun.file(RELEASED_FILE).json();
});
afterAll(() => server.close());

test("the current API description breaks no client of the released one", () => {
  expect(Object.keys(releasedPart.paths as object)).toHaveLength(9);
  expect(breakingChanges(releasedPart, current)).toEqual([]);
});

test("a client made only from the description books, changes and cancels over HTTP", async () => {
  const { token } = await createApiKey(await signInAdmin(server));
  const http = Bun.serve({
    port: 0,
    fetch: (request) => server.app.fetch(request, { address: "203.0.113.7" }),
  });
  try {
    const seen = await bookChangeAndCancel(`http://localhost:${http.port}`, token);
    expect(seen.made).toMatchObject({ state: "pending", fareMinor: seen.quoted });
    expect(seen.again.id).toBe(seen.made.id);
    expect(seen.changed).toMatchObject({ pickupLocal: "2026-11-21T11:00", note: "Gate B" });
    expect(seen.tracking).toMatchObject({ state: "pending", position: null });
    expect(seen.preview).toMatchObject({ allowed: true, feeMinor: 0 });
    expect(seen.cancelled?.state).toBe("cancelled");
    expect(seen.list?.map(({ id }) => id)).toEqual([seen.made.id]);
  } finally {
    await http.stop(true);
  }
});

test("the calls accept every example of the description", () => {
  let count = 0;
  for (const [name, schema] of Object.entries(contract as Record<string, ZodType>)) {
    const example = z.globalRegistry.get(schema)?.example;
    if (example === undefined) continue;
    expect([name, schema.safeParse(example).success]).toEqual([name, true]);
    count++;
  }
  expect(count).toBeGreaterThan(5);
});

describe("breakingChanges", () => {
  type Schema = { properties: Record<string, Schema>; required: string[]; [name: string]: unknown };
  type DescribedParameter = {
    paths: Record<string, Record<string, { responses: object; parameters: object[] }>>;
    components: { schemas: Record<string, Schema> };
  };
  const changed = (change: (of: DescribedParameter) => void) => {
    const copy = structuredClone(releasedPart);
    change(copy as unknown as DescribedParameter);
    return breakingChanges(releasedPart, copy);
  };
  const schema = (of: DescribedParameter, name: string) => {
    const found = of.components.schemas[name];
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };

  test.each<[string, (of: DescribedParameter) => void, string]>([
    [
      "a call that was removed",
      ({ paths }) => delete paths["/backend/partner/v1/quotes"],
      "POST /backend/partner/v1/quotes: is gone",
    ],
    [
      "a field that was removed from an answer",
      (of) => delete schema(of, "PartnerReservation").properties.fareMinor,
      "POST /backend/partner/v1/bookings 201.booking.fareMinor: is gone",
    ],
    [
      "a field that is no longer in every answer",
      (of) => schema(of, "PartnerReservation").required.shift(),
      "POST /backend/partner/v1/bookings 201.booking.id: may be missing",
    ],
    [
      "a field whose type changed",
      (of) =>
        Object.assign(schema(of, "PartnerReservation").properties.note ?? {}, { type: "number" }),
      "POST /backend/partner/v1/bookings 201.booking.note: type changed",
    ],
    [
      "a field that is now required",
      (of) => schema(of, "PartnerBook").required.push("note"),
      "POST /backend/partner/v1/bookings body.note: is required",
    ],
    [
      "a field that is no longer accepted",
      (of) => delete schema(of, "PartnerBook").properties.note,
      "POST /backend/partner/v1/bookings body.note: is gone",
    ],
    [
      "a lower limit on the length of a text",
      (of) => Object.assign(schema(of, "PartnerBook").properties.note ?? {}, { maxLength: 10 }),
      "POST /backend/partner/v1/bookings body.note: maxLength is lower",
    ],
  ])("reports %s", (_title, change, expectedText) => {
    expect(changed(change)).toContain(expectedText);
  });

  test("does not report added fields", () => {
    const added = (of: DescribedParameter) => {
      const more = { type: "string" } as unknown as Schema;
      Object.assign(schema(of, "PartnerReservation").properties, { more });
      schema(of, "PartnerReservation").required.push("more");
      Object.assign(schema(of, "PartnerBook").properties, { more });
    };
    expect(changed(added)).toEqual([]);
  });
});
