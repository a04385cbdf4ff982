import { createFileRoute } from "@tanstack/react-router";
import type { ServiceAnswer } from "../../src/content/contract";
import { formPageRoute } from "../site/enquiries/form-page";
import { pageHead, loadTexts, pageLanguageOf } from "../site/page-load";

export const Route = createFileRoute("/services/$slug")({
  ...formPageRoute(),
  loader: ({ context, params }) =>
    loadTexts<ServiceAnswer>(
      context.api.content.services[":slug"].$get({
        param: params,
        query: pageLanguageOf(context),
      }),
    ),
  head: ({ match, loaderData }) =>
    pageHead(match.context, loaderData?.service.name, loaderData?.service.summary),
});
