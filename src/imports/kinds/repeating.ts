import { eq, ne } from "drizzle-orm";
import { riders } from "../../../db/schema/accounts";
import { companies } from "../../../db/schema/companies";
import { reservations } from "../../../db/schema/reservations";
import { standingOrderExceptions, standingOrders } from "../../../db/schema/standing-orders";
import { findRow, findRows, insertRow } from "../../../db/rows";
import { versionInForce } from "../../fares/queries";
import { addDays } from "../../reservations/standing-orders/order-rules";
import type { OrderTemplate, StoredTemplate } from "../../reservations/standing-orders/order-trips";
import { localTimeAt } from "../../settings/local-time";
import { plainWord, readDay, yesOrNo } from "../value-rules";
import { exportedChoice, type Kind, type LineReader, RecordInUseError } from "./kind";
import { readTripParts, tripFields, type TripParts } from "./trips";

interface StandingOrderLine {
  weekdays: number[];
  everyWeeks: number;
  startsOn: string;
  endsOn: string | null;
  endsAfter: number | null;
  state: "active" | "paused";
  skipped: string[];
  pickupTime: string;
  skipHolidays: boolean;
  parts: TripParts;
}

const weekdayWords = [
  "Monday|mon|mo|lundi|lun|lunes|1",
  "Tuesday|tue|tu|mardi|mar|martes|2",
  "Wednesday|wed|we|mercredi|mer|miércoles|mie|3",
  "Thursday|thu|th|jeudi|jeu|jueves|jue|4",
  "Friday|fri|fr|vendredi|ven|viernes|vie|5",
  "Saturday|sat|sa|samedi|sam|sábado|sab|6",
  "Sunday|sun|su|dimanche|dim|domingo|dom|7",
];

const states = {
  active: "Active|enabled|actif|activo",
  paused: "Paused|inactive|suspended|on hold|en pause|pausado",
} as const;

/**
 * The import of repeating trips. Their trips are booked by the price list on each day. A file never changes an existing
 * repeating trip.
 */
