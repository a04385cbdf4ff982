import { createLazyFileRoute } from "@tanstack/react-router";
import { UntranslatedList } from "../../../website/untranslated-list";
import { WebsiteScreen } from "../../../website/website-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/website")(officePage(Website));

function Website() {
  const { kind, list } = Route.useLoaderData();
  return (
    <>
      <WebsiteScreen first={list} key={kind} kind={kind} />
      <UntranslatedList />
    </>
  );
}
