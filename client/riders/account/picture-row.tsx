import { Camera } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import type { Rider } from "../../../src/accounts/contract";
import { useActions } from "../../forms/use-actions";
import { lazy } from "../../lazy";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { FieldError } from "../../ui/field";
import { useAuth } from "../client-auth";
import { fullName } from "../profile";
import { profileFailureText } from "../profile";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

/**
 * The largest picture that is accepted, in bytes. Photos are reduced before upload, but a larger one would not fit into
 * a phone's memory.
 */
const maxPictureBytes = 50 * 1024 * 1024;
const tooLarge = phrase("This picture is too large. The limit is 50 MB.");
const unreadable = phrase("This picture could not be read. Use a JPG, PNG or WebP file.");

const PictureCrop = lazy(async () => (await import("./picture-crop")).default);

/** The rider's picture, with buttons to change, crop and remove it. */
export function PictureRow({ user }: { user: Rider }) {
  const t = useWords();
  const { updateProfile, removePicture } = useAuth();
  const input = useRef<HTMLInputElement>(null);
  const { act, acting, busy, failure } = useActions({
    failureTextOf: (error) => profileFailureText(error, t),
    onFailed: () => setCroppedImage(null),
  });
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const [croppedImage, setCroppedImage] = useState<ImageBitmap | null>(null);

  const run = (what: "uploading" | "removing", call: () => Promise<unknown>, doneText: string) => {
    setDoneMessage(null);
    return act(what, call, () => {
      setDoneMessage(doneText);
      setCroppedImage(null);
    });
  };
  const upload = (profilePic: File) =>
    run("uploading", () => updateProfile({ profilePic }), t("Your new picture is saved."));
  const choosePicture = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Allows the same file to be chosen again after a failure.
    event.target.value = "";
    if (!file) return;
    setDoneMessage(null);
    await act("reading", async () => {
      if (file.size > maxPictureBytes) throw new Error(t.of(tooLarge));
      try {
        const [picture] = await Promise.all([createImageBitmap(file), PictureCrop.preload()]);
        setCroppedImage(picture);
      } catch {
        throw new Error(t.of(unreadable));
      }
    });
  };

  return (
    <div>
      <div className="flex items-center gap-4 sm:gap-6">
        <Avatar name={fullName(user)} picture={user.profilePic} size="large" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold text-lg">{fullName(user)}</p>
          <input
            accept="image/jpeg,image/png,image/webp"
            aria-label={t("Picture file")}
            className="sr-only"
            onChange={choosePicture}
            ref={input}
            tabIndex={-1}
            type="file"
          />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              aria-label={user.profilePic ? t("Change picture") : t("Add picture")}
              busy={acting === "reading" || (acting === "uploading" && !croppedImage)}
              disabled={busy}
              icon={<Camera aria-hidden="true" size={18} />}
              onClick={() => input.current?.click()}
              variant="secondary"
            >
              {user.profilePic ? t("Change") : t("Add picture")}
            </Button>
            {user.profilePic && (
              <Button
                aria-label={t("Remove picture")}
                busy={acting === "removing"}
                disabled={busy}
                onClick={() => void run("removing", removePicture, t("Your picture is removed."))}
                variant="quiet"
              >
                {t("Remove")}
              </Button>
            )}
          </div>
        </div>
      </div>
      <p className="text-ink-muted text-sm" role="status">
        {doneMessage}
      </p>
      <FieldError id="picture-error">{failure}</FieldError>
      {croppedImage && (
        <PictureCrop
          busy={acting === "uploading"}
          onClose={() => setCroppedImage(null)}
          onDone={(file) => void upload(file)}
          picture={croppedImage}
        />
      )}
    </div>
  );
}
