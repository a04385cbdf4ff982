import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Settings } from "../src/settings/contract";
import { createApi } from "./api";
import { watchAttention } from "./attention";
import { createAppRouter } from "./router";

watchAttention();
const router = createAppRouter({
  api: createApi(location.origin),
  // Both come with the page; the router puts them in place before anything renders.
  settings: {} as Settings,
  requestId: "",
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});

if (process.env.NODE_ENV !== "production") {
  let build: string | undefined;
  new EventSource("/dev/build").addEventListener("build", (event) => {
    if (build !== undefined && build !== event.data) location.reload();
    build = event.data;
  });
}
