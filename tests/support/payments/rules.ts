/** Payment rules for prepayments. */
import type {
  PaymentRule,
  PaymentRulesAnswer,
} from "../../../src/reservations/prepaying/prepay-contract";
import type { Browser } from "../server";

/** A rule that holds the price of every trip booked online. */
export const anyTrip: PaymentRule = {
  name: "All trips",
  serviceTypes: [],
  classIds: [],
  zoneIds: [],
  leastLeadHours: null,
  mostLeadHours: null,
  newRiders: false,
  leastFareMinor: null,
  covers: [],
  take: "hold",
  depositPercent: 30,
  marginPercent: 0,
};

/** Replaces the payment rules by these, each given as its differences from `anyTrip`. */
export async function setPaymentRules(owner: Browser, ...changed: Partial<PaymentRule>[]) {
  const path = "/admin/payment-rules";
  const { version } = (await (await owner.get(path)).json()) as PaymentRulesAnswer;
  const rules = changed.map((rule) => ({ ...anyTrip, ...rule }));
  const answer = await owner.put(path, { rules, payWithinMinutes: 30, version });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
