import type { WidgetRulesAnswer } from "../../src/settings/widget/widget-contract";
import { useOffice } from "../office/calls";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { Card } from "../ui/card";
import { TextArea } from "../ui/text-area";
import { CopyLine } from "./copy-line";
import { SettingsForm } from "./settings-form";
import { useSettingsForm } from "./use-settings-form";

/** The websites that can show the booking widget, and the code to paste. */
export function WidgetForm({
  first,
  mayChange,
}: {
  first: WidgetRulesAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const form = useSettingsForm({
    first: { ...first, rules: { sites: first.rules.sites.join("\n") } },
    send: ({ sites, version }) =>
      call(
        api.admin.settings.widget.$put({
          // Empty lines aren't websites.
          json: { sites: sites.split("\n").filter((site) => site.trim() !== ""), version },
        }),
      ),
    successText: "Booking widget saved",
  });
  return (
    <SettingsForm
      detail="Riders see a price and start a booking on another website of yours."
      mayChange={mayChange}
      form={form}
      title="Booking widget"
    >
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Websites</legend>
          <TextArea
            {...form.field("sites")}
            hint="One on each line, for example https://www.example.com. If a website works with and without www, enter both addresses."
            label="Websites that may show the widget"
            optional
            placeholder="https://www.example.com"
            rows={4}
            spellCheck={false}
          />
        </fieldset>
      </Card>
      <Snippet text={first.snippet} />
    </SettingsForm>
  );
}

const attributes = [
  [
    "data-where",
    "the element of the page to show it in, for example #booking; otherwise it appears after the tag",
  ],
  ["data-language", `one of ${languageCodes.join(", ")}; otherwise the page’s language`],
  ["data-theme", "light or dark; otherwise as on each visitor’s device"],
  ["data-accent", "a colour, for example #0e4f3d; otherwise your brand colour"],
  ["data-class", "the vehicle class selected at first"],
] as const;

/** The code to paste into the website. */
function Snippet({ text }: { text: string }) {
  return (
    <Card>
      <h2 className="font-semibold text-base">Code to paste</h2>
      <p className="mt-1 text-ink-muted text-sm">
        Paste this code into the page where the widget should appear. Riders start the booking
        there. They sign in and finish the booking on this site, in a new tab.
      </p>
      <CopyLine text={text} />
      <h3 className="mt-4 font-medium text-sm">Optional attributes</h3>
      <dl className="mt-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {attributes.map(([name, description]) => (
          <div className="contents" key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="mb-1 text-ink-muted sm:mb-0">{description}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
