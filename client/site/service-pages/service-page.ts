import type { ServiceAnswer } from "../../../src/content/contract";
import type { BookableService } from "../../../src/content/content-values-contract";
import { load } from "../../api";
import type { RouterContext } from "../../router-context";
import { pageHead, loadTexts, pageLanguageOf } from "../page-load";
import { formPageRoute } from "../enquiries/form-page";

/** Makes the route of a service with its own page, with its texts and prices. */
export function servicePageRoute(slug: BookableService) {
  return {
    ...formPageRoute(),
    loader: async ({ context }: { context: RouterContext }) => {
      const param = { slug };
      const query = pageLanguageOf(context);
      const path = context.api.content.services[":slug"];
      const [{ service }, { prices }] = await Promise.all([
        loadTexts<ServiceAnswer>(path.$get({ param, query })),
        load(path.prices.$get({ param, query })),
      ]);
      return { service, prices };
    },
    head: ({
      match,
      loaderData,
    }: {
      match: { context: RouterContext };
      loaderData?: ServiceAnswer | undefined;
    }) => {
      // The head under `/services` says less, so this page has its own.
      const { settings, words } = match.context;
      const namesInText = { service: loaderData?.service.name ?? "", town: settings.town };
      return pageHead(
        match.context,
        words.t("{service} in {town}", namesInText),
        words.t("{service} in {town}: how it works, what it costs and how to ask.", namesInText),
      );
    },
  } as const;
}
