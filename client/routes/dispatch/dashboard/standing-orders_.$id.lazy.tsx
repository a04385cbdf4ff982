import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { passengerDetail } from "../../../trip-desk/standing-order-words";
import { usePermission } from "../../../office/use-permission";
import { dispatchCalls } from "../../../repeating/order-calls";
import { OrderScreen } from "../../../repeating/order-screen";
import { buttonStyle } from "../../../ui/button-style";
import { PageHeader } from "../../../ui/page-header";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/standing-orders_/$id")(
  officePage(StandingOrderPage),
);

function StandingOrderPage() {
  const { api } = useOffice();
  const mayChange = usePermission("trips.manage");
  const { order } = Route.useLoaderData();
  const calls = useMemo(() => dispatchCalls(api), [api]);
  return (
    <div className="max-w-3xl">
      <PageHeader
        actions={
          <Link
            className={buttonStyle("secondary", "small")}
            to="/dispatch/dashboard/standing-orders"
          >
            All repeating trips
          </Link>
        }
        dense
        detail={passengerDetail(order)}
        title={order.passenger.name}
      />
      <OrderScreen
        calls={calls}
        heldNotice={
          <>
            {`${order.rider?.name ?? ""} is blocked, so no more trips will be booked automatically. You can still book and change trips here.`}
            {order.rider && mayChange && (
              <>
                {" "}
                <Link
                  className="underline underline-offset-4"
                  params={{ id: order.rider.id }}
                  to="/dispatch/dashboard/riders/$id"
                >
                  View rider
                </Link>
              </>
            )}
          </>
        }
        mayChange={mayChange}
        order={order}
        tripLink={(id, words) => (
          <Link
            className="inline-flex min-h-6 items-center text-accent-text underline-offset-4 hover:underline pointer-coarse:min-h-11"
            params={{ id }}
            to="/dispatch/dashboard/reservation/$id"
          >
            {words}
          </Link>
        )}
      />
    </div>
  );
}
