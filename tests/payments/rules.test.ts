/** The amount due, and the sums of a ledger's rows. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { amountDue, costOf, type PayableTrip } from "../../src/fares/amount-due-rules";
import {
  type Entry,
  remainingHoldMinor,
  refundableMinor,
  paymentSums,
} from "../../src/payments/rules";

const trip = (more: Partial<PayableTrip> = {}): PayableTrip => ({
  state: "completed",
  payment: "cash",
  fareMinor: 10_000,
  cancellationFeeMinor: null,
  paidMinor: 0,
  waivedMinor: 0,
  ...more,
});

test.each<[string, Partial<PayableTrip>, due: number]>([
  ["nothing paid", {}, 10_000],
  ["partly paid", { paidMinor: 4_000 }, 6_000],
  ["all paid", { paidMinor: 10_000 }, 0],
  ["too much paid", { paidMinor: 12_000 }, -2_000],
  ["the rest waived", { paidMinor: 4_000, waivedMinor: 6_000 }, 0],
  ["more waived than was due", { paidMinor: 7_000, waivedMinor: 6_000 }, 0],
  [
    "waived, then the price lowered below what was paid",
    { fareMinor: 3_000, paidMinor: 4_000, waivedMinor: 6_000 },
    -1_000,
  ],
  ["billed to a company", { payment: "account" }, 0],
  ["a late cancellation", { state: "cancelled", cancellationFeeMinor: 5_000 }, 5_000],
  ["a cancellation in time", { state: "cancelled" }, 0],
  [
    "a deposit for a trip that was cancelled in time",
    { state: "cancelled", paidMinor: 3_000 },
    -3_000,
  ],
  ["a deposit for a trip that was rejected", { state: "rejected", paidMinor: 3_000 }, -3_000],
  ["a no-show", { state: "no_show", cancellationFeeMinor: 10_000, paidMinor: 1 }, 9_999],
  ["a future trip", { state: "confirmed" }, 10_000],
])("the amount due: %s", (_, more, due) => {
  expect(amountDue(trip(more))).toBe(due);
});

describe("rows of payments", () => {
  const row = (
    kind: Entry["kind"],
    amountMinor: number,
    state: Entry["state"] = "succeeded",
  ): Entry => ({ kind, amountMinor, state });

  test("add up to the paid and waived amounts, without pending and failed ones", () => {
    expect(
      paymentSums([
        row("manual", 5_000),
        row("hold", 9_000),
        row("capture", 7_000),
        row("release", -2_000),
        row("charge", 400, "pending"),
        row("charge", 500, "failed"),
        row("refund", -1_000),
        row("refund", -99, "pending"),
        row("waiver", 300),
        row("waiver", -300),
      ]),
    ).toEqual({ paidMinor: 11_000, waivedMinor: 0 });
  });

  test("can be refunded up to their amount, less pending refunds", () => {
    const charge = row("charge", 1_000);
    expect(refundableMinor(charge, [])).toBe(1_000);
    expect(refundableMinor(charge, [row("refund", -300), row("refund", -200, "pending")])).toBe(
      500,
    );
    expect(refundableMinor(charge, [row("refund", -300, "failed")])).toBe(1_000);
    expect(refundableMinor(row("manual", 1_000), [row("manual", -1_000)])).toBe(0);
    expect(refundableMinor(row("charge", 1_000, "pending"), [])).toBe(0);
    expect(refundableMinor(row("waiver", 1_000), [])).toBe(0);
  });

  test("hold an amount until the first capture or release", () => {
    const hold = row("hold", 1_000);
    expect(remainingHoldMinor(hold, [])).toBe(1_000);
    expect(remainingHoldMinor(hold, [row("capture", 400, "failed")])).toBe(1_000);
    expect(remainingHoldMinor(hold, [row("capture", 400)])).toBe(0);
    expect(remainingHoldMinor(hold, [row("release", -1_000, "pending")])).toBe(0);
    expect(remainingHoldMinor(row("hold", 1_000, "pending"), [])).toBe(0);
  });
});

test("the amounts due, paid and waived always add up to the cost", () => {
  const minor = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(
      fc.constantFrom("completed", "settled", "cancelled", "no_show", "rejected", "confirmed"),
      fc.constantFrom("cash", "card"),
      minor,
      fc.option(minor),
      minor,
      minor,
      (state, payment, fareMinor, cancellationFeeMinor, paidMinor, waivedMinor) => {
        const owedTrip = {
          state,
          payment,
          fareMinor,
          cancellationFeeMinor,
          paidMinor,
          waivedMinor,
        } as PayableTrip;
        const due = amountDue(owedTrip);
        const openMinor = costOf(owedTrip) - paidMinor;
        const waivedPartMinor = Math.min(waivedMinor, Math.max(0, openMinor));
        expect(due + paidMinor + waivedPartMinor).toBe(costOf(owedTrip));
      },
    ),
  );
});
