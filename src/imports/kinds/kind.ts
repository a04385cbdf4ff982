/** What every kind of import is made of, and how its fields are read. */
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

/** What a kind works with: one for all lines of an import. */
export interface ImportContext {
  deps: Deps;
  /** The transaction of the import, or what an export reads. */
  tx: Tx;
  actor: Actor;
  now: number;
  options: ImportOptions;
  /** In which order the days of a field are written. */
  orderOf: (field: string) => DayOrder;
  operator: {
    timeZone: string;
    currency: string;
    riderLanguage: Language;
    estimateSpeedKmh: number;
  };
  classes: readonly StoredVehicleClass[];
  /** What a kind keeps from one line to the next, such as whom it has looked up. */
  kept: Map<string, unknown>;
}

/** The columns of a row that is changed, as they were. */
type PreviousValues = Record<string, unknown>;

/** One kind of import. `Values` is what is read from a line. */
export interface Kind<Values> {
  /** What the line says; null when it has a fault. */
  read: (line: LineReader, context: ImportContext) => Values | null;
  /** What identifies a line: a repeated line shares one of these. */
  keys: (values: Values) => readonly string[];
  /** The line in a few words. */
  sample: (values: Values) => string;
  /** The row that is here already; null for none. */
  find: (values: Values, context: ImportContext) => string | null;
  /** Writes the row and what belongs to it. Throws `LineRefusedError` for what only shows then. */
  insert: (values: Values, context: ImportContext) => string;
  /**
   * Changes the row that is here: its empty fields, or all that the line says. Gives what it held before, null where
   * nothing was to be changed. Absent where a line never changes a row.
   */
  merge?: (id: string, values: Values, context: ImportContext) => PreviousValues | null;
  /** What an undo compares: everything that somebody may have changed since. Null when there is no row any more. */
  print: (db: Db, id: string) => unknown;
  /** Removes the row and what the import wrote with it. Throws `RecordInUseError`, or what the database says of references. */
  remove: (tx: Tx, id: string, context: ImportContext) => void;
  /** Puts what `merge` gave in its place again. */
  restore?: (tx: Tx, id: string, before: PreviousValues, context: ImportContext) => void;
  /** The number in the other system, where the row has another one. */
  sourceNumber?: (values: Values) => string | null;
  /** Prepares for the removal of many rows; what it gives runs after that. */
  beginUndo?: (tx: Tx) => () => void;
  /** All rows as lines of a file: the fields in their order. */
  lines: (context: ImportContext) => Iterable<Record<string, string | number>>;
}

