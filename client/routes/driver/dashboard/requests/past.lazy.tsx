import { createLazyFileRoute } from "@tanstack/react-router";
import { RidesOf } from "../../../../driving/rides-of";

export const Route = createLazyFileRoute("/driver/dashboard/requests/past")({
  component: () => <RidesOf first={Route.useLoaderData()} when="past" />,
});
