import { Camera } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import type { Rider } from "../../../src/accounts/contract";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { FieldError } from "../../ui/field";
import { useAuth } from "../client-auth";
import { fullName } from "../profile";
import { profileFailure } from "../sign-in/user-info-screen";

const mostBytes = 5 * 1024 * 1024;

/** The rider's picture and the button that changes it. */
export function PictureRow({ user }: { user: Rider }) {
  const { updateProfile } = useAuth();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState(false);

  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after a failure.
    event.target.value = "";
    if (!file) return;
    setDone(false);
    if (file.size > mostBytes) {
      return setFailure("This picture is too large. It may have 5 MB and 40 megapixels.");
    }
    setBusy(true);
    setFailure(null);
    try {
      await updateProfile({
        firstName: user.firstName ?? "",
        lastName: user.lastName ?? "",
        profilePic: file,
      });
      setDone(true);
    } catch (error) {
      setFailure(profileFailure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div>
      <div className="flex items-center gap-4">
        <Avatar name={fullName(user)} picture={user.profilePic} size="large" />
        <div>
          <p className="font-semibold text-lg">{fullName(user)}</p>
          <input
            accept="image/jpeg,image/png,image/webp"
            aria-label="Picture file"
            className="sr-only"
            onChange={upload}
            ref={input}
            tabIndex={-1}
            type="file"
          />
          <Button
            busy={busy}
            busyLabel="Uploading..."
            className="mt-2"
            icon={<Camera aria-hidden="true" size={18} />}
            onClick={() => input.current?.click()}
            variant="secondary"
          >
            {user.profilePic ? "Change picture" : "Add a picture"}
          </Button>
        </div>
      </div>
      <p className="text-ink-muted text-sm" role="status">
        {done && "Your new picture is in place."}
      </p>
      <FieldError id="picture-error">{failure}</FieldError>
    </div>
  );
}
