import { createLazyFileRoute } from "@tanstack/react-router";
import { RideList } from "../../../../driving/ride-list";

export const Route = createLazyFileRoute("/driver/dashboard/requests/today")({
  component: () => <RideList first={Route.useLoaderData()} when="today" />,
});
