import { createLazyFileRoute } from "@tanstack/react-router";
import { Untranslated } from "../../../website/untranslated";
import { WebsiteScreen } from "../../../website/website-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/website")(officePage(Website));

function Website() {
  const { kind, list } = Route.useLoaderData();
  return (
    <>
      <WebsiteScreen first={list} key={kind} kind={kind} />
      <Untranslated />
    </>
  );
}
