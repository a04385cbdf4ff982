/** Reads lists of reservations page by page, along indexes in the order of the list. */
import type { Statement } from "bun:sqlite";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";

export type Value = string | number;

/** Conditions on `reservations r`, and the values of their placeholders. */
export type Filter = { conditions: string[]; values: Value[] };

/** The place after which a list continues: the time and the id of the previous row. */
export type ListPosition = [at: number, id: string];

/** `index` is the index to use, if SQLite should not choose. */
export type BranchFilter = Filter & { index?: string };

export type PickupRange = { from?: number; until?: number };

export type ListScan = {
  by: "pickup_at" | "created_at";
  isDescending: boolean;
  /**
   * Each branch is read along its own index, and the results are merged, so that a page costs the same for any number
   * of reservations. Without branches, the list is read as a whole.
   */
  branches: BranchFilter[];
  /** The conditions for all rows. */
  filter: Filter;
  /** The index to use, if SQLite should not choose. */
  index?: string;
  /** The half-open range of all pickups (ms UTC). `filter` contains it too. */
  pickups?: PickupRange;
};

/** Returns at most `limit` rows of a scan, after a place in it. `joins` may add tables to `reservations r`. */
export function scanRows<Row>(
  db: Db,
  scan: ListScan,
  requested: { columns: string; joins?: string; after: ListPosition | null; limit: number },
): Row[] {
  const { by, isDescending, branches, filter, index } = scan;
  const { columns, joins = "", after, limit } = requested;
  const [direction, comparison] = isDescending ? ["DESC", "<"] : ["ASC", ">"];
  const sharedConditions = [
    ...filter.conditions,
    ...(after ? [`(r.${by}, r.id) ${comparison} (?, ?)`] : []),
  ];
  const commonValues = [...filter.values, ...(after ?? [])];
  const from = (indexName?: string) =>
    `FROM reservations r ${indexName ? `INDEXED BY ${indexName}` : ""}`;
  const order = (table: string) =>
    `ORDER BY ${table}.${by} ${direction}, ${table}.id ${direction} LIMIT ?`;
  const where = (conditions: readonly string[]) =>
    conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const [onlyBranch] = branches;
  if (branches.length <= 1) {
    const conditions = [...(onlyBranch?.conditions ?? []), ...sharedConditions];
    const sql = `SELECT ${columns} ${from(onlyBranch?.index ?? index)} ${joins} ${where(conditions)} ${order("r")}`;
    return statementOf<Row>(db, sql).all(...(onlyBranch?.values ?? []), ...commonValues, limit);
  }
  const parts = branches.map(
    ({ conditions, index: ownIndex }) =>
      `SELECT * FROM (SELECT r.id, r.${by} ${from(ownIndex ?? index)} ${where([...conditions, ...sharedConditions])} ${order("r")})`,
  );
  // For candidates, only the columns of the order are read. The other columns are read only for the rows of the page.
  const sql = `SELECT ${columns} FROM
      (SELECT * FROM (${parts.join(" UNION ALL ")}) h ${order("h")}) h
    CROSS JOIN reservations r ON r.id = h.id ${joins}
    ORDER BY h.${by} ${direction}, h.id ${direction}`;
  const values = branches.flatMap((branch) => [...branch.values, ...commonValues, limit]);
  return statementOf<Row>(db, sql).all(...values, limit);
}

/**
 * Returns the scan restricted to these trip numbers. Its branches become conditions, because the numbers select the
 * rows.
 */
export function withTripNumbers(scan: ListScan, numbers: readonly number[]): ListScan {
  return withTripNumbersFromSql(scan, "SELECT value FROM json_each(?)", JSON.stringify(numbers));
}

/** As `withTripNumbers`, with numbers that an SQL statement selects. `value` is for its one placeholder. */
export function withTripNumbersFromSql(
  scan: ListScan,
  numbersSql: string,
  value: string,
): ListScan {
  const branches = scan.branches.filter(({ conditions }) => conditions.length > 0);
  const anyBranchSql = branches
    .map(({ conditions }) => `(${conditions.join(" AND ")})`)
    .join(" OR ");
  const { by, isDescending } = scan;
  const { conditions, values } = scan.filter;
  return {
    by,
    isDescending,
    index: "reservations_found",
    branches: [],
    filter: {
      conditions: [
        `r.number IN (${numbersSql})`,
        ...(anyBranchSql ? [`(${anyBranchSql})`] : []),
        ...conditions,
      ],
      values: [value, ...branches.flatMap((branch) => branch.values), ...values],
    },
  };
}

type CachedStatements = Map<string, Statement<unknown, Value[]>>;
const statements = prepared((): CachedStatements => new Map());

/** Returns the statement of a list, compiled once. There is one for each combination of states, order and filters. */
function statementOf<Row>(db: Db, sql: string): Statement<Row, Value[]> {
  const statementBySql = statements(db);
  const statement = statementBySql.get(sql) ?? db.$client.query<unknown, Value[]>(sql);
  statementBySql.set(sql, statement);
  // The statement's columns give the row its type.
  return statement as Statement<Row, Value[]>;
}
