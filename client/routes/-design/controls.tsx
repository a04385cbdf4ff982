import { Bell, Ellipsis, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { IconButton } from "../../ui/icon-button";
import { Kbd } from "../../ui/kbd";
import { Menu } from "../../ui/menu";
import { Section } from "../../ui/section";

export function Controls() {
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState("Nothing chosen yet");
  return (
    <Section title="Buttons and menus">
      <div className="flex flex-wrap items-center gap-2">
        <Button>Primary</Button>
        <Button variant="secondary">Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button disabled>Disabled</Button>
        <ButtonLink to="/design" variant="secondary">
          A link
        </ButtonLink>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button icon={<Plus aria-hidden="true" size={16} />} size="small">
          Small
        </Button>
        <Button>Medium</Button>
        <Button size="large">Large</Button>
        <Button
          busy={busy}
          busyLabel="Sending..."
          onClick={() => {
            setBusy(true);
            setTimeout(() => setBusy(false), 2000);
          }}
        >
          Send for two seconds
        </Button>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <IconButton count={3} icon={<Bell aria-hidden="true" size={22} />} label="Notifications" />
        <IconButton dense icon={<Pencil aria-hidden="true" size={18} />} label="Edit" />
        <Menu
          items={[
            {
              label: "Edit",
              icon: <Pencil aria-hidden="true" size={16} />,
              onSelect: () => setChosen("Edit was chosen"),
            },
            {
              label: "Delete",
              icon: <Trash2 aria-hidden="true" size={16} />,
              onSelect: () => setChosen("Delete was chosen"),
              danger: true,
            },
          ]}
          label="More"
        >
          <Ellipsis aria-hidden="true" size={20} />
        </Menu>
        <span className="text-ink-muted text-sm" role="status">
          {chosen}
        </span>
        <span className="flex items-center gap-1 text-ink-muted text-sm">
          New booking <Kbd>N</Kbd>
        </span>
      </div>
    </Section>
  );
}
