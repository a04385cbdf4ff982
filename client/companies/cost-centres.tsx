import { useRouter } from "@tanstack/react-router";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { showToast } from "../ui/toasts";
import type { Company } from "../../src/companies/contract";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Section } from "../ui/section";
import { TextField } from "../ui/text-field";

/** A company's cost centres. One that is turned off remains on its trips. */
export function CostCentres({ company }: { company: Company }) {
  const { api, call } = useOffice();
  const router = useRouter();
  const path = api.admin.companies[":id"]["cost-centres"];
  const { id } = company;
  const form = useStaffForm({
    initialValues: { name: "" },
    send: (json) => call(path.$post({ param: { id }, json })),
    successText: "Cost centre added",
    onSaved: () => {
      form.reset();
      return router.invalidate();
    },
  });
  const toggleActive = (centre: Company["costCentres"][number]) => {
    const json = { name: centre.name, active: !centre.active };
    return form.act(
      centre.id,
      () => call(path[":centreId"].$put({ param: { id, centreId: centre.id }, json })),
      () => {
        showToast("success", json.active ? "Cost centre turned on" : "Cost centre turned off");
        return router.invalidate();
      },
    );
  };

  return (
    <Section title="Cost centres">
      <Form
        aria-label="Add cost centre"
        className="mb-4 flex max-w-3xl flex-wrap items-end gap-3"
        form={form}
      >
        <TextField
          {...form.field("name")}
          autoComplete="off"
          className="min-w-60 flex-1"
          label="Cost centre name"
          maxLength={80}
        />
        <SubmitButton busyLabel="Adding..." form={form} size="small">
          Add cost centre
        </SubmitButton>
      </Form>
      <FormFailure className="not-empty:mb-4" form={form} />
      {company.costCentres.length > 0 && (
        <ul className="max-w-3xl divide-y divide-line rounded-lg border border-line bg-surface-raised text-sm">
          {company.costCentres.map((centre) => (
            <li className="flex items-center justify-between gap-3 px-4 py-2" key={centre.id}>
              <span className="break-words">{centre.name}</span>
              <span className="flex items-center gap-3">
                {!centre.active && <Badge>Off</Badge>}
                <Button
                  aria-label={centre.active ? `Turn off ${centre.name}` : `Turn on ${centre.name}`}
                  onClick={() => void toggleActive(centre)}
                  size="small"
                  variant="secondary"
                >
                  {centre.active ? "Turn off" : "Turn on"}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
