import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/FeeManagement/history/")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context: { api } }) => loadAsStaff(api.admin.fees.versions.$get({ query: {} })),
});
