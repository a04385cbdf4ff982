import { useState } from "react";
import type { ContentItemAnswer, PictureRow } from "../../src/content/content-desk-contract";
import type { PlacedPicture } from "../../src/content/content-values-contract";
import { FormFailure } from "../forms/form";
import { useHomePage } from "../office/use-home-page";
import { useQuery } from "../office/use-query";
import { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { showToast } from "../ui/toasts";
import { PictureField } from "./picture-field";

/** Replaces the landscape of the home page with the operator's own photo. */
export function HomePhoto() {
  const { get } = useHomePage();
  const { answer } = useQuery(get);
  return answer && <HomePhotoCard first={answer} />;
}

/** Has its own save button, so that values typed in the surrounding form stay as they are. */
function HomePhotoCard({ first }: { first: ContentItemAnswer }) {
  const { change } = useHomePage();
  const actions = useStaffActions();
  const [saved, setSaved] = useState((first.item.value.picture ?? null) as PlacedPicture | null);
  const [photo, setPhoto] = useState(saved);
  const [pictures, setPictures] = useState<readonly PictureRow[]>(first.pictures);
  const isChanged = JSON.stringify(photo) !== JSON.stringify(saved);
  const save = () =>
    actions.act(
      "photo",
      () => change({ picture: photo }),
      () => {
        setSaved(photo);
        showToast("success", photo ? "Your photo is on the home page" : "Photo removed");
      },
    );
  return (
    <Card>
      <PictureField
        faults={actions.faults}
        pictures={pictures}
        label="Photo on the home page"
        name="value.picture"
        onChange={setPhoto}
        onPicture={(picture) => setPictures((before) => [picture, ...before])}
        value={photo}
      />
      <FormFailure className="mt-3 empty:hidden" form={actions} />
      <p className="mt-3 text-ink-muted text-sm">
        Your photo replaces the landscape on the home page. We darken it under the text so that
        people can read the text.
      </p>
      {isChanged && (
        <Button
          busy={actions.busy}
          className="mt-3"
          onClick={() => void save()}
          size="small"
          variant="secondary"
        >
          {photo ? "Show this photo" : "Save without a photo"}
        </Button>
      )}
    </Card>
  );
}
