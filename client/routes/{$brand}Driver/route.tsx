import { createFileRoute } from "@tanstack/react-router";
import { requireBrand } from "../../brand";

export const Route = createFileRoute("/{$brand}Driver")({ beforeLoad: requireBrand });
