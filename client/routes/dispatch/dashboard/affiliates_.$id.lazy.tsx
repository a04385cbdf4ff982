import { createLazyFileRoute, useRouter } from "@tanstack/react-router";
import { AffiliateScreen } from "../../../affiliates/affiliate-screen";
import { DocumentsPanel } from "../../../fleet/documents/documents-panel";
import { usePermission } from "../../../office/use-permission";

export const Route = createLazyFileRoute("/dispatch/dashboard/affiliates_/$id")({
  component: AffiliatePage,
});

function AffiliatePage() {
  const affiliate = Route.useLoaderData();
  const router = useRouter();
  const canSeeDocuments = usePermission("documents.review");
  const documents = affiliate && canSeeDocuments && (
    <DocumentsPanel
      id={affiliate.id}
      onChanged={() => void router.invalidate()}
      owner="affiliate"
    />
  );
  return <AffiliateScreen affiliate={affiliate} documents={documents} key={affiliate?.id} />;
}
