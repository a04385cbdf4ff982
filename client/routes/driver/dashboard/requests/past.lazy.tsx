import { createLazyFileRoute } from "@tanstack/react-router";
import { RideList } from "../../../../driving/ride-list";

export const Route = createLazyFileRoute("/driver/dashboard/requests/past")({
  component: () => <RideList first={Route.useLoaderData()} when="past" />,
});
