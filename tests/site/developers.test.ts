/** What the page for developers reads of an OpenAPI document. */
import { expect, test } from "bun:test";
import { shownCalls } from "../../src/pages/shown-calls";

test("the released partner calls come out with their fields, examples and errors", async () => {
  const calls = shownCalls(await Bun.file(`${import.meta.dir}/../fixtures/partner-v1.json`).json());
  expect(calls).toHaveLength(13);
  const book = calls.find(({ summary }) => summary.startsWith("Books a quote"));
  expect(book).toMatchObject({ method: "POST", path: "/backend/partner/v1/bookings" });
  expect(book?.parameters).toEqual([
    { name: "Idempotency-Key", type: "string, in the header", required: true },
  ]);
  const fields = new Map(book?.request?.fields.map((field) => [field.name, field]));
  expect(fields.get("passenger.phone")).toEqual({
    name: "passenger.phone",
    type: "string, at most 40 characters",
    required: true,
  });
  expect(fields.get("note")?.required).toBe(false);
  expect(JSON.parse(book?.request?.example ?? "")).toHaveProperty("passenger.name");
  expect(book?.answer?.fields.map(({ name }) => name)).toContain("booking.pickup.latitude");
  expect(book?.errors.find(([status]) => status === "401")?.[1]).toContain("key.refused");
  const receipt = calls.find(({ path }) => path.endsWith("receipt.pdf"));
  expect(receipt?.answer).toMatchObject({ description: "application/pdf", fields: [] });
});

test("calls that are no partner calls are left out", () => {
  const document = {
    paths: { "/backend/settings": { get: "anything" } },
    components: { schemas: {} },
  };
  expect(shownCalls(document)).toEqual([]);
});
