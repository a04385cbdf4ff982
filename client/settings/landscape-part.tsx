import { useState } from "react";
import type { SaveContent } from "../../src/content/desk-contract";
import type { Landscape } from "../../src/settings/look/landscape-contract";
import { failureText, NavigatedAway, useOffice } from "../office/calls";
import { LandscapeCards } from "../office/landscape-cards";
import { Card } from "../ui/card";
import { FieldError } from "../ui/field";
import { showToast } from "../ui/toasts";
import { useFreshSettings } from "./use-topic";

/**
 * The landscape of the home page. It is saved when chosen; typed values in the form around it stay.
 */
export function LandscapePart({ mayChange }: { mayChange: boolean }) {
  const { api, call, settings } = useOffice();
  const refresh = useFreshSettings();
  const [chosen, setChosen] = useState<Landscape | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async (landscape: Landscape) => {
    setChosen(landscape);
    setFailure(null);
    const path = api.admin.content[":kind"][":key"];
    const param = { kind: "page", key: "home" } as const;
    try {
      const { item } = await call(path.$get({ param }));
      const { value, state, publishAt } = item;
      const was = { value, state, publishAt };
      const json = { ...was, kind: "page", value: { ...value, landscape }, was } as SaveContent;
      await call(path.$put({ param, json }));
      await refresh();
      showToast("success", "Landscape saved");
    } catch (error) {
      if (!(error instanceof NavigatedAway)) setFailure(failureText(error));
    } finally {
      setChosen(null);
    }
  };
  return (
    <Card>
      <fieldset disabled={!mayChange}>
        <LandscapeCards
          legend="Landscape of your website"
          name="landscape"
          onValue={(landscape) => void choose(landscape)}
          value={chosen ?? settings.landscape}
        />
      </fieldset>
      <FieldError id={undefined}>{failure}</FieldError>
      <p className="mt-3 text-ink-muted text-sm">
        Drawn in your colour on the home page and beside the sign-in. To show your own photo
        instead, open{" "}
        <a
          className="text-accent-text underline underline-offset-4"
          href="/dispatch/dashboard/website/page/home"
        >
          Website, Home
        </a>
        .
      </p>
    </Card>
  );
}
