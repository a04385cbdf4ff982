/** The readable page in a rider's copy: a list of the contents, and the trips in a table. */
import type { Deps } from "../deps";
import { formatMoney } from "../settings/money-rules";
import { languageNames } from "../settings/languages/language-names-contract.gen";
import { readConsents } from "../notifications/choices/choice-queries";
import { tripsOf } from "./privacy-treatment";
import type { StoredRider } from "../../db/schema/accounts";
import { readOperator } from "../settings/queries";

/** A table of the copy. */
export type CopiedTable = { name: string; file: string; count: number };

/** What the file of a table contains, by the table's name. */
export const tableWords: Record<string, string> = {
  riders: "Your account",
  rider_blocks: "Why you can’t book online at the moment",
  rider_merges: "Your accounts that were merged into this one",
  rider_identities: "Google and Apple accounts you sign in with",
  rider_sign_ins: "Sign-ins of the last 30 days",
  sessions: "Where you are signed in",
  calendar_feeds: "Calendar links",
  devices: "Remembered browsers",
  codes: "Codes sent in the last day, without the codes themselves",
  code_sends: "When codes were sent in the last day",
  code_guesses: "Wrong codes in the last few days",
  outbox: "Messages to you, without their text",
  push_subscriptions: "Phones that get notifications",
  notifications: "Notices in the app",
  notification_choices: "What you want to be told about",
  quiet_hours: "Your quiet hours",
  rider_consents: "Consents you gave and withdrew",
  saved_places: "Your saved places",
  saved_cards: "Your saved cards",
  accepted_terms: "The terms you accepted for your trips",
  files: "Your files",
  reservations: "Your trips",
  standing_orders: "Your repeating trips",
  standing_order_exceptions: "Days on which your repeating trips are skipped",
  reservation_events: "What happened on your trips, and when",
  trip_messages: "Messages about your trips",
  trip_quotes: "Prices that we offered you",
  trip_quote_questions: "Questions about those prices, and our answers",
  trip_approvals: "Approvals of your trips by a company",
  trip_threads: "Which messages were read, and when",
  boardings: "How the driver knew that it was you",
  no_shows: "No-shows recorded at the pickup",
  idempotency_keys: "Keys that prevent double bookings",
  payments: "Payments and refunds for your trips",
  expenses: "Tolls, parking and the like that you were charged",
  promotion_uses: "Promotions you used",
  lost_reports: "Things you reported lost",
  found_items: "Items that we found",
  property_events: "Our search for items that you lost",
  contact_messages: "Messages you sent with the contact form",
  contact_entries: "What you wrote with the contact form, and our answers",
  trip_ratings: "How you rated your trips",
  company_members: "Companies whose account you may book on, or that invited you",
  company_events: "What you did for a company that you manage",
  invoice_lines: "Your trips as billed to a company",
  track_points: "Where the car was on your trips",
  tracking_links: "Links you shared, without their secret part",
  privacy_acts: "Copies of your data that were made",
};

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid #ddd;vertical-align:top}td.n{text-align:right}h1{font-size:1.75rem}h2{font-size:1.25rem;margin-top:2.5rem}a{color:inherit}@media(prefers-color-scheme:dark){body{color:#eee;background:#111}th,td{border-color:#333}}";

/** Yields the page in pieces, one trip at a time. */
export function* copyPageChunks(
  deps: Deps,
  rider: StoredRider,
  tables: readonly CopiedTable[],
  pictures: readonly string[],
  now: number,
): Generator<string> {
  const { brand } = readOperator(deps);
  const escapeHtml = (text: string | number) => Bun.escapeHTML(String(text));
  const tableRow = (name: string, value: string | null) =>
    `<tr><th scope="row">${escapeHtml(name)}</th><td>${value === null ? "–" : escapeHtml(value)}</td></tr>`;
  const dateTimeText = (at: number, timeZone?: string) =>
    new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: timeZone ?? "UTC",
    }).format(at);
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Your data at ${escapeHtml(brand)}</title><style>${style}</style></head><body><h1>Your data at ${escapeHtml(brand)}</h1><p>Everything that was kept of you on ${escapeHtml(dateTimeText(now))} UTC. The files beside this page hold the same, and more of it, as JSON for programs.</p>`;
  yield `<h2>You</h2><table>${[
    tableRow("First name", rider.firstName),
    tableRow("Last name", rider.hasOneName ? "None (one name only)" : rider.lastName),
    tableRow("E-mail", rider.email),
    tableRow("Phone number", rider.phone),
    tableRow("Language", languageNames[rider.language]),
    tableRow("Account since", `${dateTimeText(rider.createdAt)} UTC`),
    ...readConsents(deps, rider.id).consents.map(({ kind, given, at }) =>
      tableRow(
        kind === "calls" ? "Calls" : "Text messages",
        `${given ? "Agreed" : "Not agreed"}${at ? ` since ${dateTimeText(Date.parse(at))} UTC` : ""}`,
      ),
    ),
  ].join("")}</table>`;
  yield `<h2>Your trips</h2><table><thead><tr><th>Number</th><th>Pickup</th><th>From</th><th>To</th><th>State</th><th>Price</th></tr></thead><tbody>`;
  let tripCount = 0;
  for (const trip of tripsOf(deps.db, rider.id)) {
    tripCount++;
    const price = trip.fareLines.length > 0 ? formatMoney(trip.fareMinor, trip.currency) : "–";
    const cells = [
      trip.number,
      dateTimeText(trip.pickupAt, trip.timeZone),
      trip.pickupName,
      trip.dropoffName,
      trip.state.replaceAll("_", " "),
      price,
    ];
    yield `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
  }
  yield tripCount === 0
    ? '<tr><td colspan="6">None.</td></tr></tbody></table>'
    : "</tbody></table>";
  yield `<h2>All files</h2><table><thead><tr><th>What</th><th>File</th><th>Entries</th></tr></thead><tbody>${tables
    .map(
      ({ name, file, count }) =>
        `<tr><td>${escapeHtml(tableWords[name] ?? name)}</td><td><a href="${escapeHtml(file)}">${escapeHtml(file)}</a></td><td class="n">${count}</td></tr>`,
    )
    .join("")}${pictures
    .map(
      (name) =>
        `<tr><td>Your picture</td><td><a href="${escapeHtml(name)}">${escapeHtml(name)}</a></td><td class="n">1</td></tr>`,
    )
    .join("")}</tbody></table></body></html>\n`;
}
