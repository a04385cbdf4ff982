import { expect, test } from "bun:test";
import {
  codeRequirement,
  type BoardingFacts,
  boardingOutcome,
  hasBoardingCode,
} from "../../src/reservations/waiting/boarding-rules";
import { transitions } from "../../src/reservations/rules";
import type { ReservationState } from "../../src/reservations/contract";

const facts = (change: Partial<BoardingFacts> = {}): BoardingFacts => ({
  codes: "offered",
  onlyWithCode: false,
  wrongCodes: 0,
  confirmed: false,
  ...change,
});
const outcome = (change: Partial<BoardingFacts>, given: { code?: string; reason?: string } = {}) =>
  boardingOutcome(facts(change), given, (code) => code === "4821");

test("a trip has a boarding code from its assignment until boarding", () => {
  const states = Object.keys(transitions).filter((state) =>
    hasBoardingCode(state as ReservationState),
  );
  expect(states).toEqual(["assigned", "en_route", "on_location"]);
});

test.each([
  // Codes are off: nothing is required or checked.
  [{ codes: "off" }, {}, "unasked"],
  [{ codes: "off", onlyWithCode: true }, { code: "0000" }, "unasked"],
  // Optional: the driver may skip the code, but a wrong code counts as wrong.
  [{}, {}, "unasked"],
  [{}, { code: "4821" }, "code"],
  [{}, { code: "0000" }, "wrong_code"],
  [{ wrongCodes: 1 }, {}, "code_required"],
  [{ wrongCodes: 1 }, { reason: "No phone" }, "reason"],
  [{ wrongCodes: 2 }, { code: "4821" }, "code"],
  // Required: the driver must give the code or a reason.
  [{ codes: "required" }, {}, "code_required"],
  [{ codes: "required" }, { reason: "No phone" }, "reason"],
  [{ codes: "required" }, { code: "4821" }, "code"],
  // A typed code counts, whatever reason is beside it.
  [{ codes: "required" }, { code: "0000", reason: "No phone" }, "wrong_code"],
  // The rider requires the code: a reason from the driver is not enough.
  [{ onlyWithCode: true }, {}, "code_required"],
  [{ onlyWithCode: true }, { reason: "No phone" }, "code_required"],
  [{ onlyWithCode: true }, { code: "4821" }, "code"],
  // After three wrong codes dispatch decides, even if the next code is right.
  [{ wrongCodes: 3 }, { code: "4821" }, "locked"],
  [{ wrongCodes: 3 }, { reason: "No phone" }, "locked"],
  [{ wrongCodes: 3, confirmed: true }, {}, "confirmed"],
  [{ codes: "required", onlyWithCode: true, confirmed: true }, {}, "confirmed"],
] as const)("boarding with the settings %p and the input %p: %s", (change, given, expected) => {
  expect(outcome(change, given)).toBe(expected);
});

test("codeRequirement requires no code exactly if boardingOutcome accepts boarding without one", () => {
  for (const codes of ["offered", "required"] as const)
    for (const onlyWithCode of [true, false])
      for (const wrongCodes of [0, 1, 2, 3])
        for (const confirmed of [true, false]) {
          const all = facts({ codes, onlyWithCode, wrongCodes, confirmed });
          const free = boardingOutcome(all, {}, () => false);
          expect([free === "unasked" || free === "confirmed", all]).toEqual([
            codeRequirement(all) === "may",
            all,
          ]);
        }
});
