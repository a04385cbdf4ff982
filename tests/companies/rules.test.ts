/** Who may have a trip billed to a company. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type BillingFacts,
  billingRefusal,
  exampleReference,
  normalizedReference,
  exceedsCompanyLimit,
} from "../../src/companies/rules";

const allowedFacts: BillingFacts = {
  state: "active",
  member: "active",
  requiresCostCentre: false,
  requiresReference: false,
  costCentre: "none",
  reference: "",
  referencePattern: "",
  monthUsage: null,
  owedMinor: 0,
  addsMinor: 10_000,
  creditLimitMinor: null,
};

describe("billing a trip to a company", () => {
  test.each<[string, Partial<BillingFacts>, ReturnType<typeof billingRefusal>]>([
    ["a member can bill a trip", {}, null],
    ["a rider outside the company cannot", { member: "none" }, "not_member"],
    ["a member who is not approved yet cannot", { member: "waiting" }, "not_approved"],
    ["dispatch can bill any rider's trip", { member: "exempt" }, null],
    ["a member of a suspended company cannot", { state: "suspended" }, "suspended"],
    [
      "dispatch cannot bill a suspended company either",
      { state: "suspended", member: "exempt" },
      "suspended",
    ],
    ["a required cost centre is missing", { requiresCostCentre: true }, "cost_centre"],
    ["a required cost centre is given", { requiresCostCentre: true, costCentre: "open" }, null],
    ["the cost centre cannot be used", { costCentre: "closed" }, "cost_centre"],
    ["a required reference is missing", { requiresReference: true }, "reference_missing"],
    ["a required reference is given", { requiresReference: true, reference: "PO 7" }, null],
    ["the reference matches the pattern", { referencePattern: "PO-##", reference: "po-17" }, null],
    [
      "the reference does not match the pattern",
      { referencePattern: "PO-##", reference: "PO-7" },
      "reference_pattern",
    ],
    ["an optional reference with a pattern is missing", { referencePattern: "PO-##" }, null],
    [
      "a member's limit is just reached",
      { monthUsage: { limitMinor: 15_000, usedMinor: 5_000 } },
      null,
    ],
    [
      "a member's limit is exceeded, even by dispatch",
      { monthUsage: { limitMinor: 15_000, usedMinor: 5_001 }, member: "exempt" },
      "member_limit",
    ],
    [
      "a member's limit does not stop a trip that adds nothing",
      { monthUsage: { limitMinor: 0, usedMinor: 9 }, addsMinor: 0 },
      null,
    ],
    ["the credit limit is just reached", { creditLimitMinor: 10_000 }, null],
    ["the credit limit is exceeded", { creditLimitMinor: 9_999 }, "limit_reached"],
    [
      "the credit limit includes what the company owes",
      { creditLimitMinor: 15_000, owedMinor: 5_001 },
      "limit_reached",
    ],
    [
      "the credit limit does not stop a trip that costs nothing yet",
      { creditLimitMinor: 0, addsMinor: 0, owedMinor: 9 },
      null,
    ],
  ])("follows the rule: %s", (_title, facts, expected) => {
    expect(billingRefusal({ ...allowedFacts, ...facts })).toBe(expected);
  });

  test("never exceeds the credit limit, in whatever steps trips are added", () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 40_000 }), (trips, creditLimitMinor) => {
        let owedMinor = 0;
        for (const addsMinor of trips) {
          if (exceedsCompanyLimit({ owedMinor, addsMinor, creditLimitMinor })) continue;
          owedMinor += addsMinor;
        }
        return owedMinor <= creditLimitMinor;
      }),
    );
  });
});

describe("a reference for a company's bill", () => {
  test.each([
    ["PO-####", "po-0042", "PO-0042"],
    ["PO-####", "PO-42", null],
    ["PO-####", "PO-00421", null],
    ["PO-####", "PO-٠٠٤٢", null],
    ["@@/##", "éx/07", "ÉX/07"],
    ["@@/##", "1x/07", null],
    ["a.c", "abc", null],
    ["(.+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", null],
    ["", "PO", null],
  ])("with the pattern %s: %s is read as %p", (pattern, reference, expected) => {
    expect(normalizedReference(pattern, reference)).toBe(expected);
  });

  test("made as the example of a pattern fits that pattern, whatever it is", () => {
    expect(exampleReference("PO-####/@@")).toBe("PO-1234/AB");
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (pattern) => {
        expect(normalizedReference(pattern, exampleReference(pattern))).not.toBeNull();
      }),
    );
  });
});
