import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";

export const Route = createFileRoute("/")({
  staticData: { shared: true },
  loader: ({ context }) => load(context.api["vehicle-classes"].$get()),
});
