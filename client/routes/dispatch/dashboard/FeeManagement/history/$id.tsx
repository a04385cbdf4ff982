import { createFileRoute } from "@tanstack/react-router";
import type { FeeScheduleAnswer } from "../../../../../../src/fares/fee-contract";
import { markAsJson } from "../../../../../answer-data";
import type { Api } from "../../../../../api";
import { loadAsStaff } from "../../../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/FeeManagement/history/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const shownVersion = await loadVersion(api, id);
    const previousId = await previousVersionId(api, shownVersion.version.number);
    return markAsJson({
      ...shownVersion,
      before: previousId === null ? null : await loadVersion(api, previousId),
    });
  },
});

function loadVersion(api: Api, id: string): Promise<FeeScheduleAnswer> {
  return loadAsStaff(api.admin.fees.versions[":id"].$get({ param: { id } }));
}

/** Finds the newest version below `number` that was not withdrawn; null for the first. */
async function previousVersionId(api: Api, number: number): Promise<string | null> {
  let cursor: string | undefined;
  do {
    const page = await loadAsStaff(
      api.admin.fees.versions.$get({ query: { limit: "100", ...(cursor && { cursor }) } }),
    );
    const previousVersion = page.versions.find(
      (version) => version.number < number && version.standing !== "withdrawn",
    );
    if (previousVersion) return previousVersion.id;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return null;
}
