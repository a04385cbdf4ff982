import { createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { Message } from "../settings/contract";
import { saveCostCentre } from "./actions";
import {
  InviteColleague,
  LimitColleague,
  ManagedCompany,
  MyCompanies,
  SaveCostCentre,
} from "./contract";
import {
  claimInvitations,
  inviteMember,
  leaveCompany,
  limitMember,
  removeMember,
} from "./member-actions";
import { companiesOf, readManagedCompany } from "./queries";

const inviteLimit = limitPerSession(30, 3_600);
/** Limited, because each change adds a row to the company's log. */
const changeRateLimit = limitPerSession(120, 3_600);

/** Calls by which members read their companies, and managers manage them. */
export const memberRoutes = createRouter("companies")
  .get(
    "/companies",
    "Lists the companies whose account the rider may book on, and accepts open invitations",
    { who: "rider", answer: MyCompanies },
    async ({ deps, actor }) => {
      await claimInvitations(deps, actor.id);
      return { companies: companiesOf(deps.db, actor.id) };
    },
  )
  .get(
    "/companies/:id",
    "Gives a company's members and cost centres, to its manager",
    { who: "rider", answer: ManagedCompany },
    ({ deps, actor, id }) => ({ company: readManagedCompany(deps, id, actor.id) }),
  )
  .delete(
    "/companies/:id/membership",
    "Ends the rider's membership of a company",
    { who: "rider", answer: Message, use: changeRateLimit },
    async ({ deps, actor, id }) => {
      await leaveCompany(deps, actor, id);
      return { message: "You have left the company." };
    },
  )
  .post(
    "/companies/:id/members",
    "Invites a colleague, for the company's manager",
    {
      who: "named rider",
      body: InviteColleague,
      created: ManagedCompany,
      refuses: [
        "identifier.invalid",
        "code.sms_country",
        "company.member_known",
        "company.too_many_members",
      ],
      use: inviteLimit,
    },
    async ({ deps, actor, id, body }) => {
      await inviteMember(deps, actor, id, { ...body, role: "member" });
      return { company: readManagedCompany(deps, id, actor.id) };
    },
  )
  .put(
    "/companies/:id/members/:memberId",
    "Sets a monthly limit for a colleague's trips, for the company's manager",
    { who: "named rider", body: LimitColleague, answer: ManagedCompany, use: changeRateLimit },
    async ({ deps, actor, id, memberId, body }) => {
      await limitMember(deps, actor, id, memberId, body);
      return { company: readManagedCompany(deps, id, actor.id) };
    },
  )
  .delete(
    "/companies/:id/members/:memberId",
    "Removes a colleague, or withdraws an invitation, for the company's manager",
    { who: "named rider", answer: ManagedCompany, use: changeRateLimit },
    async ({ deps, actor, id, memberId }) => {
      await removeMember(deps, actor, id, memberId);
      return { company: readManagedCompany(deps, id, actor.id) };
    },
  )
  .post(
    "/companies/:id/cost-centres",
    "Adds a cost centre, for the company's manager",
    {
      who: "named rider",
      body: SaveCostCentre,
      created: ManagedCompany,
      refuses: ["company.cost_centre_taken", "company.too_many_cost_centres"],
      use: changeRateLimit,
    },
    async ({ deps, actor, id, body }) => {
      await saveCostCentre(deps, actor, id, null, body);
      return { company: readManagedCompany(deps, id, actor.id) };
    },
  )
  .put(
    "/companies/:id/cost-centres/:centreId",
    "Renames a cost centre, or turns it on or off, for the company's manager",
    {
      who: "named rider",
      body: SaveCostCentre,
      answer: ManagedCompany,
      refuses: ["company.cost_centre_taken"],
      use: changeRateLimit,
    },
    async ({ deps, actor, id, centreId, body }) => {
      await saveCostCentre(deps, actor, id, centreId, body);
      return { company: readManagedCompany(deps, id, actor.id) };
    },
  );
