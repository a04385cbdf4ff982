import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { riderCalls } from "../../../../../repeating/order-calls";
import { OrderScreen } from "../../../../../repeating/order-screen";
import { RiderPage } from "../../../../../riders/rider-page";
import { BackLink } from "../../../../../riders/trips/back-link";
import { PageHeader } from "../../../../../ui/page-header";
import { SkeletonRows } from "../../../../../ui/skeleton";
import { useWords } from "../../../../../words/use-words";

export const Route = createLazyFileRoute("/_rider/_protected/trips/repeating/$id")({
  component: RepeatingTrip,
  pendingComponent: () => <SkeletonRows />,
});

function RepeatingTrip() {
  const t = useWords();
  const { api, settings } = Route.useRouteContext();
  const { order } = Route.useLoaderData();
  const calls = useMemo(() => riderCalls(api), [api]);
  return (
    <RiderPage settings={settings}>
      <BackLink to="/trips/repeating">{t("All repeating trips")}</BackLink>
      <PageHeader title={t("Repeating trips")} />
      <OrderScreen
        calls={calls}
        heldNotice={t("For now, no more trips will be booked automatically. Please call us.")}
        mayChange
        order={order}
        tripLink={(id, words) => (
          <Link
            className="inline-flex min-h-6 items-center text-accent-text underline-offset-4 hover:underline touch:min-h-11"
            params={{ id }}
            to="/trips/$id"
          >
            {words}
          </Link>
        )}
      />
    </RiderPage>
  );
}
