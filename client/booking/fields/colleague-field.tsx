import { useEffect, useState } from "react";
import type { ManagedCompany } from "../../../src/companies/contract";
import { type Api, read } from "../../api";
import { SelectField } from "../../ui/select-field";
import { useWords } from "../../words/use-words";
import type { BookingDraft } from "../draft";

type Member = NonNullable<NonNullable<BookingDraft["billTo"]>["member"]>;
type Person = ManagedCompany["company"]["people"][number];

/** The choice for whom a manager books on their company's account: for themselves, or for a member with an account. */
export default function ColleagueField({
  api,
  companyId,
  member,
  onMember,
}: {
  api: Api;
  companyId: string;
  /** Undefined if the manager books for themselves. */
  member: Member | undefined;
  onMember: (member: Member | null) => void;
}) {
  const t = useWords();
  const people = useColleagues(api, companyId);
  const others = people.filter(
    ({ isMe, name, standing }) => !isMe && name && standing === "active",
  );
  // The draft's member stays shown until the people are loaded, and also after leaving the company, because it would
  // still be sent.
  const isUnlistedMember = member && !others.some(({ id }) => id === member.id);
  const options = isUnlistedMember ? [member, ...others] : others;
  if (options.length === 0) return null;
  return (
    <SelectField
      className="sm:col-span-2"
      hint={
        member && t("{name} sees the trip under Trips. It counts as theirs.", { name: member.name })
      }
      label={t("Book for")}
      name="colleague"
      onChange={({ target }) => {
        const chosen = others.find(({ id }) => id === target.value);
        onMember(chosen ? { id: chosen.id, name: chosen.name } : null);
      }}
      value={member?.id ?? ""}
    >
      <option value="">{t("Me")}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Loads the people of a company. Empty until then and without a network: a manager then books for themselves. */
function useColleagues(api: Api, id: string): readonly Person[] {
  const [people, setPeople] = useState<readonly Person[]>([]);
  useEffect(() => {
    let isUnmounted = false;
    read(api.companies[":id"].$get({ param: { id } })).then(
      ({ company }) => {
        if (!isUnmounted) setPeople(company.people);
      },
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, id]);
  return people;
}
