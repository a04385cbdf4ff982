/** Companies that are billed directly: the facts that dispatch keeps of them, and those that their members see. */
import { z } from "zod";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../settings/amount-contract";
import { emailText, line, lines } from "../settings/text-contract";

const id = z.string().max(64);
const requiredText = "This field is required.";

/** The company to which a booking is billed. */
export const BillTo = z.object({
  companyId: id,
  costCentreId: id.nullable().default(null),
  /** A reference for the company, such as an order number or a matter. */
  reference: line.max(60).default(""),
});
export type BillTo = z.input<typeof BillTo>;

/** The company to which a trip is billed, for its readers. */
export const Billing = z.object({
  company: z.object({ id: z.string(), name: z.string() }),
  costCentre: z.object({ id: z.string(), name: z.string() }).nullable(),
  reference: z.string(),
  /** Whether it is on an invoice, so that the payer can no longer be changed. */
  invoiced: z.boolean(),
  /** Until when a manager of the company may approve it. Absent if it does not wait for approval. */
  awaitsApprovalUntil: z.iso.datetime().exactOptional(),
});
export type Billing = z.infer<typeof Billing>;

export const CompanyState = z.enum(["active", "suspended"]);
export type CompanyState = z.infer<typeof CompanyState>;
export const MemberRole = z.enum(["member", "manager"]);
export type MemberRole = z.infer<typeof MemberRole>;

export const ApprovalRule = z.enum(["never", "always", "above"]);
export type ApprovalRule = z.infer<typeof ApprovalRule>;

/** An e-mail address of a company that gets copies of messages about its trips. */
export const CompanyContact = z.object({
  email: emailText,
  gets: z
    .array(z.enum(["confirmations", "changes", "receipts"]))
    .min(1, "Choose at least one kind of message."),
});
export type CompanyContact = z.infer<typeof CompanyContact>;

export const SaveCompany = z.object({
  name: line.max(160).min(1, requiredText),
  billingAddress: lines.max(400).min(1, requiredText),
  /** The e-mail address for invoices; empty if it is not known. */
  billingEmail: z.union([z.literal(""), emailText]).default(""),
  taxNumber: line.max(60).default(""),
  paymentTermDays: z.number().int().min(0).max(180).default(30),
  /** The most that the company may owe, in minor units of the operator's currency; null without a limit. */
  creditLimitMinor: z.number().int().min(0).max(MAX_BUSINESS_AMOUNT_MINOR).nullable().default(null),
  requiresCostCentre: z.boolean().default(false),
  requiresReference: z.boolean().default(false),
  /** The format of a reference: `#` is a digit, `@` a letter, and any other character itself. Empty for any. */
  referencePattern: line.max(60).default(""),
  /** Which of its trips a manager must approve: with `above`, the trips that cost more than `approvalAboveMinor`. */
  approval: ApprovalRule.default("never"),
  approvalAboveMinor: z
    .number()
    .int()
    .min(0)
    .max(MAX_BUSINESS_AMOUNT_MINOR)
    .nullable()
    .default(null),
  /**
   * How many hours managers have to answer after the booking, and how long before the pickup this time ends at the
   * latest.
   */
  approvalWithinHours: z.number().int().min(1).max(720).default(24),
  approvalBeforeHours: z.number().int().min(0).max(168).default(2),
  /** What happens to a trip that nobody approves or declines. */
  approvalUnanswered: z.enum(["confirm", "cancel"]).default("cancel"),
  /** Whether dispatch must approve people whom the company invites before they may book. */
  approvesMembers: z.boolean().default(false),
  state: CompanyState.default("active"),
  note: lines.max(2000).default(""),
  contacts: z.array(CompanyContact).max(10).default([]),
});
export type SaveCompany = z.input<typeof SaveCompany>;

/** A company's new values and the version that the caller saw; answers 409 if it has changed. */
export const ChangeCompany = SaveCompany.extend({ version: z.number().int().min(1) });
export type ChangeCompany = z.input<typeof ChangeCompany>;

const CostCentre = z.object({ id: z.string(), name: z.string(), active: z.boolean() });

/** A person who may book on the account, or is invited to. */
export const CompanyMember = z.object({
  id: z.string(),
  /** The person's name; empty until they have joined. */
  name: z.string(),
  /** The e-mail address or phone number that was invited. */
  identifier: z.string(),
  role: MemberRole,
  /** `invited`: nobody has signed in with the contact yet. `waiting`: dispatch has yet to approve the person. */
  standing: z.enum(["invited", "waiting", "active"]),
  /** The most that their trips of a month may cost, in the company's currency; null without a limit. */
  monthlyLimitMinor: z.number().int().nullable(),
});
export type CompanyMember = z.infer<typeof CompanyMember>;

