import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import { addCompany, changeCompany, saveCostCentre } from "./actions";
import {
  ChangeCompany,
  ChangeMember,
  CompaniesQuery,
  CompanyAnswer,
  CompanyList,
  InviteMember,
  SaveCompany,
  SaveCostCentre,
} from "./contract";
import { changeMember, inviteMember, removeMember } from "./member-actions";
import { listCompanies, readCompany } from "./queries";
import { memberRoutes } from "./member-routes";

const answer = (deps: Deps, id: string) => ({ company: readCompany(deps, id) });

/** Calls for companies, their members and cost centres, under `/admin`. */
export const companyRoutes = createRouter("companies")
  .get(
    "/admin/companies",
    "Lists the companies by name, with the amounts they owe",
    { who: "dispatch.view", query: CompaniesQuery, answer: CompanyList },
    ({ deps, query }) => listCompanies(deps, query),
  )
  .post(
    "/admin/companies",
    "Adds a company",
    {
      who: "companies.manage",
      body: SaveCompany,
      created: CompanyAnswer,
      refuses: ["company.name_taken"],
    },
    async ({ deps, actor, body }) => {
      const id = await addCompany(deps, actor, body);
      return answer(deps, id);
    },
  )
  .get(
    "/admin/companies/:id",
    "Gives one company with its members and cost centres",
    { who: "dispatch.view", answer: CompanyAnswer },
    ({ deps, id }) => answer(deps, id),
  )
  .put(
    "/admin/companies/:id",
    "Changes a company's details, or suspends the company",
    {
      who: "companies.manage",
      body: ChangeCompany,
      answer: CompanyAnswer,
      refuses: ["request.conflict", "company.name_taken"],
    },
    runThenRead(changeCompany, answer),
  )
  .post(
    "/admin/companies/:id/members",
    "Invites somebody to book on the company's account",
    {
      who: "companies.manage",
      body: InviteMember,
      created: CompanyAnswer,
      refuses: [
        "identifier.invalid",
        "code.sms_country",
        "company.member_known",
        "company.too_many_members",
      ],
    },
    runThenRead(inviteMember, answer),
  )
  .put(
    "/admin/companies/:id/members/:memberId",
    "Changes a member's role, or approves the member",
    { who: "companies.manage", body: ChangeMember, answer: CompanyAnswer },
    async ({ deps, actor, id, memberId, body }) => {
      await changeMember(deps, actor, id, memberId, body);
      return answer(deps, id);
    },
  )
  .delete(
    "/admin/companies/:id/members/:memberId",
    "Removes a member from a company, or withdraws an invitation",
    { who: "companies.manage", answer: CompanyAnswer },
    async ({ deps, actor, id, memberId }) => {
      await removeMember(deps, actor, id, memberId);
      return answer(deps, id);
    },
  )
  .post(
    "/admin/companies/:id/cost-centres",
    "Adds a cost centre",
    {
      who: "companies.manage",
      body: SaveCostCentre,
      created: CompanyAnswer,
      refuses: ["company.cost_centre_taken", "company.too_many_cost_centres"],
    },
    async ({ deps, actor, id, body }) => {
      await saveCostCentre(deps, actor, id, null, body);
      return answer(deps, id);
    },
  )
  .put(
    "/admin/companies/:id/cost-centres/:centreId",
    "Renames a cost centre, or turns it on or off",
    {
      who: "companies.manage",
      body: SaveCostCentre,
      answer: CompanyAnswer,
      refuses: ["company.cost_centre_taken"],
    },
    async ({ deps, actor, id, centreId, body }) => {
      await saveCostCentre(deps, actor, id, centreId, body);
      return answer(deps, id);
    },
  )
  .with(memberRoutes);
