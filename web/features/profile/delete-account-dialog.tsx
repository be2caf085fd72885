// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useState } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { deletionWord } from '../../../contract/own-account.ts';
import { plural } from '../../lib/format.ts';
import { useSettings } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/panels.tsx';
import { useDeleteAccount } from './api.ts';

/** Asks twice: first says what will be lost, then wants a word typed. */
export function DeleteAccountDialog({
  open,
  onClose,
  profile,
}: {
  open: boolean;
  onClose: () => void;
  profile: Profile;
}) {
  const [isSure, setSure] = useState(false);
  const [typed, setTyped] = useState('');
  const deletion = useDeleteAccount();
  const graceDays = useSettings()?.deletionGraceDays ?? 0;

  function close(): void {
    onClose();
    setSure(false);
    setTyped('');
    deletion.reset();
  }

  if (!isSure) {
    return (
      <Dialog
        open={open}
        onClose={close}
        title="Delete your account?"
        description={
          graceDays > 0
            ? `Others stop seeing it immediately, and we erase it after ${plural(graceDays, 'day')}. Until then you can sign in to keep it.`
            : 'You can’t undo this.'
        }
        footer={
          <>
            <Button onClick={close}>Keep my account</Button>
            <Button kind="danger" onClick={() => setSure(true)}>
              Continue
            </Button>
          </>
        }
      >
        <Consequences profile={profile} graceDays={graceDays} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Are you sure?"
      description={`This deletes the account of ${profile.email} immediately.`}
      mayClose={!deletion.isPending}
      footer={
        <>
          <Button onClick={close} disabled={deletion.isPending}>
            Keep my account
          </Button>
          <Button
            kind="danger"
            type="submit"
            form={formId}
            disabled={typed.trim() !== deletionWord}
            busy={deletion.isPending && 'Deleting...'}
          >
            Delete my account
          </Button>
        </>
      }
    >
      <LastQuestion typed={typed} onType={setTyped} deletion={deletion} />
    </Dialog>
  );
}

const formId = 'delete-account';

function LastQuestion({
  typed,
  onType,
  deletion,
}: {
  typed: string;
  onType: (typed: string) => void;
  deletion: ReturnType<typeof useDeleteAccount>;
}) {
  return (
    <form
      id={formId}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === deletionWord && !deletion.isPending) deletion.mutate();
      }}
    >
      <TextField
        label={`Type ${deletionWord} to confirm`}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {deletion.error && (
        <Notice title="Your account was not deleted">
          <FailureText error={deletion.error} />
        </Notice>
      )}
    </form>
  );
}

function Consequences({ profile, graceDays }: { profile: Profile; graceDays: number }) {
  return (
    <div className="grid gap-4 text-soft text-sm">
      {profile.gamerCoins > 0 && (
        <Notice tone="gold" title="Your coins are lost">
          <Coins amount={profile.gamerCoins} className="my-1 text-xl" />
          <p>We don’t pay them out or keep them for a later account.</p>
        </Notice>
      )}
      <ul className="grid list-disc gap-2 pl-5 marker:text-loss">
        {profile.purchasedGiftCards.length > 0 && (
          <Consequence what="Gift cards.">
            You won’t be able to see the codes you bought. Write them down first.
          </Consequence>
        )}
        <Consequence what="You.">
          We sign you out everywhere and remove you from friend lists and leaderboards.{' '}
          {graceDays > 0
            ? `After ${plural(graceDays, 'day')} we remove your name, email, picture, sign-ins and links to Discord and Epic.`
            : 'We remove your name, email, picture, sign-ins and links to Discord and Epic.'}
        </Consequence>
        <Consequence what="The books.">
          Amounts and results stay in our ledger under a number that doesn’t name you.
        </Consequence>
        <Consequence what="Coming back.">
          Once we’ve erased it, you can sign up again and start from zero. We pay rewards for a first sign-in
          only once.
        </Consequence>
      </ul>
    </div>
  );
}

function Consequence({ what, children }: { what: string; children: ReactNode }) {
  return (
    <li>
      <strong className="font-semibold text-text">{what}</strong> {children}
    </li>
  );
}
