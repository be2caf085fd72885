// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { gameOf } from '../../../../contract/games/games.ts';
import type { User, UserDetail } from '../../../../contract/users-admin.ts';
import { newIdempotencyKey } from '../../../lib/api.ts';
import { plural } from '../../../lib/format.ts';
import { useSettings } from '../../../lib/settings.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useNewerBase } from '../../../ui/newer-base.ts';
import { notify } from '../../../ui/toast.tsx';
import { AccountProofQuestion } from './account-proof-question.tsx';
import { useUserChanges, useUserDeletion } from './api.ts';
import { GameAccountForm } from './game-account-form.tsx';
import { UserForm } from './user-form.tsx';

/** The dialogs of actions on a user: a form or a question. */
export type UserDeed =
  | 'edit'
  | 'adjust-coins'
  | 'epic-account'
  | 'epic-proof'
  | 'suspend'
  | 'unsuspend'
  | 'sign-out'
  | 'reset-handle'
  | 'remove-second-factor'
  | 'delete';

interface UserDialogProps {
  deed: UserDeed;
  user: User & Partial<Pick<UserDetail['user'], 'epicId' | 'gameAccounts'>>;
  /** The change of the balance that the form starts with. */
  adjustment?: number;
  onClose: () => void;
  onDeleted?: () => void;
}

/** The form or question of one action; open while mounted. */
export function UserDialog(props: UserDialogProps) {
  const { deed, user, adjustment, onClose } = props;
  const changes = useUserChanges();
  const base = useNewerBase<User>(user);
  switch (deed) {
    case 'edit':
    case 'adjust-coins':
      return (
        <UserForm
          user={user}
          isOnlyCoins={deed === 'adjust-coins'}
          adjustment={adjustment}
          save={async (values, key) => {
            await changes.update(base.read(), values, key).catch(base.learn);
            notify.done('User updated successfully');
          }}
          onClose={onClose}
        />
      );
    case 'epic-account':
      return (
        <GameAccountForm
          name={user.name}
          epicId={user.epicId ?? null}
          accounts={user.gameAccounts ?? []}
          save={async (values) => {
            const { takenFrom } = await changes.setGameAccount(user._id, values);
            const from = takenFrom.map(({ name }) => name).join(', ');
            const done = `${gameOf(values).account.name} changed`;
            notify.done(from ? `${done}, taken from ${from}` : done);
          }}
          onClose={onClose}
        />
      );
    case 'epic-proof':
      return <AccountProofQuestion user={user} accounts={user.gameAccounts ?? []} onClose={onClose} />;
    case 'suspend':
      return <SuspendQuestion {...props} />;
    case 'unsuspend':
      return <UnsuspendQuestion {...props} />;
    case 'reset-handle':
      return <ResetHandleQuestion {...props} />;
    case 'remove-second-factor':
      return <RemoveFactorQuestion {...props} />;
    case 'sign-out':
      return <SignOutQuestion {...props} />;
    case 'delete':
      return <DeleteQuestion {...props} />;
  }
}

function SuspendQuestion({ user, onClose }: UserDialogProps) {
  const { suspend } = useUserChanges();
  return (
    <ConfirmDialog
      title={`Suspend ${user.name}?`}
      text="We end all their sessions, and nobody can sign in to the account. Its coins stay. You can let them in again."
      confirmLabel="Suspend"
      busyLabel="Suspending..."
      reason={{ label: 'Reason', hint: 'For the audit log. The player doesn’t see it.' }}
      onConfirm={async (reason) => {
        await suspend(user._id, reason);
        notify.done(`${user.name} is suspended`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function UnsuspendQuestion({ user, onClose }: UserDialogProps) {
  const { unsuspend } = useUserChanges();
  return (
    <ConfirmDialog
      title={`Let ${user.name} in again?`}
      text="They can sign in again. Ended sessions stay ended."
      confirmLabel="Let in again"
      isDanger={false}
      reason={{ label: 'Reason', isOptional: true }}
      onConfirm={async (reason) => {
        await unsuspend(user._id, reason);
        notify.done(`${user.name} can sign in again`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function SignOutQuestion({ user, onClose }: UserDialogProps) {
  const { signOut } = useUserChanges();
  return (
    <ConfirmDialog
      title={`Sign ${user.name} out everywhere?`}
      text="We end all their sessions. They can sign in again."
      confirmLabel="Sign out everywhere"
      reason={{ label: 'Reason', isOptional: true }}
      onConfirm={async (reason) => {
        const { ended } = await signOut(user._id, reason);
        notify.done(`${plural(ended, 'session')} ended`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function RemoveFactorQuestion({ user, onClose }: UserDialogProps) {
  const { removeSecondFactor } = useUserChanges();
  return (
    <ConfirmDialog
      title={`Remove the second factor of ${user.name}?`}
      text="For players who lost their phone and recovery codes. Make sure it’s really them. We end all their sessions, and they set up a new second factor at their next visit."
      confirmLabel="Remove"
      busyLabel="Removing..."
      reason={{ label: 'Reason', hint: 'For the audit log. We tell them it was removed.' }}
      onConfirm={async (reason) => {
        await removeSecondFactor(user._id, reason);
        notify.done(`${user.name} no longer has a second factor`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function ResetHandleQuestion({ user, onClose }: UserDialogProps) {
  const { resetHandle } = useUserChanges();
  const [key] = useState(newIdempotencyKey);
  return (
    <ConfirmDialog
      title={`Reset the handle ${user.handle}?`}
      text="They get a random handle, and nobody can use this one again. It doesn’t count as their change: they can choose another once their 30 days are over."
      confirmLabel="Reset handle"
      busyLabel="Resetting..."
      reason={{ label: 'Reason', hint: 'For the audit log. The player doesn’t see it.' }}
      onConfirm={async (reason) => {
        const { handle } = await resetHandle(user._id, { handle: user.handle, reason }, key);
        notify.done(`${user.name} is now ${handle}`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function DeleteQuestion({ user, onClose, onDeleted }: UserDialogProps) {
  const { remove } = useUserDeletion();
  const graceDays = useSettings()?.deletionGraceDays ?? 0;
  return (
    <ConfirmDialog
      title={`Delete ${user.name}?`}
      text={
        <>
          <p>
            This signs the player out and hides the account.{' '}
            {graceDays > 0
              ? `After ${plural(graceDays, 'day')} we erase name, email, linked accounts and notes; until then the player can restore the account.`
              : 'We erase name, email, linked accounts and notes immediately.'}{' '}
            The ledger stays, under a pseudonym.
          </p>
          {user.gamerCoins > 0 && (
            <p className="mt-2 font-medium text-text">
              {graceDays > 0
                ? `${plural(user.gamerCoins, 'Gamer Coin')} will be forfeited then.`
                : `${plural(user.gamerCoins, 'Gamer Coin')} will be forfeited.`}
            </p>
          )}
        </>
      }
      confirmLabel="Delete"
      busyLabel="Deleting..."
      reason={{ label: 'Reason', hint: 'For the audit log.' }}
      onConfirm={async (reason) => {
        await remove(user._id, reason);
        notify.done('User deleted successfully');
        onClose();
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
