import { createFileRoute } from "@tanstack/react-router";
import { servicePage } from "../site/service-pages/service-page";

export const Route = createFileRoute("/home-care")(servicePage("home-care"));
