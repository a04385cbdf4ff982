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
    ["with a reference like its pattern", { referencePattern: "PO-##", reference: "po-17" }, null],
    ["and no other", { referencePattern: "PO-##", reference: "PO-7" }, "reference_pattern"],
    ["or none, where it needs none", { referencePattern: "PO-##" }, null],
    ["up to a member's limit", { monthUsage: { limitMinor: 15_000, usedMinor: 5_000 } }, null],
    [
      "and not past that",
      { monthUsage: { limitMinor: 15_000, usedMinor: 5_001 }, member: "exempt" },
      "member_limit",
    ],
    ["for nothing beside", { monthUsage: { limitMinor: 0, usedMinor: 9 }, addsMinor: 0 }, null],
    ["up to its limit", { creditLimitMinor: 10_000 }, null],
    ["and not past it", { creditLimitMinor: 9_999 }, "limit_reached"],
    ["with what it owes", { creditLimitMinor: 15_000, owedMinor: 5_001 }, "limit_reached"],
    ["when it costs nothing yet", { creditLimitMinor: 0, addsMinor: 0, owedMinor: 9 }, null],
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
