/** Who may have a trip billed to a company. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type BillingFacts, billingRefusal, passesLimit } from "../../src/companies/rules";

const fine: BillingFacts = {
  state: "active",
  member: "active",
  requiresCostCentre: false,
  requiresReference: false,
  costCentre: "none",
  reference: "",
  owedMinor: 0,
  addsMinor: 10_000,
  creditLimitMinor: null,
};

describe("a trip is billed to a company", () => {
  test.each<[string, Partial<BillingFacts>, ReturnType<typeof billingRefusal>]>([
    ["for a member", {}, null],
    ["for nobody else", { member: "none" }, "not_member"],
    ["not before the approval", { member: "waiting" }, "not_approved"],
    ["by dispatch for anybody", { member: "exempt" }, null],
    ["not while it is suspended", { state: "suspended" }, "suspended"],
    ["nor then by dispatch", { state: "suspended", member: "exempt" }, "suspended"],
    ["with the cost centre it wants", { requiresCostCentre: true }, "cost_centre"],
    ["which it then has", { requiresCostCentre: true, costCentre: "open" }, null],
    ["under no cost centre of somebody else", { costCentre: "closed" }, "cost_centre"],
    ["with the reference it wants", { requiresReference: true }, "reference_missing"],
    ["which it then has", { requiresReference: true, reference: "PO 7" }, null],
    ["up to its limit", { creditLimitMinor: 10_000 }, null],
    ["and not past it", { creditLimitMinor: 9_999 }, "limit_reached"],
    ["with what it owes", { creditLimitMinor: 15_000, owedMinor: 5_001 }, "limit_reached"],
    ["when it costs nothing yet", { creditLimitMinor: 0, addsMinor: 0, owedMinor: 9 }, null],
  ])("%s", (_what, facts, expected) => {
    expect(billingRefusal({ ...fine, ...facts })).toBe(expected);
  });

  test("for what is passed at once is passed bit by bit too", () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 40_000 }), (trips, creditLimitMinor) => {
        let owedMinor = 0;
        for (const addsMinor of trips) {
          if (passesLimit({ owedMinor, addsMinor, creditLimitMinor })) continue;
          owedMinor += addsMinor;
        }
        return owedMinor <= creditLimitMinor;
      }),
    );
  });
});
