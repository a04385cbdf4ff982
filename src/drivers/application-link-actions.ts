/**
 * Links with which applicants return. A link has a token of 128 bits, stored as a hash, and is valid for two weeks.
 * Applicants can have several.
 */
import { and, count, desc, eq, gt } from "drizzle-orm";
import {
  driverApplicationLinks,
  driverApplications,
  type StoredApplication,
} from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import { isReachable } from "../accounts/codes/code-actions";
import { readTypedContact } from "../accounts/contact-queries";
import type { Deps } from "../deps";
import { hashToken, newToken } from "../process/keys";
import { applicationReceived, applicationLink } from "../notifications/texts/application-texts";
import { queueMessage, type Recipient } from "../notifications/outbox";
import type { Message } from "../notifications/message";
import { itemLabel } from "./application-rules";
import { findRow, insertRow } from "../../db/rows";
import { readOperator } from "../settings/queries";

const STATUS_LINK_LIFETIME_MS = 14 * 86_400_000;
const DAY_MS = 86_400_000;
/** The most messages to a contact in a day, because anyone can enter someone else's address. */
const MAX_MESSAGES_PER_DAY = 3;

/** Tells the applicant that their application has arrived, what is missing, and how to return to it. */
export function sendApplicationConfirmation(tx: Tx, deps: Deps, id: string): void {
  const row = findRow(tx, driverApplications, { id });
  const to = row && contactOf(deps, row);
  if (!row || !to || recentMessageCount(tx, to, deps.now()) >= MAX_MESSAGES_PER_DAY) return;
  writeToApplicant(tx, deps, row, (url) =>
    applicationReceived({
      brand: readOperator(deps).brand,
      missing: row.missing.map(itemLabel),
      url,
    }),
  );
}

/** Sends an applicant a message with a new link to their application. Returns false if they cannot be reached. */
export function writeToApplicant(
  tx: Tx,
  deps: Deps,
  row: StoredApplication,
  message: (url: string) => Message,
): boolean {
  const to = contactOf(deps, row);
  if (!to) return false;
  const url = createStatusLink(tx, deps, row.id);
  queueMessage(tx, deps, {
    to,
    message: message(url),
    expiresAt: deps.now() + STATUS_LINK_LIFETIME_MS,
  });
  return true;
}

/**
 * Sends a new link for the newest application of a contact. The result does not reveal whether an application exists.
 * Nothing is sent if the contact has had enough messages today.
 */
export async function requestApplicationLink(deps: Deps, text: string): Promise<void> {
  const contact = readTypedContact(deps, text);
  if (!contact || !isReachable(deps, contact)) return;
  await deps.write((tx) => {
    const row = newestApplicationOf(tx, contact);
    if (!row || recentMessageCount(tx, contact, deps.now()) >= 2 * MAX_MESSAGES_PER_DAY) return;
    queueMessage(tx, deps, {
      to: contact,
      message: applicationLink({
        brand: readOperator(deps).brand,
        url: createStatusLink(tx, deps, row.id),
      }),
      expiresAt: deps.now() + STATUS_LINK_LIFETIME_MS,
    });
  });
}

function createStatusLink(tx: Tx, deps: Deps, applicationId: string): string {
  const token = newToken(128);
  const now = deps.now();
  insertRow(tx, driverApplicationLinks, {
    tokenHash: hashToken(token),
    applicationId,
    createdAt: now,
    expiresAt: now + STATUS_LINK_LIFETIME_MS,
  });
  return `${deps.config.publicUrl}/driver-apply/status/${token}`;
}

/**
 * Returns where to write to an applicant: by e-mail, otherwise by SMS if this server can send it. Null if neither is
 * possible.
 */
export function contactOf(deps: Deps, row: StoredApplication): Recipient | null {
  if (row.email) return { type: "email", value: row.email };
  if (!row.phone) return null;
  const phone = { type: "phone" as const, value: row.phone };
  return isReachable(deps, phone) ? phone : null;
}

function contactFilter({ type, value }: Recipient) {
  return eq(type === "email" ? driverApplications.email : driverApplications.phone, value);
}

function newestApplicationOf(tx: Tx, contact: Recipient): StoredApplication | undefined {
  return tx
    .select()
    .from(driverApplications)
    .where(contactFilter(contact))
    .orderBy(desc(driverApplications.createdAt))
    .limit(1)
    .all()[0];
}

/** Counts the messages to a contact today. Each link is sent in one message, so it counts the links. */
function recentMessageCount(tx: Tx, contact: Recipient, now: number): number {
  const [countedRow] = tx
    .select({ n: count() })
    .from(driverApplications)
    .innerJoin(
      driverApplicationLinks,
      eq(driverApplicationLinks.applicationId, driverApplications.id),
    )
    .where(and(contactFilter(contact), gt(driverApplicationLinks.createdAt, now - DAY_MS)))
    .all();
  return countedRow?.n ?? 0;
}
