import { createLazyFileRoute } from "@tanstack/react-router";
import { serviceLanding } from "../site/service-pages/service-landing";

export const Route = createLazyFileRoute("/home-care")({ component: serviceLanding("home-care") });
