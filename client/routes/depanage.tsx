import { createFileRoute } from "@tanstack/react-router";
import { servicePage } from "../site/services/service-page";

export const Route = createFileRoute("/depanage")(servicePage("depanage"));
