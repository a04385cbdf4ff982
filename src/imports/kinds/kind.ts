/** The parts of every kind of import, and the reader of its fields. */
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { feeDraft, feeSchedules } from "../../../db/schema/fares";
import type { Db } from "../../../db/open";
import type { Tx } from "../../../db/writer";
import type { StoredVehicleClass } from "../../../db/schema/vehicles";
import { readTypedContact } from "../../accounts/contact-queries";
import { readEmail } from "../../accounts/rules";
import type { Actor, Deps } from "../../deps";
import { languageNames } from "../../settings/languages/language-names-contract.gen";
import { languageCodes, type Language } from "../../settings/languages/languages-contract";
import type { DayOrder, ImportOptions } from "../contract";
import {
  isShortenedNumber,
  plainWord,
  type ReadValue,
  readAmount,
  readDay,
  readDayTime,
  readFigure,
  readList,
  readTime,
  readYesNo,
} from "../value-rules";

/** The tools of a kind, shared by all lines of an import. */
export interface ImportContext {
  deps: Deps;
  /** The transaction of the import, or the database that an export reads. */
  tx: Tx;
  actor: Actor;
  now: number;
  options: ImportOptions;
  /** The order of day, month and year in a field. */
  orderOf: (field: string) => DayOrder;
  operator: {
    timeZone: string;
    currency: string;
    riderLanguage: Language;
    estimateSpeedKmh: number;
  };
  classes: readonly StoredVehicleClass[];
  /** The values that a kind keeps from one line to the next, such as riders it has looked up. */
  sharedValues: Map<string, unknown>;
}

/** The previous values of the changed columns of a row. */
type PreviousValues = Record<string, unknown>;

/** One kind of import. `Values` is the type of the values read from a line. */
export interface Kind<Values> {
  /** Reads the values of a line. Returns null if the line has a fault. */
  read: (line: LineReader, context: ImportContext) => Values | null;
  /** Returns the keys that identify a line. Two lines that share a key are duplicates. */
  keys: (values: Values) => readonly string[];
  /** Describes the line in a few words. */
  describe: (values: Values) => string;
  /** Finds the existing row of a line. Returns null if there is no such row. */
  find: (values: Values, context: ImportContext) => string | null;
  /**
   * Writes the row and the rows that belong to it. Throws `LineRefusedError` for faults that only show while writing.
   */
  insert: (values: Values, context: ImportContext) => string;
  /**
   * Changes the existing row: its empty fields, or all fields that the line has. Returns the previous values, or null
   * if nothing had to change. Absent if lines of this kind never change a row.
   */
  merge?: (id: string, values: Values, context: ImportContext) => PreviousValues | null;
  /**
   * Returns everything that somebody may have changed since the import, for an undo to compare. Returns null if the row
   * no longer exists.
   */
  stateForUndo: (db: Db, id: string) => unknown;
  /**
   * Removes the row and everything that the import wrote with it. Throws `RecordInUseError`, or the database's error
   * about references.
   */
  remove: (tx: Tx, id: string, context: ImportContext) => void;
  /** Restores the values that `merge` returned. */
  restore?: (tx: Tx, id: string, before: PreviousValues, context: ImportContext) => void;
  /** Returns the number in the other system, if the row has a different one here. */
  sourceNumber?: (values: Values) => string | null;
  /** Prepares for the removal of many rows. Returns a function that runs after the removal. */
  beginUndo?: (tx: Tx) => () => void;
  /** Yields all rows as lines of a file, with the fields in their order. */
  lines: (context: ImportContext) => Iterable<Record<string, string | number>>;
}

