import { and, desc, eq, gt } from "drizzle-orm";
import { driverApplications } from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import { normalizeName, readIdentifier } from "../accounts/rules";
import { networkOf } from "../accounts/staff-rules";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { queueMessage } from "../notifications/outbox";
import { applicationReceived } from "../notifications/texts";
import { applicationErrors, itemLabel, missingItems } from "./application-rules";
import type { DriverApplication, DriverApplicationAnswer } from "./contract";

/** Applications an address may send, and mails a mailbox may get, in this time. */
const MOST_IN_A_DAY = 3;
const DAY_MS = 86_400_000;

/**
 * Stores an application to drive, whole or not, and writes to the applicant.
 * Throws `request.invalid` with the fields that cannot be read, `application.too_many`.
 */
export async function submitApplication(
  deps: Deps,
  answers: DriverApplication,
  address: string,
): Promise<DriverApplicationAnswer> {
  const fields = applicationErrors(answers);
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  const missing = missingItems(answers, []);
  const status = missing.length === 0 ? "submitted" : "incomplete";
  const id = Bun.randomUUIDv7();
  const network = networkOf(address);
  const email = readIdentifier(answers.email ?? "")?.value ?? "";

  await deps.write((tx) => {
    const now = deps.now();
    refuseTooMany(tx, deps, network, now);
    const mailed = lately(tx, eq(driverApplications.email, email), now).n;
    tx.insert(driverApplications)
      .values({
        id,
        status,
        firstName: normalizeName(answers.firstName ?? ""),
        lastName: normalizeName(answers.lastName ?? ""),
        email,
        phone: readIdentifier(answers.phoneNumber ?? "")?.value ?? "",
        answers: otherAnswers(answers),
        missing,
        certified: answers.certified === "true",
        address: network,
        createdAt: now,
      })
      .run();
    // Anybody can type anybody's address: a mailbox gets few of these.
    if (email !== "" && mailed < MOST_IN_A_DAY)
      queueMessage(tx, deps, {
        to: { type: "email", value: email },
        message: applicationReceived({
          brand: deps.config.brand,
          missing: missing.map(itemLabel),
        }),
      });
  });
  return { applicationId: id, status, missing, message: "Application submitted successfully!" };
}

/**
 * Whether an address may send one more application today; throws `application.too_many` when it
 * may not. Asked before the form is read, and again when it is stored.
 */
export function checkApplicationLimit(deps: Deps, address: string): void {
  refuseTooMany(deps.db, deps, networkOf(address), deps.now());
}

function refuseTooMany(db: Tx, deps: Deps, network: string, now: number): void {
  if (!deps.config.rateLimits) return;
  const { n, oldest } = lately(db, eq(driverApplications.address, network), now);
  if (n >= MOST_IN_A_DAY)
    throw new AppError("application.too_many", {
      retryAfterSeconds: Math.ceil((oldest + DAY_MS - now) / 1000),
    });
}

/** How many there were lately, up to the most there may be, and when the oldest of those was. */
function lately(db: Tx, whose: ReturnType<typeof eq>, now: number) {
  const rows = db
    .select({ at: driverApplications.createdAt })
    .from(driverApplications)
    .where(and(whose, gt(driverApplications.createdAt, now - DAY_MS)))
    .orderBy(desc(driverApplications.createdAt))
    .limit(MOST_IN_A_DAY)
    .all();
  return { n: rows.length, oldest: rows.at(-1)?.at ?? now };
}

/** What has no column of its own, without spaces around it; forms send a line break as two bytes. */
function otherAnswers(answers: DriverApplication): Record<string, string> {
  const own = ["firstName", "lastName", "email", "phoneNumber", "certified"];
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(answers))
    if (value && !own.includes(name)) given[name] = value.trim().replace(/\r\n?/g, "\n");
  return given;
}
