import { createFileRoute } from "@tanstack/react-router";
import type { ManagedCompany } from "../../../../../src/companies/contract";
import type { AccountTrips } from "../../../../../src/invoices/contract";
import type { ApprovalRequest } from "../../../../../src/reservations/approvals/approval-contract";
import { markAsJson } from "../../../../answer-data";
import { loadAsRider } from "../../../../riders/session";
import { localDay } from "../../../../ui/moment";

type ManagedCompanyDetails = ManagedCompany["company"] & {
  trips: AccountTrips;
  requests: ApprovalRequest[];
};

export const Route = createFileRoute("/_rider/_protected/profile/company")({
  /** The number of the trip that was just booked for a member. */
  validateSearch: ({ booked }): { booked?: number } =>
    typeof booked === "number" && Number.isInteger(booked) ? { booked } : {},
  loader: async ({ context: { api, settings } }) => {
    const { companies } = await loadAsRider(api, api.companies.$get());
    const month = localDay(new Date().toISOString(), settings.timeZone).slice(0, 7);
    const managedCompanies: ManagedCompanyDetails[] = await Promise.all(
      companies
        .filter(({ role, approved }) => role === "manager" && approved)
        .map(async ({ id }) => {
          const path = api.companies[":id"];
          const [{ company }, trips, { requests }] = await Promise.all([
            loadAsRider(api, path.$get({ param: { id } })),
            loadAsRider(api, path.trips.$get({ param: { id }, query: { month } })),
            loadAsRider(api, path.approvals.$get({ param: { id } })),
          ]);
          return { ...company, trips, requests };
        }),
    );
    return markAsJson({ companies, managedCompanies, month });
  },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Company")} · ${match.context.settings.brand}` }],
  }),
});
