import { createLazyFileRoute, useLoaderData, useNavigate, useRouter } from "@tanstack/react-router";
import { FEES_PATH } from "../../../../fees/parts/parts";
import { lazy } from "../../../../lazy";
import { usePermission } from "../../../../office/use-permission";
import { NoticeBanner } from "../../../../ui/notice-banner";

const FirstPriceListForm = lazy(
  async () => (await import("../../../../opening/first-price-list-form")).FirstPriceListForm,
);

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/first")({
  component: FirstPriceListPage,
});

function FirstPriceListPage() {
  const { draft, vehicleClasses } = useLoaderData({ from: "/dispatch/dashboard/FeeManagement" });
  const router = useRouter();
  const navigate = useNavigate();
  const openPriceList = async () => {
    await router.invalidate();
    await navigate({ to: FEES_PATH as string });
  };
  return (
    <section>
      <h1 className="mb-1 text-lg">From known fares</h1>
      <p className="mb-4 max-w-160 text-ink-muted text-sm">
        Enter what a few trips cost, and we’ll work out your price list. Your prices apply once you
        publish them.
      </p>
      {usePermission("prices.publish") ? (
        <FirstPriceListForm
          classes={vehicleClasses.filter(({ active }) => active)}
          draft={draft}
          onDrafted={openPriceList}
          onPublished={openPriceList}
        />
      ) : (
        <NoticeBanner tone="neutral">Only an owner can change the prices.</NoticeBanner>
      )}
    </section>
  );
}
