import type { NameRulesAnswer } from "../../src/settings/operator-name-contract";
import { slugOf } from "../../src/settings/name-rules";
import { useOffice } from "../office/calls";
import { Brand } from "../ui/brand";
import { Card } from "../ui/card";
import { TextField } from "../ui/text-field";
import { SettingsForm } from "./settings-form";
import { useSettingsForm } from "./use-settings-form";

/** The business name, and the addresses where riders and drivers sign in. */
export function BrandNameForm({
  first,
  mayChange,
}: {
  first: NameRulesAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const form = useSettingsForm({
    first,
    send: (json) => call(api.admin.settings.name.$put({ json })),
    successText: "Name saved",
  });
  const { brand, brandSlug } = form.typed;
  const suggestedSlug = slugOf(brand);
  const name = form.field("brand");
  return (
    <SettingsForm
      detail="Your business name, on every page, message and document."
      form={form}
      mayChange={mayChange}
      preview={
        <>
          <div className="flex items-center justify-between gap-3 border-line border-b pb-3">
            <Brand name={brand.trim() || "Your business"} />
          </div>
          <dl className="mt-3 grid gap-2 text-sm">
            <div>
              <dt className="text-ink-muted">Riders sign in at</dt>
              <dd className="break-all font-medium">/{brandSlug}Client</dd>
            </div>
            <div>
              <dt className="text-ink-muted">Drivers sign in at</dt>
              <dd className="break-all font-medium">/{brandSlug}Driver</dd>
            </div>
          </dl>
        </>
      }
      title="Name"
    >
      <Card>
        <fieldset className="grid gap-4" disabled={!mayChange}>
          <legend className="sr-only">Name</legend>
          <TextField
            {...name}
            label="Business name"
            maxLength={60}
            onChange={(event) => {
              const typed = event.target.value;
              // The address follows the name until somebody edits it.
              const followsBrand = brandSlug === suggestedSlug || brandSlug === "";
              form.set({ brand: typed, ...(followsBrand && { brandSlug: slugOf(typed) }) });
            }}
          />
          <TextField
            hint={
              first.formerSlugs.length > 0
                ? `Links that contain ${first.formerSlugs.join(", ")} still work.`
                : "If you change this name later, old links still work."
            }
            {...form.field("brandSlug")}
            autoCapitalize="none"
            autoComplete="off"
            label="Name in web addresses"
            maxLength={40}
            spellCheck={false}
          />
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
