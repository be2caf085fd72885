// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Profile } from '../../../contract/accounts.ts';
import { chosenHandle, handleLength } from '../../../contract/public-players.ts';
import { getMessage } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { playerPath } from '../../lib/player-path.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Pencil } from '../../ui/icons/pencil.ts';
import { Notice } from '../../ui/panels.tsx';
import { notify } from '../../ui/toast.tsx';
import { handleCheckQuery, useSaveFace } from './api.ts';
import { AvatarPicker } from './avatar-picker.tsx';

const typingMs = 400;

/** How others see the player, and how to change it. */
export function PublicFace({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="mt-3 text-muted text-sm">
        Others see you as{' '}
        <Link
          to={playerPath(profile.inPublic.handle)}
          className="whitespace-nowrap font-semibold text-text underline decoration-line underline-offset-4"
        >
          {profile.inPublic.handle}
        </Link>
      </p>
      <Button
        size="sm"
        className="mt-2.5"
        icon={<Pencil size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Change handle or avatar
      </Button>
      {isOpen && <FaceDialog profile={profile} onClose={() => setOpen(false)} />}
    </>
  );
}

function FaceDialog({
  profile: { inPublic, handleChangeFrom },
  onClose,
}: {
  profile: Profile;
  onClose: () => void;
}) {
  const form = useId();
  const [handle, setHandle] = useState(inPublic.handle);
  const [avatar, setAvatar] = useState(inPublic.avatar);
  const save = useSaveFace(inPublic);
  const typed = useTyped(handle.trim(), inPublic.handle);
  const isBusy = save.isPending;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (typed.fault || !avatar) return;
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
      title="How others see you"
      description="Boards, draws, friends and shared results show your handle and avatar, never your name or picture from Google or Discord."
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
          label="Handle"
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
function useTyped(handle: string, worn: string): { fault: string; isFree: boolean; isChecking: boolean } {
  const [settled, setSettled] = useState(handle);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(handle), typingMs);
    return () => clearTimeout(timer);
  }, [handle]);
  const form = chosenHandle.safeParse(handle);
  const isOther = handle !== worn;
  const isAsked = isOther && form.success && settled === handle;
  const { data, isFetching, error } = useQuery({ ...handleCheckQuery(handle), enabled: isAsked });
  if (!isOther) return { fault: '', isFree: false, isChecking: false };
  if (!form.success) {
    // Does not say that it is too short while it is being typed.
    const fault = settled === handle ? (form.error.issues[0]?.message ?? '') : '';
    return { fault, isFree: false, isChecking: false };
  }
  if (isAsked && error) return { fault: getMessage(error), isFree: false, isChecking: false };
  const answer = isAsked ? data : undefined;
  return {
    fault: answer?.why ?? '',
    isFree: answer?.isAvailable ?? false,
    isChecking: isFetching || !isAsked,
  };
}
