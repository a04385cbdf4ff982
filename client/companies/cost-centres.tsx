import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Company } from "../../src/companies/contract";
import { useOffice } from "../office/calls";
import { useSave } from "../office/use-save";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { Section } from "../ui/section";
import { TextField } from "../ui/text-field";

/** What a company's trips are booked under. One that is switched off stays on its trips. */
export function CostCentres({ company }: { company: Company }) {
  const { api, call } = useOffice();
  const router = useRouter();
  const saving = useSave();
  const [name, setName] = useState("");
  const path = api.admin.companies[":id"]["cost-centres"];
  const { id } = company;

  const add = async (event: FormEvent) => {
    event.preventDefault();
    const done = await saving.save(
      () => call(path.$post({ param: { id }, json: { name } })),
      "Cost centre added",
    );
    if (!done) return;
    setName("");
    await router.invalidate();
  };
  const turn = async (centre: Company["costCentres"][number]) => {
    const json = { name: centre.name, active: !centre.active };
    const done = await saving.save(
      () => call(path[":centreId"].$put({ param: { id, centreId: centre.id }, json })),
      json.active ? "Cost centre switched on" : "Cost centre switched off",
    );
    if (done) await router.invalidate();
  };

  return (
    <Section title="Cost centres">
      <form
        method="post"
        aria-label="Add a cost centre"
        className="mb-4 flex max-w-3xl flex-wrap items-end gap-3"
        noValidate
        onSubmit={(event) => void add(event)}
        ref={saving.ref}
      >
        <TextField
          autoComplete="off"
          className="min-w-60 flex-1"
          dense
          error={saving.faults.name ?? null}
          label="Name of the cost centre"
          maxLength={80}
          name="name"
          onChange={({ target: { value } }) => setName(value)}
          value={name}
        />
        <Button busy={saving.busy} busyLabel="Adding..." size="small" type="submit">
          Add
        </Button>
      </form>
      <div className="not-empty:mb-4" role="alert">
        {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
      </div>
      {company.costCentres.length > 0 && (
        <ul className="max-w-3xl divide-y divide-line rounded-lg border border-line bg-surface-raised text-sm">
          {company.costCentres.map((centre) => (
            <li className="flex items-center justify-between gap-3 px-4 py-2" key={centre.id}>
              <span className="break-words">{centre.name}</span>
              <span className="flex items-center gap-3">
                {!centre.active && <Badge>Switched off</Badge>}
                <Button
                  aria-label={
                    centre.active ? `Switch off ${centre.name}` : `Switch on ${centre.name}`
                  }
                  onClick={() => void turn(centre)}
                  size="small"
                  variant="secondary"
                >
                  {centre.active ? "Switch off" : "Switch on"}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