/** The error of a line whose fault only shows while it is imported. */
export class LineRefusedError extends Error {
  constructor(
    readonly field: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** The error of a row that other records now use. An undo keeps the row. */
export class RecordInUseError extends Error {}

/**
 * Throws `RecordInUseError` if a price list names a row, because the database cannot check references inside price
 * lists. The price lists are read once for an undo.
 */
export function refusePricedRecord({ tx, sharedValues }: ImportContext, id: string): void {
  const pricedIds = sharedValues.getOrInsertComputed("priced", () => {
    const lists = [feeSchedules, feeDraft].flatMap(({ schedule }) =>
      tx
        .select({ text: sql<string | null>`${schedule}` })
        .from(schedule.table)
        .all(),
    );
    return new Set(lists.flatMap(({ text }) => text?.match(/"[^"]+"/g) ?? []));
  }) as Set<string>;
  if (pricedIds.has(`"${id}"`)) throw new RecordInUseError();
}

/** Returns a choice for an export: the first of the words that imports accept. */
export const exportedChoice = (words = ""): string => words.split("|")[0] ?? "";

type ReportFault = (field: string | null, text: string) => void;

/** Reads the fields of one line, each as its own type. It notes faults, and a faulty field reads as empty. */
export class LineReader {
  faultCount = 0;
  constructor(
    private readonly cellOf: (field: string) => string,
    private readonly context: ImportContext,
    private readonly reportFault: ReportFault,
  ) {}

  fault(field: string | null, text: string): null {
    this.faultCount++;
    this.reportFault(field, text);
    return null;
  }

  /** Returns the cell as text, or an empty text if the line has no such cell. */
  text(field: string, maxLength = 2_000): string {
    const text = this.cellOf(field);
    if (text.length <= maxLength) return text;
    this.fault(field, `This cell has more than ${maxLength} characters`);
    return "";
  }

  /** Returns the columns whose fields are filled in on the line. `fields` maps each column to its field. */
  filledColumns<Column extends string>(fields: Record<Column, string>): Column[] {
    const columns = Object.keys(fields) as Column[];
    return columns.filter((column) => this.cellOf(fields[column]) !== "");
  }

  /** Like `text`, but notes a fault if the cell is empty. */
  required(field: string, maxLength?: number): string {
    const text = this.text(field, maxLength);
    if (text === "") this.fault(field, "This cell is empty");
    return text;
  }

  private value<Value>(field: string, read: (text: string) => ReadValue<Value>): Value | null {
    const text = this.text(field);
    if (text === "") return null;
    const parsedValue = read(text);
    return "value" in parsedValue ? parsedValue.value : this.fault(field, parsedValue.fault);
  }

  email(field: string): string | null {
    return this.value<string>(field, (text) => {
      const value = readEmail(text);
      return value === null ? { fault: `“${text}” is not an e-mail address` } : { value };
    });
  }

  phone(field: string): string | null {
    return this.value<string>(field, (text) => {
      if (isShortenedNumber(text))
        return {
          fault: `A spreadsheet has shortened this number to ${text}, and its digits are lost. Format the column as text in the spreadsheet, and export it again.`,
        };
      const read = this.readContact(text);
      return read?.type === "phone"
        ? { value: read.value }
        : { fault: `“${text}” is not a phone number` };
    });
  }

  /** Reads an e-mail address or a phone number. */
  contact(field: string, text = this.text(field)): string | null {
    if (text === "") return null;
    if (isShortenedNumber(text))
      return this.fault(
        field,
        `A spreadsheet has shortened this number to ${text}, and its digits are lost.`,
      );
    const read = this.readContact(text);
    return (
      read?.value ?? this.fault(field, `“${text}” is neither an e-mail address nor a phone number`)
    );
  }

  /**
   * Reads a contact. Contacts that have been read are cached, because phone numbers are slow to parse and a file of
   * trips repeats those of each rider.
   */
  private readContact(text: string): ReturnType<typeof readTypedContact> {
    const { sharedValues, deps } = this.context;
    // The cast is safe because only this function writes the value.
    const contacts = sharedValues.getOrInsertComputed("contacts", () => new Map()) as Map<
      string,
      ReturnType<typeof readTypedContact>
    >;
    if (contacts.size >= MAX_CACHED_CONTACTS) contacts.clear();
    return contacts.getOrInsertComputed(text, () => readTypedContact(deps, text));
  }

  day(field: string): string | null {
    return this.value(field, (text) => readDay(text, this.context.orderOf(field)));
  }

  /** Reads a day and its time, as local ones. A zone after the time is ignored unless `readsZone`. */
  dateTime(field: string, readsZone: boolean): { day: string; time: string | null } | null {
    const { orderOf, operator } = this.context;
    return this.value(field, (text) =>
      readDayTime(text, orderOf(field), readsZone ? operator.timeZone : null),
    );
  }

  time(field: string): string | null {
    return this.value(field, readTime);
  }

  amount(field: string, currency: string): number | null {
    return this.value(field, (text) => readAmount(text, currency));
  }

  figure(field: string, min: number, max: number, isWholeNumber = true): number | null {
    return this.value<number>(field, (text) => {
      const value = readFigure(text);
      if (value === null) return { fault: `“${text}” is not a number` };
      if (isWholeNumber && !Number.isInteger(value))
        return { fault: `“${text}” is not a whole number` };
      if (value < min || value > max) return { fault: `${text} is not between ${min} and ${max}` };
      return { value };
    });
  }

  yes(field: string): boolean | null {
    return this.value<boolean>(field, (text) => {
      const value = readYesNo(text);
      return value === null ? { fault: `“${text}” is neither yes nor no` } : { value };
    });
  }

  list(field: string): string[] {
    return readList(this.text(field, 20_000));
  }

  /** Reads one of several choices. `words` lists the accepted words of each choice. */
  choice<Value extends string>(
    field: string,
    words: Record<Value, string>,
    text = this.text(field),
  ): Value | null {
    if (text === "") return null;
    const code = codesByWord(words).get(plainWord(text));
    // `codesByWord` returns keys of `words`.
    if (code !== undefined) return code as Value;
    const firstWords = Object.values<string>(words).map((known) => exportedChoice(known));
    return this.fault(field, `“${text}” is not one of ${firstWords.join(", ")}`);
  }

  language(field: string): Language | null {
    return this.value<Language>(field, (text) => {
      const word = plainWord(text);
      languageWords ??= wordsOfLanguages();
      // The keys of the table are language codes.
      const languageCode = codesByWord(languageWords).get(word) as Language | undefined;
      const value = languageCode ?? languageCodes.find((code) => code === word.slice(0, 2));
      return value ? { value } : { fault: `“${text}” is not one of ${languageCodes.join(", ")}` };
    });
  }

  /**
   * Checks the values against a contract. Faults are noted under the fields that `names` gives for the contract's keys.
   */
  parse<Contract extends z.ZodType>(
    contract: Contract,
    values: unknown,
    names: Record<string, string>,
  ): z.output<Contract> | null {
    const parsed = contract.safeParse(values);
    if (parsed.success) return this.faultCount === 0 ? parsed.data : null;
    for (const { path, message } of parsed.error.issues) {
      const name = names[String(path[0])] ?? null;
      // The reader of this field has already noted the fault.
      if (name !== null && this.cellOf(name) === "" && this.faultCount > 0) continue;
      this.fault(
        name,
        message.replace(/^Invalid input: .*/, "This cell is empty or cannot be used"),
      );
    }
    return null;
  }
}

const MAX_CACHED_CONTACTS = 5_000;

const codesByWordCache = new WeakMap<object, Map<string, string>>();

/** Returns the values by each of their words in plain form. If two values share a word, the first one keeps it. */
function codesByWord(words: Record<string, string>): Map<string, string> {
  return codesByWordCache.getOrInsertComputed(words, () => {
    const table = new Map<string, string>();
    for (const [value, known] of Object.entries(words))
      for (const each of [value, ...known.split("|")]) table.getOrInsert(plainWord(each), value);
    return table;
  });
}

let languageWords: Record<string, string> | undefined;

/** Returns the name of each language in every supported language. */
function wordsOfLanguages(): Record<string, string> {
  const displayNames = languageCodes.map(
    (code) => new Intl.DisplayNames(code, { type: "language" }),
  );
  return Object.fromEntries(
    languageCodes.map((code) => {
      const names = displayNames.map((reader) => reader.of(code) ?? "");
      return [code, [languageNames[code], ...names].join("|")];
    }),
  );
}

/** Reads the first and last name from two columns or from one. */
export function readNames(
  line: LineReader,
  split: (text: string) => { firstName: string; lastName: string },
) {
  const fullName = line.text("Full name", 170);
  const parts =
    line.text("First name") === "" && fullName !== ""
      ? split(fullName)
      : { firstName: line.text("First name", 80), lastName: line.text("Last name", 80) };
  return { ...parts, hasOneName: line.yes("One name") ?? false };
}

/**
 * Returns the new values for a row and its previous ones. Only columns in `given` change: the row's empty ones, or all
 * with `all`. Empty values never replace anything.
 */
export function mergeColumns<Row extends Record<string, unknown>>(
  row: Row,
  values: Partial<Row>,
  overwrites: boolean,
  given: readonly (keyof Row)[] = Object.keys(values),
): { changes: Partial<Row>; before: Partial<Row> } {
  const isEmpty = (value: unknown) =>
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0);
  const changes: Partial<Row> = {};
  const before: Partial<Row> = {};
  for (const name of given) {
    const value = values[name];
    if (isEmpty(value) || JSON.stringify(value) === JSON.stringify(row[name])) continue;
    if (!overwrites && !isEmpty(row[name])) continue;
    changes[name] = value as Row[keyof Row];
    before[name] = row[name];
  }
  return { changes, before };
}

/** Counts a line with a note. The report shows each note once, after the number of its lines: “12 lines …”. */
export function countNote({ sharedValues }: ImportContext, note: string): void {
  // The cast is safe because only this function writes the value.
  const notes = sharedValues.getOrInsertComputed("notes", () => new Map()) as Map<string, number>;
  notes.set(note, (notes.get(note) ?? 0) + 1);
}
