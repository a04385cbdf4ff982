import { createLazyFileRoute } from "@tanstack/react-router";
import { ApplicationPage } from "../../../applications/review/application-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement_/applications_/$id")(
  { component: ApplicationRoute },
);

function ApplicationRoute() {
  const { application, classes } = Route.useLoaderData();
  return (
    <ApplicationPage
      classes={classes}
      key={`${application.id} ${application.version}`}
      loaded={application}
    />
  );
}