/** A line that cannot be imported, which shows only while it is. */
export class LineRefusedError extends Error {
  constructor(
    readonly field: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** A row that has been built on: an undo leaves it. */
export class RecordInUseError extends Error {}

/**
 * Throws if a price list names a row, because the database cannot see inside price lists. They are read once for an
 * undo.
 */
export function refusePricedRecord({ tx, kept }: ImportContext, id: string): void {
  const pricedIds = kept.getOrInsertComputed("priced", () => {
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

/** A choice as exports write it: the first of the words that imports read. */
export const exportedChoice = (words = ""): string => words.split("|")[0] ?? "";

type ReportFault = (field: string | null, text: string) => void;

/** The fields of one line, each read as what it is; what is wrong with one is noted, and it reads as empty. */
export class LineReader {
  faults = 0;
  constructor(
    private readonly cells: (field: string) => string,
    private readonly context: ImportContext,
    private readonly noting: ReportFault,
  ) {}

  fault(field: string | null, text: string): null {
    this.faults++;
    this.noting(field, text);
    return null;
  }

  /** The cell as text; empty where there is none. */
  text(field: string, maxLength = 2_000): string {
    const text = this.cells(field);
    if (text.length <= maxLength) return text;
    this.fault(field, `This cell has more than ${maxLength} characters`);
    return "";
  }

  /** Those of the columns of which the line says something, by the fields that they are read from. */
  given<Column extends string>(fields: Record<Column, string>): Column[] {
    const columns = Object.keys(fields) as Column[];
    return columns.filter((column) => this.cells(fields[column]) !== "");
  }

  /** As `text`, and a fault where it is empty. */
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
      const read = this.typed(text);
      return read?.type === "phone"
        ? { value: read.value }
        : { fault: `“${text}” is not a phone number` };
    });
  }

  /** An e-mail address or a phone number, whichever it is. */
  contact(field: string, text = this.text(field)): string | null {
    if (text === "") return null;
    if (isShortenedNumber(text))
      return this.fault(
        field,
        `A spreadsheet has shortened this number to ${text}, and its digits are lost.`,
      );
    const read = this.typed(text);
    return (
      read?.value ?? this.fault(field, `“${text}” is neither an e-mail address nor a phone number`)
    );
  }

  /** Numbers take long to read, and a file of trips has those of each rider many times. */
  private typed(text: string): ReturnType<typeof readTypedContact> {
    const { kept, deps } = this.context;
    // Written here alone.
    const read = kept.getOrInsertComputed("contacts", () => new Map()) as Map<
      string,
      ReturnType<typeof readTypedContact>
    >;
    if (read.size >= MAX_CACHED_CONTACTS) read.clear();
    return read.getOrInsertComputed(text, () => readTypedContact(deps, text));
  }

  day(field: string): string | null {
    return this.value(field, (text) => readDay(text, this.context.orderOf(field)));
  }

  dateTime(field: string): { day: string; time: string | null } | null {
    return this.value(field, (text) => readDayTime(text, this.context.orderOf(field)));
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

  /** One of some words, each with those that others have for it. */
  choice<Value extends string>(
    field: string,
    words: Record<Value, string>,
    text = this.text(field),
  ): Value | null {
    if (text === "") return null;
    const foundCode = codesByWord(words).get(plainWord(text));
    // The keys of `words`.
    if (foundCode !== undefined) return foundCode as Value;
    const firstWords = Object.values<string>(words).map((known) => exportedChoice(known));
    return this.fault(field, `“${text}” is not one of ${firstWords.join(", ")}`);
  }

  language(field: string): Language | null {
    return this.value<Language>(field, (text) => {
      const word = plainWord(text);
      languageWords ??= wordsOfLanguages();
      // The keys of the table are codes.
      const knownLanguage = codesByWord(languageWords).get(word) as Language | undefined;
      const value = knownLanguage ?? languageCodes.find((code) => code === word.slice(0, 2));
      return value ? { value } : { fault: `“${text}” is not one of ${languageCodes.join(", ")}` };
    });
  }

  /** The values as a contract has them; its faults are noted under the fields that `names` has for its own. */
  parse<Contract extends z.ZodType>(
    contract: Contract,
    values: unknown,
    names: Record<string, string>,
  ): z.output<Contract> | null {
    const parsed = contract.safeParse(values);
    if (parsed.success) return this.faults === 0 ? parsed.data : null;
    for (const { path, message } of parsed.error.issues) {
      const name = names[String(path[0])] ?? null;
      // Its reader has already reported the error.
      if (name !== null && this.cells(name) === "" && this.faults > 0) continue;
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

/** The values by all their words, plain; the first that has a word keeps it. */
function codesByWord(words: Record<string, string>): Map<string, string> {
  return codesByWordCache.getOrInsertComputed(words, () => {
    const table = new Map<string, string>();
    for (const [value, known] of Object.entries(words))
      for (const each of [value, ...known.split("|")]) table.getOrInsert(plainWord(each), value);
    return table;
  });
}

let languageWords: Record<string, string> | undefined;

/** What each language is called in all of them. */
function wordsOfLanguages(): Record<string, string> {
  const readers = languageCodes.map((code) => new Intl.DisplayNames(code, { type: "language" }));
  return Object.fromEntries(
    languageCodes.map((code) => {
      const names = readers.map((reader) => reader.of(code) ?? "");
      return [code, [languageNames[code], ...names].join("|")];
    }),
  );
}

/** The first and last name of a line, in two columns or in one. */
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
 * Which of the new values go into a row: into its empty columns, or all that are not empty themselves. Those that no
 * line has `given` stand for nothing.
 */
export function mergeColumns<Row extends Record<string, unknown>>(
  row: Row,
  values: Partial<Row>,
  all: boolean,
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
    if (!all && !isEmpty(row[name])) continue;
    changes[name] = value as Row[keyof Row];
    before[name] = row[name];
  }
  return { changes, before };
}

/** Notes once for all lines what they have in common: `what` follows “12 lines”. */
export function addNoteOnce({ kept }: ImportContext, note: string): void {
  // Written here alone.
  const notes = kept.getOrInsertComputed("notes", () => new Map()) as Map<string, number>;
  notes.set(note, (notes.get(note) ?? 0) + 1);
}
