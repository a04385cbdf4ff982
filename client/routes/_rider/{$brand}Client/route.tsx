import { createFileRoute } from "@tanstack/react-router";
import { requireBrand } from "../../../brand";

export const Route = createFileRoute("/_rider/{$brand}Client")({
  staticData: { words: ["sign-in"] },
  beforeLoad: requireBrand,
});
