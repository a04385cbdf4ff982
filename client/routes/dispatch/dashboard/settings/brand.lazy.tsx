import { createLazyFileRoute } from "@tanstack/react-router";
import { lazy } from "../../../../lazy";
import { usePermission } from "../../../../office/use-permission";
import { BrandForm } from "../../../../settings/brand-form";
import { officePage } from "../../../../office/office-page";

const HomePhoto = lazy(async () => (await import("../../../../website/home-photo")).HomePhoto);

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/brand")(
  officePage(BrandSettings),
);

function BrandSettings() {
  const mayChange = usePermission("settings.manage");
  return <BrandForm first={Route.useLoaderData()} mayChange={mayChange} photo={<HomePhoto />} />;
}
