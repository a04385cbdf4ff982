import {
  createRouter,
  describe,
  limitPerSession,
  requireNamedRider,
  requireRider,
  validate,
} from "../server/http";
import { Message } from "../settings/contract";
import { saveCostCentre } from "./actions";
import {
  CompanyId,
  CostCentreId,
  InviteColleague,
  ManagedCompany,
  MemberId,
  MyCompanies,
  SaveCostCentre,
} from "./contract";
import { claimInvitations, inviteMember, leaveCompany, removeMember } from "./member-actions";
import { companiesOf, readManaged } from "./queries";

const tag = "companies";
const inviteLimit = limitPerSession(30, 3_600);
/** Each is a row of the company's log. */
const keepLimit = limitPerSession(120, 3_600);

/** What members see of their companies, and what their managers do for them. */
export const memberRoutes = createRouter()
  .get(
    "/companies",
    describe({
      summary: "The companies whose account the rider may book on; joins those that invited them",
      tag,
      security: "rider",
      answers: { 200: MyCompanies },
    }),
    requireRider,
    async (c) => {
      const { deps, session } = c.var;
      await claimInvitations(deps, session.accountId);
      return c.json({ companies: companiesOf(deps.db, session.accountId) } satisfies MyCompanies);
    },
  )
  .get(
    "/companies/:id",
    describe({
      summary: "A company's people and cost centres, for its manager",
      tag,
      security: "rider",
      answers: { 200: ManagedCompany },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", CompanyId),
    (c) => {
      const { deps, session } = c.var;
      const company = readManaged(deps, c.req.valid("param").id, session.accountId);
      return c.json({ company } satisfies ManagedCompany);
    },
  )
  .delete(
    "/companies/:id/membership",
    describe({
      summary: "Leaves a company",
      tag,
      security: "rider",
      answers: { 200: Message },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requireRider,
    keepLimit,
    validate("param", CompanyId),
    async (c) => {
      const { deps, session } = c.var;
      const actor = { kind: "rider" as const, id: session.accountId, name: session.name };
      await leaveCompany(deps, actor, c.req.valid("param").id);
      return c.json({ message: "You have left the company." } satisfies Message);
    },
  )
  .post(
    "/companies/:id/members",
    describe({
      summary: "Invites a colleague, for the company's manager",
      tag,
      security: "rider",
      answers: { 201: ManagedCompany },
      refusals: [
        "request.not_found",
        "identifier.invalid",
        "code.sms_country",
        "company.member_known",
        "company.too_many",
        "request.too_many",
      ],
    }),
    requireNamedRider,
    inviteLimit,
    validate("param", CompanyId),
    validate("json", InviteColleague),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const actor = { kind: "rider" as const, id: session.accountId, name: session.name };
      await inviteMember(deps, actor, id, { ...c.req.valid("json"), role: "member" });
      const company = readManaged(deps, id, session.accountId);
      return c.json({ company } satisfies ManagedCompany, 201);
    },
  )
  .delete(
    "/companies/:id/members/:memberId",
    describe({
      summary: "Takes a colleague out, or an invitation back, for the company's manager",
      tag,
      security: "rider",
      answers: { 200: ManagedCompany },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requireNamedRider,
    keepLimit,
    validate("param", MemberId),
    async (c) => {
      const { deps, session } = c.var;
      const { id, memberId } = c.req.valid("param");
      const actor = { kind: "rider" as const, id: session.accountId, name: session.name };
      await removeMember(deps, actor, id, memberId);
      const company = readManaged(deps, id, session.accountId);
      return c.json({ company } satisfies ManagedCompany);
    },
  )
  .post(
    "/companies/:id/cost-centres",
    describe({
      summary: "Adds a cost centre, for the company's manager",
      tag,
      security: "rider",
      answers: { 201: ManagedCompany },
      refusals: [
        "request.not_found",
        "company.cost_centre_taken",
        "company.too_many",
        "request.too_many",
      ],
    }),
    requireNamedRider,
    keepLimit,
    validate("param", CompanyId),
    validate("json", SaveCostCentre),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const actor = { kind: "rider" as const, id: session.accountId, name: session.name };
      await saveCostCentre(deps, actor, id, null, c.req.valid("json"));
      const company = readManaged(deps, id, session.accountId);
      return c.json({ company } satisfies ManagedCompany, 201);
    },
  )
  .put(
    "/companies/:id/cost-centres/:centreId",
    describe({
      summary: "Renames a cost centre, or switches it on or off, for the company's manager",
      tag,
      security: "rider",
      answers: { 200: ManagedCompany },
      refusals: ["request.not_found", "company.cost_centre_taken", "request.too_many"],
    }),
    requireNamedRider,
    keepLimit,
    validate("param", CostCentreId),
    validate("json", SaveCostCentre),
    async (c) => {
      const { deps, session } = c.var;
      const { id, centreId } = c.req.valid("param");
      const actor = { kind: "rider" as const, id: session.accountId, name: session.name };
      await saveCostCentre(deps, actor, id, centreId, c.req.valid("json"));
      const company = readManaged(deps, id, session.accountId);
      return c.json({ company } satisfies ManagedCompany);
    },
  );
