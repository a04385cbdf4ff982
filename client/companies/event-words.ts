import type { CompanyEvent } from "../../src/companies/contract";
import { formatMoney } from "../ui/money";

const words: Record<string, string> = {
  created: "Company added",
  changed: "Details changed",
  member_invited: "Member invited",
  member_changed: "Member’s role changed",
  member_approved: "Member approved",
  member_removed: "Member removed",
  member_moved: "Membership moved to the member’s other account",
  member_left: "Member left",
  trip_booked: "Trip booked for a member",
  trip_approved: "Trip approved",
  trip_declined: "Trip declined",
  cost_centre_added: "Cost centre added",
  cost_centre_changed: "Cost centre changed",
  invoice_issued: "Invoice issued",
  credit_note_issued: "Credit note issued",
  invoice_mailed: "E-mailed",
  invoice_reminded: "Reminder e-mailed",
  payment_recorded: "Payment recorded",
  payment_reversed: "Payment reversed",
  payment_refunded: "Payment refunded",
};

/** Returns the text of an entry of a company's history: "Invoice issued: 12, RWF 40,000". */
export function eventWords({ act, detail }: CompanyEvent): string {
  const { number, invoice, name, state, amountMinor, currency } = detail;
  const more = [
    name,
    state,
    number ?? invoice,
    typeof amountMinor === "number" &&
      typeof currency === "string" &&
      formatMoney(amountMinor, currency),
  ].filter(Boolean);
  return more.length > 0 ? `${words[act] ?? act}: ${more.join(", ")}` : (words[act] ?? act);
}
