import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { addCompany, changeCompany, saveCostCentre } from "./actions";
import {
  ChangeCompany,
  ChangeMember,
  CompaniesQuery,
  CompanyAnswer,
  CompanyId,
  CompanyList,
  CostCentreId,
  InviteMember,
  MemberId,
  SaveCompany,
  SaveCostCentre,
} from "./contract";
import { changeMember, inviteMember, removeMember } from "./member-actions";
import { listCompanies, readCompany } from "./queries";
import { memberRoutes } from "./member-routes";

const tag = "companies";

/** Companies that are billed: read by all of dispatch, kept by everybody there. */
const requireKeeper = requirePermission("companies.keep");

/** Companies, their people and cost centres, under `/admin`. */
export const companyRoutes = createRouter()
  .get(
    "/admin/companies",
    describe({
      summary: "Companies by name, with what they owe",
      tag,
      security: "admin",
      answers: { 200: CompanyList },
    }),
    requirePermission("dispatch.read"),
    validate("query", CompaniesQuery),
    (c) => c.json(listCompanies(c.var.deps, c.req.valid("query")) satisfies CompanyList),
  )
  .post(
    "/admin/companies",
    describe({
      summary: "Adds a company",
      tag,
      security: "admin",
      answers: { 201: CompanyAnswer },
      refusals: ["request.forbidden", "company.name_taken"],
    }),
    requireKeeper,
    validate("json", SaveCompany),
    async (c) => {
      const { deps, session } = c.var;
      const id = await addCompany(deps, actorOf(session), c.req.valid("json"));
      return c.json({ company: readCompany(deps, id) } satisfies CompanyAnswer, 201);
    },
  )
  .get(
    "/admin/companies/:id",
    describe({
      summary: "One company with its people and cost centres",
      tag,
      security: "admin",
      answers: { 200: CompanyAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", CompanyId),
    (c) =>
      c.json({
        company: readCompany(c.var.deps, c.req.valid("param").id),
      } satisfies CompanyAnswer),
  )
  .put(
    "/admin/companies/:id",
    describe({
      summary: "Changes a company as a whole, or suspends it",
      tag,
      security: "admin",
      answers: { 200: CompanyAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "request.conflict",
        "company.name_taken",
      ],
    }),
    requireKeeper,
    validate("param", CompanyId),
    validate("json", ChangeCompany),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await changeCompany(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ company: readCompany(deps, id) } satisfies CompanyAnswer);
    },
  )
  .post(
    "/admin/companies/:id/members",
    describe({
      summary: "Invites somebody to book on the company's account",
      tag,
      security: "admin",
      answers: { 201: CompanyAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "identifier.invalid",
        "code.sms_country",
        "company.member_known",
        "company.too_many",
      ],
    }),
    requireKeeper,
    validate("param", CompanyId),
    validate("json", InviteMember),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await inviteMember(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ company: readCompany(deps, id) } satisfies CompanyAnswer, 201);
    },
  )
  .put(
    "/admin/companies/:id/members/:memberId",
    describe({
      summary: "Gives a member another role, or approves them",
      tag,
      security: "admin",
      answers: { 200: CompanyAnswer },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    requireKeeper,
    validate("param", MemberId),
    validate("json", ChangeMember),
    async (c) => {
      const { deps, session } = c.var;
      const { id, memberId } = c.req.valid("param");
      await changeMember(deps, actorOf(session), id, memberId, c.req.valid("json"));
      return c.json({ company: readCompany(deps, id) } satisfies CompanyAnswer);
    },
  )
  .delete(
    "/admin/companies/:id/members/:memberId",
    describe({
      summary: "Takes somebody out of a company, or an invitation back",
      tag,
      security: "admin",
      answers: { 200: CompanyAnswer },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    requireKeeper,
    validate("param", MemberId),
    async (c) => {
      const { deps, session } = c.var;
      const { id, memberId } = c.req.valid("param");
      await removeMember(deps, actorOf(session), id, memberId);
      return c.json({ company: readCompany(deps, id) } satisfies CompanyAnswer);
    },
  )
  .post(
    "/admin/companies/:id/cost-centres",
    describe({
      summary: "Adds a cost centre",
      tag,
      security: "admin",
      answers: { 201: CompanyAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "company.cost_centre_taken",
        "company.too_many",
      ],
    }),
    requireKeeper,
    validate("param", CompanyId),
    validate("json", SaveCostCentre),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await saveCostCentre(deps, actorOf(session), id, null, c.req.valid("json"));
      return c.json({ company: readCompany(deps, id) } satisfies CompanyAnswer, 201);
    },
  )
  .put(
    "/admin/companies/:id/cost-centres/:centreId",
    describe({
      summary: "Renames a cost centre, or switches it on or off",
      tag,
      security: "admin",
      answers: { 200: CompanyAnswer },
      refusals: ["request.forbidden", "request.not_found", "company.cost_centre_taken"],
    }),
    requireKeeper,
    validate("param", CostCentreId),
    validate("json", SaveCostCentre),
    async (c) => {
      const { deps, session } = c.var;
      const { id, centreId } = c.req.valid("param");
      await saveCostCentre(deps, actorOf(session), id, centreId, c.req.valid("json"));
      return c.json({ company: readCompany(deps, id) } satisfies CompanyAnswer);
    },
  )
  .route("/", memberRoutes);