export const repeatingTripImportKind: Kind<StandingOrderLine> = {
  read(line, context) {
    const weekdays = readWeekdays(line);
    const everyWeeks = line.figure("Every weeks", 1, 4) ?? 1;
    if (everyWeeks === 3)
      line.fault(
        "Every weeks",
        "A trip can repeat every week, every two weeks or every four weeks",
      );
    const startsOn = line.day("Starts on");
    if (line.text("Starts on") === "") line.fault("Starts on", "This cell is empty");
    const endsOn = line.day("Ends on");
    if (startsOn && endsOn && endsOn < startsOn)
      line.fault("Ends on", "The last day is before the first day");
    const endsAfter = endsOn === null ? line.figure("Ends after", 2, 400) : null;
    const skippedDays = line.list("Not on").flatMap((text) => {
      const day = readDay(text, context.orderOf("Starts on"));
      return "value" in day ? [day.value] : (line.fault("Not on", day.fault) ?? []);
    });
    const state = line.choice("State", states) ?? "active";
    const pickupTime = line.time("Pickup time");
    if (line.text("Pickup time") === "") line.fault("Pickup time", "This cell is empty");
    const parts = readTripParts(line, context);
    for (const [end, isPinned] of [
      ["Pickup", parts.pickupPinned],
      ["Drop-off", parts.dropoffPinned],
    ] as const)
      if (!isPinned && line.text(end) !== "")
        line.fault(
          end,
          "A repeating trip is priced day by day, so its pickup and drop-off need coordinates or the name of one of your places",
        );
    const skipHolidays = line.yes("Skip holidays") ?? false;
    if (line.faultCount > 0 || startsOn === null || pickupTime === null) return null;
    return {
      ...{ weekdays, everyWeeks, startsOn, endsOn, endsAfter, pickupTime, skipHolidays },
      ...{ state, skipped: [...new Set(skippedDays)], parts },
    };
  },
  keys: ({ weekdays, pickupTime, parts }) => [
    [
      parts.passengerName.toLowerCase(),
      weekdays.join(),
      pickupTime,
      plainWord(parts.pickupName),
    ].join("\n"),
  ],
  describe: ({ weekdays, pickupTime, parts }) =>
    `${weekdays.map((day) => weekdayWords[day - 1]?.slice(0, 3)).join(", ")} at ${pickupTime}, ${parts.passengerName}, ${parts.pickupName} – ${parts.dropoffName}`,
  find: ({ weekdays, pickupTime, parts }, { tx }) =>
    tx
      .select()
      .from(standingOrders)
      .where(eq(standingOrders.passengerName, parts.passengerName))
      .all()
      .find(
        (row) =>
          row.state !== "ended" &&
          row.pickupTime === pickupTime &&
          row.weekdays.join() === weekdays.join() &&
          // The cast is safe because Livery stored this template itself.
          (row.template as StoredTemplate).pickupName === parts.pickupName,
      )?.id ?? null,
  insert({ parts, skipped, ...order }, { tx, now, operator }) {
    const id = Bun.randomUUIDv7();
    const template: OrderTemplate = {
      ...parts,
      source: "phone",
      estimate: true,
      routeGeometry: null,
      extras: [],
      gratuityPercent: null,
      details: null,
      driverNewsTo: "rider",
    };
    const today = localTimeAt(now, operator.timeZone).slice(0, 10);
    insertRow(tx, standingOrders, {
      ...order,
      id,
      version: 1,
      riderId: parts.riderId,
      passengerName: parts.passengerName,
      passengerPhone: parts.passengerPhone,
      // An imported repeating trip has no source reservation.
      sourceReservationId: id,
      template: { ...template, billedByDispatch: true } satisfies StoredTemplate,
      feeScheduleId: versionInForce(tx, now)?.id ?? "",
      bookedUntil: addDays(today, -1),
      createdAt: now,
      updatedAt: now,
    });
    for (const day of skipped)
      insertRow(tx, standingOrderExceptions, {
        standingOrderId: id,
        day,
        kind: "skipped",
        createdAt: now,
      });
    return id;
  },
  stateForUndo: (db, id) => findRow(db, standingOrders, { id })?.version ?? null,
  remove(tx, id) {
    const tripsOfOrder = tx
      .select({ id: reservations.id })
      .from(reservations)
      .where(eq(reservations.standingOrderId, id))
      .limit(1)
      .all();
    if (tripsOfOrder.length > 0) throw new RecordInUseError();
    tx.delete(standingOrderExceptions).where(eq(standingOrderExceptions.standingOrderId, id)).run();
    tx.delete(standingOrders).where(eq(standingOrders.id, id)).run();
  },
  *lines(context) {
    const { tx } = context;
    const rows = tx
      .select()
      .from(standingOrders)
      .where(ne(standingOrders.state, "ended"))
      .orderBy(standingOrders.createdAt, standingOrders.id)
      .all();
    for (const row of rows) {
      // The cast is safe because Livery stored this template itself.
      const template = row.template as StoredTemplate;
      const rider = row.riderId ? findRow(tx, riders, { id: row.riderId }) : undefined;
      yield {
        Weekdays: row.weekdays.map((day) => exportedChoice(weekdayWords[day - 1])).join("; "),
        "Every weeks": row.everyWeeks,
        "Starts on": row.startsOn,
        "Ends on": row.endsOn ?? "",
        "Ends after": row.endsAfter ?? "",
        "Not on": findRows(tx, standingOrderExceptions, { standingOrderId: row.id })
          .filter(({ kind }) => kind === "skipped")
          .map(({ day }) => day)
          .join("; "),
        State: row.state === "paused" ? "Paused" : "Active",
        "Pickup time": row.pickupTime,
        "Skip holidays": yesOrNo(row.skipHolidays),
        ...tripFields(
          context,
          template,
          (id) => findRow(tx, companies, { id })?.name ?? "",
          rider?.email ?? rider?.phone ?? "",
        ),
      };
    }
  },
};

/** Reads weekdays from a list with any separator: `Mon, Wed; Friday`. */
function readWeekdays(line: LineReader): number[] {
  const text = line.required("Weekdays", 200);
  const weekdays = new Set<number>();
  for (const part of text.split(/[;|,/\s]+/).filter(Boolean)) {
    const word = plainWord(part);
    const at = weekdayWords.findIndex((known) =>
      known.split("|").some((each) => plainWord(each) === word),
    );
    if (at < 0) line.fault("Weekdays", `“${part}” is not a day of the week`);
    else weekdays.add(at + 1);
  }
  return [...weekdays].sort((a, b) => a - b);
}
