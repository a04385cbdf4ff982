/** What an action on several reservations reports about each, especially if a step before the refused one was done. */
import { expect, test } from "bun:test";
import { ApiError } from "../../../client/api-error";
import { applyAction, type BulkAction } from "../../../client/board/bulk/bulk-actions";
import { LeftPageError } from "../../../client/office/calls";
import type { ReservationRow } from "../../../src/reservations/contract";

const eric = { id: "eric", firstName: "Eric", lastName: "Mugisha" };
const suitableCandidate = { driver: eric, vehicleId: "car", refusals: [], warnings: [] };

/**
 * Simulates calls: each answers with the value for its name, or throws it if it is an error. Returns the calls and
 * their arguments.
 */
function officeWithAnswers(answers: Record<string, unknown>) {
  const calls: [string, unknown][] = [];
  const post = (name: string) => (sent: { json?: unknown }) => {
    calls.push([name, sent.json]);
    return name;
  };
  const at = {
    candidates: { $get: post("candidates") },
    confirmation: { $post: post("confirmation") },
    offer: { $delete: post("withdrawal") },
    assignment: { $post: post("assignment") },
    settlement: { $post: post("settlement") },
    messages: { $post: post("messages") },
  };
  const call = async (name: string) => {
    const answer = answers[name] ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const office = { api: { admin: { reservations: { ":id": at } } }, call };
  // The code under test makes only these calls.
  return { office: office as unknown as Parameters<typeof applyAction>[0], calls };
}
const refusal = (message: string) => new ApiError(409, "assignment.driver_overlap", message);
const act = (
  name: BulkAction,
  state: ReservationRow["state"],
  answers: Record<string, unknown>,
) => {
  const { office, calls } = officeWithAnswers(answers);
  const row = { id: "trip", number: 1001, version: 1, state, willCall: false } as ReservationRow;
  const input = { driver: eric, text: "Hello", to: "rider" as const };
  return { result: applyAction(office, name, row, input, "key"), calls };
};

test("assigning a pending booking confirms it first, and assigns with the version that this returns", async () => {
  const { result, calls } = act("assign", "pending", {
    candidates: { drivers: [suitableCandidate] },
    confirmation: { reservation: { version: 2 } },
  });
  expect(await result).toEqual({ kind: "done", text: "Assigned to Eric Mugisha" });
  expect(calls.slice(1)).toEqual([
    ["confirmation", { version: 1 }],
    ["assignment", { version: 2, driverId: "eric", vehicleId: "car" }],
  ]);
});

test.each([
  ["pending", "confirmation", "Confirmed, but not assigned: Has another trip"],
  ["offered", "withdrawal", "Offer withdrawn, but not assigned: Has another trip"],
] as const)(
  "if a driver is refused for a %s reservation, the result names the step already done",
  async (state, step, text) => {
    const { result } = act("assign", state, {
      candidates: { drivers: [suitableCandidate] },
      [step]: { reservation: { version: 2 } },
      assignment: refusal("Has another trip"),
    });
    expect(await result).toEqual({ kind: "part", text });
  },
);

test("assigning a driver who can't take the trip does not confirm a pending booking", async () => {
  const refusals = [{ code: "driver.overlap", trip: 1002 }];
  const { result, calls } = act("assign", "pending", {
    candidates: { drivers: [{ ...suitableCandidate, refusals }] },
  });
  expect(await result).toEqual({ kind: "refused", text: "Has trip #1002 at that time" });
  expect(calls.map(([name]) => name)).toEqual(["candidates"]);
});

test("applyAct makes no call if the state forbids the action, and throws once the page is left", async () => {
  const { result, calls } = act("settle", "pending", {});
  expect(await result).toEqual({ kind: "refused", text: "Not completed" });
  expect(calls).toEqual([]);
  await expect(
    act("confirm", "pending", { confirmation: new LeftPageError() }).result,
  ).rejects.toThrow();
});
