import { createFileRoute } from "@tanstack/react-router";
import { servicePageRoute } from "../site/service-pages/service-page";

export const Route = createFileRoute("/depanage")(servicePageRoute("depanage"));
