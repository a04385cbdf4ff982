import { ImageUp } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import type { LogoBackground } from "../../src/files/logo-contract";
import type { Settings } from "../../src/settings/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { readPicture } from "../files/chosen-file";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { classNames } from "../ui/class-names";
import { FieldError } from "../ui/field";
import { showToast } from "../ui/toasts";
import { useSettingsRefresh } from "./use-settings-form";

type Logo = Settings["logo"];

/**
 * The operator's logo for light and dark pages. It is saved when chosen, and typed values in the form around it stay.
 */
export function LogoPart({
  logo,
  name,
  version,
  mayChange,
}: {
  logo: Logo;
  /** The business name. */
  name: string;
  /** The version of the settings that the form has. */
  version: number;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const refresh = useSettingsRefresh();
  const [busy, setBusy] = useState<`${"add" | "remove"} ${LogoBackground}` | null>(null);
  const [failure, setFailure] = useState<{ ground: LogoBackground; text: string } | null>(null);
  const changeLogo = async (
    what: "add" | "remove",
    ground: LogoBackground,
    send: () => Promise<unknown>,
  ) => {
    setBusy(`${what} ${ground}`);
    setFailure(null);
    try {
      await send();
      await refresh();
      showToast("success", what === "add" ? "Logo saved" : "Logo removed");
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure({ ground, text: failureText(error) });
    } finally {
      setBusy(null);
    }
  };
  const add = (ground: LogoBackground, chosenFile: File) =>
    void changeLogo("add", ground, async () => {
      const file = await readPicture(chosenFile, "clear");
      return call(
        api.admin.settings.logo.$put({ form: { ground, version: String(version), file } }),
      );
    });
  const remove = (ground: LogoBackground) =>
    void changeLogo("remove", ground, () =>
      call(api.admin.settings.logo.$delete({ query: { ground, version: String(version) } })),
    );
  const logoBackgrounds = [
    { ground: "light", title: "On light pages", shown: logo?.light ?? null },
    { ground: "dark", title: "On dark pages", shown: logo?.dark ?? logo?.light ?? null },
  ] as const;
  return (
    <Card>
      <h2 className="font-semibold text-base">Logo</h2>
      <p className="mt-1 text-ink-muted text-sm">
        Shown on pages and in e-mails instead of the standard mark and your name. A PNG with a
        transparent background works best: three times as wide as high, at least 480 pixels wide.
        JPEG and WebP also work; SVG does not.
      </p>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2">
        {logoBackgrounds.map(({ ground, title, shown }) => {
          const hasOwnLogo = ground === "light" ? logo !== null : Boolean(logo?.dark);
          return (
            <li className="min-w-0" key={ground}>
              <h3 className="font-medium text-sm">{title}</h3>
              <div
                className={classNames(
                  "mt-2 flex h-20 items-center rounded-md border px-4",
                  ground === "light"
                    ? "border-[#e4e2da] bg-[#f8f7f3]"
                    : "border-[#2b302d] bg-[#111513]",
                )}
              >
                {shown ? (
                  <img
                    alt={`The logo of ${name}, ${ground === "light" ? "on light pages" : "on dark pages"}`}
                    className="h-8 w-auto max-w-44 object-contain"
                    height={shown.height}
                    src={shown.url}
                    width={shown.width}
                  />
                ) : (
                  <span className={ground === "light" ? "text-[#5c625e]" : "text-[#a9b0ab]"}>
                    {ground === "light"
                      ? "No logo yet. Pages show the standard mark and your name"
                      : "Upload the logo for light pages first"}
                  </span>
                )}
              </div>
              {mayChange && (ground === "light" || logo) && (
                <div className="mt-2 flex flex-wrap gap-2">
                  <FileButton
                    busy={busy === `add ${ground}`}
                    disabled={busy !== null}
                    label={hasOwnLogo ? "Replace logo" : "Upload logo"}
                    onFile={(file) => add(ground, file)}
                    what={title}
                  />
                  {hasOwnLogo && (
                    <Button
                      aria-label={`Remove logo: ${title}`}
                      busy={busy === `remove ${ground}`}
                      disabled={busy !== null}
                      onClick={() => remove(ground)}
                      size="small"
                      variant="quiet"
                    >
                      Remove logo
                    </Button>
                  )}
                </div>
              )}
              <FieldError id={undefined}>
                {failure?.ground === ground ? failure.text : null}
              </FieldError>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function FileButton({
  label,
  what,
  busy,
  disabled,
  onFile,
}: {
  label: string;
  /** The logo's name for screen readers, whose users don't see its position. */
  what: string;
  busy: boolean;
  disabled: boolean;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Allows the same file to be chosen again after a failure.
    event.target.value = "";
    if (file) onFile(file);
  };
  return (
    <>
      <input
        accept="image/png,image/jpeg,image/webp"
        aria-label={`${label}: ${what}, file`}
        className="sr-only"
        disabled={disabled}
        onChange={choose}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      <Button
        aria-label={`${label}: ${what}`}
        busy={busy}
        disabled={disabled}
        icon={<ImageUp aria-hidden="true" size={16} />}
        onClick={() => input.current?.click()}
        size="small"
        variant="secondary"
      >
        {label}
      </Button>
    </>
  );
}
