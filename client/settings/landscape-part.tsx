import { useState } from "react";
import type { Landscape } from "../../src/settings/look/landscape-contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { LandscapeCards } from "../office/landscape-cards";
import { useHomePage } from "../office/use-home-page";
import { Card } from "../ui/card";
import { FieldError } from "../ui/field";
import { showToast } from "../ui/toasts";
import { useSettingsRefresh } from "./use-settings-form";

/** The landscape of the home page. It is saved when chosen, and typed values in the form around it stay. */
export function LandscapePart({ mayChange }: { mayChange: boolean }) {
  const { settings } = useOffice();
  const { change } = useHomePage();
  const refresh = useSettingsRefresh();
  const [chosen, setChosen] = useState<Landscape | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async (landscape: Landscape) => {
    setChosen(landscape);
    setFailure(null);
    try {
      await change({ landscape });
      await refresh();
      showToast("success", "Landscape saved");
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
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
        Drawn in your colour on the home page and beside the sign-in form.
      </p>
    </Card>
  );
}
