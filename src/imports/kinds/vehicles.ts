import { eq } from "drizzle-orm";
import { type StoredVehicle, vehicles } from "../../../db/schema/vehicles";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import type { z } from "zod";
import { SaveVehicle } from "../../vehicles/contract";
import { plainWord } from "../value-rules";
import {
  countNote,
  exportedChoice,
  type ImportContext,
  type Kind,
  type LineReader,
  mergeColumns,
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

const Vehicle = SaveVehicle.omit({ insuranceValidUntil: true, registrationValidUntil: true });
type Vehicle = z.output<typeof Vehicle> & {
  papers: ImportedDocument[];
  given: (keyof typeof fields)[];
};

const fields = {
  classId: "Class",
  plate: "Plate",
  vin: "VIN",
  make: "Make",
  model: "Model",
  year: "Year",
  color: "Colour",
  passengers: "Passengers",
  luggage: "Luggage",
  mobility: "Equipment",
  state: "State",
};

const states = {
  active: "In service|active|available|on road|en service|actif|activo|disponible",
  out_of_service:
    "Out of service|inactive|archived|maintenance|disabled|hors service|inactif|fuera de servicio|inactivo",
} as const;

/** The words for mobility equipment and needs. */
export const mobilityWords = {
  ambulatory: "Ambulatory|none|no|walking|valide",
  wheelchair: "Wheelchair|yes|1|fauteuil roulant|silla de ruedas|wheelchair accessible",
  oversized_wheelchair: "Oversized wheelchair|bariatric wheelchair",
  can_transfer: "Can transfer|transfer",
  scooter: "Scooter",
  stretcher: "Stretcher|gurney|brancard|camilla",
} as const;

/** Returns a plate in the form in which it is stored and compared. */
export const plateOf = (text: string) => text.toUpperCase().replace(/\s+/g, " ").trim();

/** Words for each illustration in other systems. The first match in a name decides. */
const illustrationWords = [
  ["accessible_van", ["accessible", "wheelchair", "nemt", "pmr"]],
  ["suv", ["suv", "4x4", "crossover", "escalade", "suburban"]],
  ["van", ["van", "minibus", "sprinter", "bus", "monospace", "furgoneta"]],
  ["sedan", ["sedan", "saloon", "berline", "limo", "towncar", "standard", "economy", "taxi"]],
] as const;

/**
 * Finds the class of a line: by its name, by the one class whose name is part of the other system's name, or by the
 * kind of car. An empty field means the first class that can be booked.
 */
export function readClass(line: LineReader, context: ImportContext, field: string) {
  const { classes } = context;
  const text = line.text(field, 80);
  const word = plainWord(text);
  const offeredClasses = classes.filter(({ active }) => active);
  if (text === "")
    return offeredClasses[0] ?? line.fault(field, "There is no vehicle class yet. Add one first.");
  const sameNameClass = classes.find(({ name }) => plainWord(name) === word);
  if (sameNameClass) return sameNameClass;
  const [drawing] =
    illustrationWords.find(([, words]) => words.some((each) => word.includes(each))) ?? [];
  const matchingClass =
    offeredClasses
      .toSorted((a, b) => b.name.length - a.name.length)
      .find(({ name }) => word.includes(plainWord(name))) ??
    offeredClasses.find(({ illustration }) => illustration === drawing);
  if (!matchingClass)
    return line.fault(
      field,
      `There is no vehicle class “${text}”. The classes are ${classes.map(({ name }) => name).join(", ")}.`,
    );
  countNote(context, `of the class “${text}”, taken as ${matchingClass.name}`);
  return matchingClass;
}

/** The import of vehicles. A vehicle is identified by its plate. */
export const vehicleImportKind: Kind<Vehicle> = {
  read(line, context) {
    const vehicleClass = readClass(line, context, "Class");
    const papers = readImportedDocuments(line, "vehicle");
    const equipment = line
      .list("Equipment")
      .map((text) => line.choice("Equipment", mobilityWords, text));
    const year = line.figure("Year", 1950, 2100);
    const parsed = line.parse(
      Vehicle,
      {
        classId: vehicleClass?.id ?? "",
        plate: plateOf(line.text("Plate")),
        vin: line.text("VIN") || null,
        make: line.text("Make"),
        model: line.text("Model"),
        year,
        color: line.text("Colour") || "Unknown",
        passengers: line.figure("Passengers", 1, 60) ?? vehicleClass?.passengers ?? 4,
        luggage: line.figure("Luggage", 0, 60) ?? vehicleClass?.luggage ?? 2,
        mobility:
          line.text("Equipment") === ""
            ? (vehicleClass?.mobility ?? [])
            : equipment.filter((each) => each !== null && each !== "ambulatory"),
        state: line.choice("State", states) ?? "active",
      },
      fields,
    );
    return parsed && { ...parsed, papers, given: line.filledColumns(fields) };
  },
  keys: ({ plate }) => [plate],
  describe: ({ plate, make, model }) => `${plate}, ${make} ${model}`,
  find: ({ plate }, { tx }) => findRow(tx, vehicles, { plate })?.id ?? null,
  insert({ papers, given: _, ...vehicle }, context) {
    const id = Bun.randomUUIDv7();
    insertRow(context.tx, vehicles, {
      ...vehicle,
      vin: vehicle.vin || null,
      id,
      createdAt: context.now,
    });
    mergeDocuments(context, { vehicleId: id }, papers, true);
    return id;
  },
  merge(id, { papers, given, ...vehicle }, context) {
    const { tx, options } = context;
    const row = findRow(tx, vehicles, { id });
    if (!row) return null;
    const overwrites = options.duplicates === "update";
    const { changes, before } = mergeColumns<StoredVehicle>(row, vehicle, overwrites, given);
    if (Object.keys(changes).length > 0) updateRow(tx, vehicles, id, changes);
    const previousDocuments = mergeDocuments(context, { vehicleId: id }, papers, overwrites);
    if (Object.keys(changes).length === 0 && previousDocuments.length === 0) return null;
    return { columns: before, papers: previousDocuments };
  },
  stateForUndo: (db, id) => {
    const row = findRow(db, vehicles, { id });
    return row ? { row, papers: documentsInForceOf(db, { vehicleId: id }) } : null;
  },
  remove(tx, id) {
    deleteDocumentsInForce(tx, { vehicleId: id });
    tx.delete(vehicles).where(eq(vehicles.id, id)).run();
  },
  restore(tx, id, { columns, papers }, { now }) {
    // `merge` returned these columns.
    const previousColumns = columns as Partial<StoredVehicle>;
    if (Object.keys(previousColumns).length > 0) updateRow(tx, vehicles, id, previousColumns);
    restoreDocuments(tx, { vehicleId: id }, papers as ReturnType<typeof mergeDocuments>, now);
  },
  *lines(context) {
    const { tx, classes } = context;
    for (const row of tx.select().from(vehicles).orderBy(vehicles.createdAt, vehicles.id).all())
      yield {
        Plate: row.plate,
        Class: classes.find(({ id }) => id === row.classId)?.name ?? "",
        Make: row.make,
        Model: row.model,
        Year: row.year,
        Colour: row.color,
        VIN: row.vin ?? "",
        Passengers: row.passengers,
        Luggage: row.luggage,
        Equipment:
          row.mobility.length === 0
            ? "None"
            : row.mobility
                .map((each) =>
                  exportedChoice(mobilityWords[each as keyof typeof mobilityWords] ?? each),
                )
                .join("; "),
        State: row.state === "active" ? "In service" : "Out of service",
        ...documentFieldsOf(context, { vehicleId: row.id }),
      };
  },
};
