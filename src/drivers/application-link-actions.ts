/** Links by which applicants come back: 128 bits, hashed here, for two weeks, as many as they ask for. */
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
/** Anybody can type anybody's address: a contact gets few of these in a day. */
const MAX_MESSAGES_PER_DAY = 3;

/** Tells the applicant that their application arrived, what it lacks, and how to come back. */
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

/**
 * Writes to an applicant with a new link to their application. False when there is nowhere to write
 * to.
 */
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
 * Sends a new link to the contact of an application: of the newest one that has it.
 * Says nothing of whether there is one, and stays silent when the contact got enough today.
 */
export async function requestApplicationLink(deps: Deps, text: string): Promise<void> {
  const identifier = readTypedContact(deps, text);
  if (!identifier || !isReachable(deps, identifier)) return;
  await deps.write((tx) => {
    const row = newestApplicationOf(tx, identifier);
    if (!row || recentMessageCount(tx, identifier, deps.now()) >= 2 * MAX_MESSAGES_PER_DAY) return;
    queueMessage(tx, deps, {
      to: identifier,
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

/** Where an applicant is written to: by e-mail, else by SMS where this server may send one. */
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

/** Links are made with messages only: so many of them went to the contact's applications today. */
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
