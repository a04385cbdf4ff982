import { fullName } from "../name-rules";
import { z } from "zod";
import { fromCursor, toPage } from "../../formats/cursors";
import type { Db } from "../../../db/open";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { readOperator } from "../../settings/queries";
import type { AdminRole } from "../contract";
import type { StaffList, StaffMember, StaffQuery } from "./staff-contract";
import { iso } from "../../formats/instants";

type Row = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: AdminRole;
  has_password: number;
  has_second_factor: number;
  deactivated_at: number | null;
  version: number;
  sessions: number;
  last_seen_at: number | null;
};

const Cursor = z.tuple([z.string()]);

const memberSql = (condition: string) =>
  `SELECT a.id, a.email, a.first_name, a.last_name, a.role, a.deactivated_at, a.version,
     a.password_hash IS NOT NULL AS has_password, a.totp_secret IS NOT NULL AS has_second_factor,
     (SELECT count(*) FROM sessions s
       WHERE s.audience = 'admin' AND s.account_id = a.id AND s.expires_at > ?1) AS sessions,
     (SELECT max(s.last_seen_at) FROM sessions s
       WHERE s.audience = 'admin' AND s.account_id = a.id AND s.expires_at > ?1) AS last_seen_at
   FROM admins a WHERE ${condition}`;

/** Lists all present and former staff of dispatch, by e-mail address. */
export function listStaff(deps: Deps, query: z.output<typeof StaffQuery>): StaffList {
  const [after] = fromCursor(query.cursor, Cursor) ?? [""];
  const rows = deps.db.$client
    .query<Row, [number, string, number]>(`${memberSql("a.email > ?2")} ORDER BY a.email LIMIT ?3`)
    .all(deps.now(), after, query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.email]);
  return {
    staff: shown.map(toStaffMember),
    nextCursor,
    secondFactorRequired: readOperator(deps).secondFactorRequired,
  };
}

/** Returns one member of staff. Throws `request.not_found`. */
export function readStaffMember(db: Db, id: string, now: number): StaffMember {
  const [row] = db.$client.query<Row, [number, string]>(memberSql("a.id = ?2")).all(now, id);
  if (!row) throw new AppError("request.not_found");
  return toStaffMember(row);
}

function toStaffMember(row: Row): StaffMember {
  return {
    id: row.id,
    names: fullName({ firstName: row.first_name, lastName: row.last_name }),
    email: row.email,
    role: row.role,
    state: row.deactivated_at !== null ? "off" : row.has_password ? "active" : "invited",
    secondFactor: row.has_second_factor === 1,
    sessions: row.sessions,
    lastSeenAt: iso(row.last_seen_at),
    version: row.version,
  };
}
