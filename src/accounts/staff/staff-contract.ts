import { z } from "zod";
import { AdminRole } from "../contract";

/** A member of staff, as an owner sees them. */
export const StaffMember = z.object({
  id: z.string(),
  names: z.string(),
  email: z.string(),
  role: AdminRole,
  /** `invited`: has not chosen a password yet. `off`: may no longer sign in. */
  state: z.enum(["active", "invited", "off"]),
  secondFactor: z.boolean(),
  /** Sessions in force. */
  sessions: z.number().int(),
  /** The last use of one of their sessions; null without any. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Increases when role or access change. */
  version: z.number().int(),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const StaffQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type StaffQuery = z.infer<typeof StaffQuery>;

export const StaffList = z.object({
  staff: z.array(StaffMember),
  nextCursor: z.string().nullable(),
  /** Whether all staff must have a second factor to work. */
  secondFactorRequired: z.boolean(),
});
export type StaffList = z.infer<typeof StaffList>;

export const InviteStaff = z.object({ email: z.string().max(320), role: AdminRole });
export type InviteStaff = z.infer<typeof InviteStaff>;

/** The one-time link, which was also sent by e-mail, for sending it in another way. */
export const StaffInvitation = z.object({ member: StaffMember, link: z.string() });
export type StaffInvitation = z.infer<typeof StaffInvitation>;

const version = z.number().int().min(1);

export const ChangeStaffRole = z.object({ role: AdminRole, version });
export type ChangeStaffRole = z.infer<typeof ChangeStaffRole>;

/** The version that the caller saw; answers 409 if it has changed. */
export const StaffVersion = z.object({ version });
export type StaffVersion = z.infer<typeof StaffVersion>;

export const StaffAnswer = z.object({ member: StaffMember });
export type StaffAnswer = z.infer<typeof StaffAnswer>;

export const RequireSecondFactor = z.object({ secondFactorRequired: z.boolean() });
export type RequireSecondFactor = z.infer<typeof RequireSecondFactor>;
