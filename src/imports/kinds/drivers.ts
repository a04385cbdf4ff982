import { and, eq, or } from "drizzle-orm";
import { drivers, type StoredDriver } from "../../../db/schema/drivers";
import { sessions } from "../../../db/schema/accounts";
import { notifications } from "../../../db/schema/notifications";
import { vehicles } from "../../../db/schema/vehicles";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { fullName } from "../../accounts/name-rules";
import { namesErrors, normalizeName } from "../../accounts/rules";
import { welcomeDriver } from "../../notifications/actions";
import type { Language } from "../../settings/languages/languages-contract";
import { splitName } from "../value-rules";
import {
  countNote,
  type Kind,
  LineRefusedError,
  mergeColumns,
  readNames,
  RecordInUseError,
} from "./kind";
import {
  mergeDocuments,
  type ImportedDocument,
  deleteDocumentsInForce,
  documentFieldsOf,
  documentsInForceOf,
  readImportedDocuments,
  restoreDocuments,
} from "./documents";
import { plateOf } from "./vehicles";

interface Driver {
  firstName: string;
  lastName: string;
  hasOneName: boolean;
  email: string | null;
  phone: string | null;
  language: Language | null;
  vehicleId: string | null;
  state: "active" | "suspended" | null;
  papers: ImportedDocument[];
}

const states = {
  active: "Active|enabled|on duty|available|actif|activo",
  suspended: "Suspended|inactive|disabled|archived|terminated|suspendu|inactif|suspendido|inactivo",
} as const;
/** Why an imported driver is suspended: the other system doesn't give a reason. */
const SUSPENSION_REASON = "Was suspended in the imported system";

/** The import of drivers. A driver is identified by e-mail address or phone number. */
export const driverImportKind: Kind<Driver> = {
  read(line, { tx }) {
    const names = readNames(line, splitName);
    const email = line.email("E-mail");
    const phone = line.phone("Phone");
    if (!email && !phone && line.faultCount === 0)
      line.fault(
        "E-mail",
        "There is no e-mail address or phone number for the driver to sign in with",
      );
    for (const [name, text] of Object.entries(namesErrors(names)))
      line.fault(name === "firstName" ? "First name" : "Last name", text);
    const plate = line.text("Vehicle", 20);
    const vehicle = plate ? findRow(tx, vehicles, { plate: plateOf(plate) }) : null;
    if (vehicle === undefined)
      line.fault("Vehicle", `There is no vehicle with the plate ${plate}. Import vehicles first.`);
    const state = line.choice("State", states);
    const papers = readImportedDocuments(line, "driver");
    const language = line.language("Language");
    if (line.faultCount > 0) return null;
    return {
      firstName: normalizeName(names.firstName),
      lastName: normalizeName(names.lastName),
      hasOneName: names.hasOneName,
      email,
      phone,
      language,
      vehicleId: vehicle?.id ?? null,
      state,
      papers,
    };
  },
  keys: ({ email, phone }) => [email, phone].filter((each) => each !== null),
  describe: (driver) => [fullName(driver), driver.email, driver.phone].filter(Boolean).join(", "),
  find: (driver, { tx }) => findDrivers(tx, driver)[0]?.id ?? null,
  insert({ papers, state, ...driver }, context) {
    const { tx, now, actor } = context;
    const id = Bun.randomUUIDv7();
    insertRow(tx, drivers, {
      ...driver,
      id,
      state: state ?? "active",
      ...(state === "suspended" && {
        suspendedAt: now,
        suspendedBy: actor.name,
        suspensionReason: SUSPENSION_REASON,
      }),
      createdAt: now,
    });
    mergeDocuments(context, { driverId: id }, papers, true);
    welcomeDriver(tx, id, now);
    return id;
  },
  merge(id, { papers, state, hasOneName: _, ...driver }, context) {
    const { tx, options } = context;
    if (findDrivers(tx, driver).some((each) => each.id !== id))
      throw new LineRefusedError(
        "Phone",
        "The e-mail address and the phone number belong to two different drivers.",
      );
    const row = findRow(tx, drivers, { id });
    if (!row) return null;
    // A file cannot change a suspension, because a suspension needs a reason, ends sessions and unassigns trips.
    if (state !== null && state !== row.state)
      countNote(
        context,
        "with another state of a driver than here: it stays, change it on the driver’s page",
      );
    const overwrites = options.duplicates === "update";
    const { changes, before } = mergeColumns<StoredDriver>(row, driver, overwrites);
    if (Object.keys(changes).length > 0) updateRow(tx, drivers, id, changes);
    const previousDocuments = mergeDocuments(context, { driverId: id }, papers, overwrites);
    if (Object.keys(changes).length === 0 && previousDocuments.length === 0) return null;
    return { columns: before, papers: previousDocuments };
  },
  stateForUndo: (db, id) => {
    const row = findRow(db, drivers, { id });
    return row ? { row, papers: documentsInForceOf(db, { driverId: id }) } : null;
  },
  remove(tx, id) {
    const signedIn = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.accountId, id))
      .limit(1)
      .all();
    if (signedIn.length > 0) throw new RecordInUseError();
    deleteDocumentsInForce(tx, { driverId: id });
    tx.delete(notifications)
      .where(and(eq(notifications.audience, "driver"), eq(notifications.accountId, id)))
      .run();
    tx.delete(drivers).where(eq(drivers.id, id)).run();
  },
  restore(tx, id, { columns, papers }, { now }) {
    // `merge` returned these columns.
    const previousColumns = columns as Partial<StoredDriver>;
    if (Object.keys(previousColumns).length > 0) updateRow(tx, drivers, id, previousColumns);
    restoreDocuments(tx, { driverId: id }, papers as ReturnType<typeof mergeDocuments>, now);
  },
  *lines(context) {
    const { tx } = context;
    for (const row of tx.select().from(drivers).orderBy(drivers.createdAt, drivers.id).all())
      yield {
        "First name": row.firstName,
        "Last name": row.lastName,
        "One name": row.hasOneName ? "yes" : "",
        "E-mail": row.email ?? "",
        Phone: row.phone ?? "",
        Language: row.language ?? "",
        Vehicle: row.vehicleId ? (findRow(tx, vehicles, { id: row.vehicleId })?.plate ?? "") : "",
        State: row.state === "active" ? "Active" : "Suspended",
        ...documentFieldsOf(context, { driverId: row.id }),
      };
  },
};

function findDrivers(tx: Tx, { email, phone }: Pick<Driver, "email" | "phone">): StoredDriver[] {
  return tx
    .select()
    .from(drivers)
    .where(
      or(
        email ? eq(drivers.email, email) : undefined,
        phone ? eq(drivers.phone, phone) : undefined,
      ),
    )
    .all();
}
