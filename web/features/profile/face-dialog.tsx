// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { chosenHandle, handleLength } from '../../../contract/public-players.ts';
import { getMessage } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Notice } from '../../ui/panels.tsx';
import { notify } from '../../ui/toast.tsx';
import { handleCheckQuery, useSaveFace } from './api.ts';
import { AvatarPicker } from './avatar-picker.tsx';
import { suggestGamertag } from './suggest-gamertag.ts';

const typingMs = 400;

/**
 * Changes gamertag and avatar.
 * @param epicId for a player who has not chosen a gamertag yet: the account that was checked, null if none was
 */
export function FaceDialog({
  profile,
  epicId,
  onClose,
}: {
  profile: Profile;
  epicId?: string | null;
  onClose: () => void;
}) {
  const { inPublic, handleChangeFrom } = profile;
  const isFirst = epicId !== undefined;
  const form = useId();
  const [handle, setHandle] = useState(isFirst ? suggestGamertag(profile, epicId) : inPublic.handle);
  const [avatar, setAvatar] = useState(inPublic.avatar);
  const save = useSaveFace(inPublic);
  const [isSubmitted, setSubmitted] = useState(false);
  const typed = useTyped(handle.trim(), { worn: inPublic.handle, mayBeEmpty: !isSubmitted });
  const isBusy = save.isPending;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    if (!typed.isFit || typed.fault || !avatar) return;
    if (await save.run({ handle: handle.trim(), avatar })) {
      notify.done('Others see you like this now');
      onClose();
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={!isBusy}
      title={isFirst ? 'Pick your gamertag' : 'How others see you'}
      description="Boards, draws, friends and shared results show your gamertag and avatar, never your name or picture from Google or Discord."
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button kind="main" type="submit" form={form} busy={isBusy && 'Saving...'}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-6">
        <TextField
          label="Gamertag"
          value={handle}
          onChange={(event) => setHandle(event.currentTarget.value)}
          readOnly={handleChangeFrom !== null}
          maxLength={handleLength.max}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={typed.fault}
          hint={
            handleChangeFrom
              ? `You can change it again from ${formatDate(handleChangeFrom)}.`
              : '3 to 20 letters, digits, - and _. You can change it once in 30 days; your old one stays yours to take back for a year.'
          }
        />
        <p role="status" className="-mt-4 min-h-5 text-sm">
          {typed.isFree && (
            <span className="inline-flex items-center gap-1.5 text-win">
              <Check size={16} aria-hidden="true" /> {handle.trim()} is free
            </span>
          )}
          {typed.isChecking && <span className="text-muted">Checking...</span>}
        </p>
        <AvatarPicker chosen={avatar} onChoose={setAvatar} isDisabled={isBusy} />
        {save.error && (
          <Notice title="Not saved">
            <FailureText error={save.error} />
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** The state of a handle while it is typed: its format immediately, whether it is free once typing pauses. */
function useTyped(
  handle: string,
  { worn, mayBeEmpty }: { worn: string; mayBeEmpty: boolean },
): { isFit: boolean; fault: string; isFree: boolean; isChecking: boolean } {
  const [settled, setSettled] = useState(handle);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(handle), typingMs);
    return () => clearTimeout(timer);
  }, [handle]);
  const form = chosenHandle.safeParse(handle);
  const isOther = handle !== worn;
  const isAsked = isOther && form.success && settled === handle;
  const { data, isFetching, error } = useQuery({ ...handleCheckQuery(handle), enabled: isAsked });
  if (!isOther) return { isFit: true, fault: '', isFree: false, isChecking: false };
  if (!form.success) {
    // Does not say that it is too short while it is being typed.
    const isSaid = settled === handle && !(mayBeEmpty && handle === '');
    const fault = isSaid ? (form.error.issues[0]?.message ?? '') : '';
    return { isFit: false, fault, isFree: false, isChecking: false };
  }
  if (isAsked && error) return { isFit: true, fault: getMessage(error), isFree: false, isChecking: false };
  const answer = isAsked ? data : undefined;
  return {
    isFit: true,
    fault: answer?.why ?? '',
    isFree: answer?.isAvailable ?? false,
    isChecking: isFetching || !isAsked,
  };
}