export const CompanyEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actorName: z.string(),
  act: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type CompanyEvent = z.infer<typeof CompanyEvent>;

/** A company in dispatch's list. */
export const CompanyRow = z.object({
  id: z.string(),
  name: z.string(),
  state: CompanyState,
  billingEmail: z.string(),
  currency: z.string(),
  creditLimitMinor: z.number().int().nullable(),
  /** The total of trips not yet invoiced and invoices not yet paid, in `currency`. */
  owedMinor: z.number().int(),
  members: z.number().int(),
});
export type CompanyRow = z.infer<typeof CompanyRow>;

/** A whole company, as dispatch sees it. */
export const Company = CompanyRow.extend({
  billingAddress: z.string(),
  taxNumber: z.string(),
  paymentTermDays: z.number().int(),
  requiresCostCentre: z.boolean(),
  requiresReference: z.boolean(),
  referencePattern: z.string(),
  approval: ApprovalRule,
  approvalAboveMinor: z.number().int().nullable(),
  approvalWithinHours: z.number().int(),
  approvalBeforeHours: z.number().int(),
  approvalUnanswered: z.enum(["confirm", "cancel"]),
  approvesMembers: z.boolean(),
  note: z.string(),
  contacts: z.array(CompanyContact),
  version: z.number().int(),
  costCentres: z.array(CostCentre),
  people: z.array(CompanyMember),
  /** The latest events, newest first. */
  events: z.array(CompanyEvent),
});
export type Company = z.infer<typeof Company>;

export const CompaniesQuery = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().max(800).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export const CompanyList = z.object({
  companies: z.array(CompanyRow),
  nextCursor: z.string().nullable(),
});
export type CompanyList = z.infer<typeof CompanyList>;
export const CompanyAnswer = z.object({ company: Company });
export type CompanyAnswer = z.infer<typeof CompanyAnswer>;
export const InviteMember = z.object({
  /** An e-mail address or a phone number with its country code. */
  identifier: z.string().trim().min(1, requiredText).max(320),
  role: MemberRole.default("member"),
});
export type InviteMember = z.input<typeof InviteMember>;
/** The fields that a manager may send: managers invite members, and only dispatch appoints managers. */
export const InviteColleague = InviteMember.pick({ identifier: true });
export type InviteColleague = z.input<typeof InviteColleague>;
const monthlyLimitMinor = z.number().int().min(0).max(MAX_BUSINESS_AMOUNT_MINOR).nullable();
export const ChangeMember = z.object({
  role: MemberRole,
  approved: z.literal(true).optional(),
  /** Stays unchanged if absent. */
  monthlyLimitMinor: monthlyLimitMinor.optional(),
});
export type ChangeMember = z.input<typeof ChangeMember>;
/** The field that a manager may change for a colleague. */
export const LimitColleague = z.object({ monthlyLimitMinor });
export type LimitColleague = z.input<typeof LimitColleague>;
export const SaveCostCentre = z.object({
  name: line.max(80).min(1, requiredText),
  active: z.boolean().default(true),
});
export type SaveCostCentre = z.input<typeof SaveCostCentre>;
/** A company as one of its members sees it. */
export const MyCompany = z.object({
  id: z.string(),
  name: z.string(),
  state: CompanyState,
  role: MemberRole,
  /** False until dispatch has approved the membership. */
  approved: z.boolean(),
  requiresCostCentre: z.boolean(),
  requiresReference: z.boolean(),
  referencePattern: z.string(),
  /** Cost centres under which trips can be booked. */
  costCentres: z.array(CostCentre.pick({ id: true, name: true })),
});
export type MyCompany = z.infer<typeof MyCompany>;
export const MyCompanies = z.object({ companies: z.array(MyCompany) });
export type MyCompanies = z.infer<typeof MyCompanies>;

/** A company as its manager sees it. */
export const ManagedCompany = z.object({
  company: z.object({
    id: z.string(),
    name: z.string(),
    /** The currency of the limits. */
    currency: z.string(),
    approvesMembers: z.boolean(),
    people: z.array(
      CompanyMember.pick({
        id: true,
        name: true,
        identifier: true,
        role: true,
        standing: true,
        monthlyLimitMinor: true,
      }).extend({ isMe: z.boolean() }),
    ),
    costCentres: z.array(CostCentre.pick({ id: true, name: true, active: true })),
  }),
});
export type ManagedCompany = z.infer<typeof ManagedCompany>;
