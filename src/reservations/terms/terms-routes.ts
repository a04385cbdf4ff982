import { createRouter } from "../../server/calls";
import { limitPerAddress } from "../../server/http";
import { publishTerms } from "./terms-actions";
import { PublishTerms, Terms, TermsHistory, TermsVersion } from "./terms-contract";
import { readTerms, readTermsHistory } from "./terms-queries";

/** The calls for the operator's terms: read by everybody, published by owners. */
export const termsRoutes = createRouter("reservations")
  .get(
    "/terms/:version",
    "Gives a published version of the operator's terms",
    {
      who: "public",
      param: TermsVersion,
      answer: Terms,
      refuses: ["request.not_found"],
      use: limitPerAddress(120, 60),
    },
    ({ deps, version }) => readTerms(deps, version),
  )
  .get(
    "/admin/terms",
    "Lists all published versions of the terms, newest first",
    { who: "dispatch.view", answer: TermsHistory },
    ({ deps }) => readTermsHistory(deps),
  )
  .post(
    "/admin/terms",
    "Publishes a version of the terms, which can never be changed afterwards",
    {
      who: "settings.manage",
      body: PublishTerms,
      created: TermsHistory,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await publishTerms(deps, actor, body);
      return readTermsHistory(deps);
    },
  );
