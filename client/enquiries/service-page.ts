import type { ServiceAnswer } from "../../src/content/contract";
import type { BookableService } from "../../src/content/values-contract";
import { load } from "../api";
import type { RouterContext } from "../router";
import { headOf, loadText } from "../site/page-load";
import { formPage } from "./form-page";

/** What the route of a service with a page of its own is: its texts and its prices. */
export function servicePage(slug: BookableService) {
  return {
    ...formPage(),
    loader: async ({ context }: { context: RouterContext }) => {
      const param = { slug };
      const at = context.api.content.services[":slug"];
      const [{ service }, { prices }] = await Promise.all([
        loadText<ServiceAnswer>(at.$get({ param })),
        load(at.prices.$get({ param })),
      ]);
      return { service, prices };
    },
    head: ({
      match,
      loaderData,
    }: {
      match: { context: RouterContext };
      loaderData?: ServiceAnswer | undefined;
    }) => headOf(match.context, loaderData?.service.name, loaderData?.service.summary),
  } as const;
}
