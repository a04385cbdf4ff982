/** The colleague for whom a manager books: the chosen one is sent, even if members have left since. */
import { afterEach, expect, test } from "bun:test";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createApi } from "../../../client/api";
import ColleagueField from "../../../client/booking/fields/colleague-field";

afterEach(cleanup);

test.each([[[]], [[{ id: "other", name: "Eric Habimana", standing: "active", isMe: false }]]])(
  "a member who has left the company stays selected and can be replaced: other members %p",
  async (people) => {
    const api = createApi("http://localhost", async () => Response.json({ company: { people } }));
    const chosen: unknown[] = [];
    render(
      <ColleagueField
        api={api}
        companyId="company"
        member={{ id: "left", name: "Aline Uwase" }}
        onMember={(member) => chosen.push(member)}
      />,
    );
    await Bun.sleep(20);
    const field = screen.getByRole<HTMLSelectElement>("combobox", { name: "Book for" });
    expect(field.selectedOptions[0]?.text).toBe("Aline Uwase");
    await userEvent.selectOptions(field, "Me");
    expect(chosen).toEqual([null]);
  },
);
