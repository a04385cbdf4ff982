import type { WidgetRulesAnswer } from "../../src/settings/widget/widget-contract";
import { useOffice } from "../office/calls";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { Card } from "../ui/card";
import { TextArea } from "../ui/text-area";
import { CopyLine } from "./copy-line";
import { SettingsForm } from "./settings-form";
import { useTopic } from "./use-topic";

/** Which websites may show the booking widget, and what they paste. */
export function WidgetForm({
  first,
  mayChange,
}: {
  first: WidgetRulesAnswer;
  /** False for a role that only reads. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const form = useTopic({
    first: { ...first, rules: { sites: first.rules.sites.join("\n") } },
    send: ({ sites, version }) =>
      call(
        api.admin.settings.widget.$put({
          // A line that is being begun is no website yet.
          json: { sites: sites.split("\n").filter((site) => site.trim() !== ""), version },
        }),
      ),
    done: "The booking widget is saved",
  });
  return (
    <SettingsForm
      detail="A price and the way into the booking, on another website of yours."
      mayChange={mayChange}
      form={form}
      title="Booking widget"
    >
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Websites</legend>
          <TextArea
            {...form.field("sites")}
            hint="One on each line, as https://www.example.com. With and without www are two. Nobody else can show it."
            label="Websites that may show it"
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
    "an element of the page to put it into, as #booking; else it stands behind the tag",
  ],
  ["data-language", `one of ${languageCodes.join(", ")}; else the page’s own language`],
  ["data-theme", "light or dark; else as each visitor’s device has it"],
  ["data-accent", "a colour as #0e4f3d; else your brand’s"],
  ["data-class", "the name of the vehicle class that is chosen at first"],
] as const;

/** What the website pastes. */
function Snippet({ text }: { text: string }) {
  return (
    <Card>
      <h2 className="font-semibold text-base">What to paste</h2>
      <p className="mt-1 text-ink-muted text-sm">
        Into the website’s page, where the booking is to stand. It begins there, and goes on here in
        a tab of its own, where riders can sign in.
      </p>
      <CopyLine text={text} />
      <h3 className="mt-4 font-medium text-sm">It may say more</h3>
      <dl className="mt-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {attributes.map(([name, meaning]) => (
          <div className="contents" key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="mb-1 text-ink-muted sm:mb-0">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
