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
  // Codes are off: nothing is asked and nothing is looked at.
  [{ codes: "off" }, {}, "unasked"],
  [{ codes: "off", onlyWithCode: true }, { code: "0000" }, "unasked"],
  // Offered: as the driver likes, but a wrong code is one.
  [{}, {}, "unasked"],
  [{}, { code: "4821" }, "code"],
  [{}, { code: "0000" }, "wrong_code"],
  [{ wrongCodes: 1 }, {}, "code_required"],
  [{ wrongCodes: 1 }, { reason: "No phone" }, "reason"],
  [{ wrongCodes: 2 }, { code: "4821" }, "code"],
  // Required: the code or a reason.
  [{ codes: "required" }, {}, "code_required"],
  [{ codes: "required" }, { reason: "No phone" }, "reason"],
  [{ codes: "required" }, { code: "4821" }, "code"],
  // A code that was typed counts, whatever reason stands beside it.
  [{ codes: "required" }, { code: "0000", reason: "No phone" }, "wrong_code"],
  // The rider wants it: no reason of the driver's will do.
  [{ onlyWithCode: true }, {}, "code_required"],
  [{ onlyWithCode: true }, { reason: "No phone" }, "code_required"],
  [{ onlyWithCode: true }, { code: "4821" }, "code"],
  // Three wrong ones: dispatch decides, even over the right code.
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
