// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { shareTitle } from '../../../contract/share-words.ts';
import type { ReceiptShare, ShareOptions } from '../../../contract/shared-receipts.ts';
import { cx } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Link2 } from '../../ui/icons/link-2.ts';
import { Notice } from '../../ui/panels.tsx';
import { ShareWays } from '../../ui/share-ways.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { shareAddress, shareQuery, useChangeShare } from './share-api.ts';

/**
 * Lets a player show a decided receipt to anybody by a link, and revoke the link. `isAlone`: it already has a title above
 * it.
 */
export function ShareReceipt({ attempt, isAlone = false }: { attempt: Attempt; isAlone?: boolean }) {
  const { data: share, error, refetch } = useQuery(shareQuery(attempt._id));
  const change = useChangeShare(attempt._id);
  return (
    <section
      aria-label="Share this receipt"
      className={cx('grid gap-3 text-left print:hidden', !isAlone && 'border-line border-t pt-5')}
    >
      {!isAlone && <h3 className="text-lg">Share this receipt</h3>}
      {share === undefined && !error && <Skeleton className="h-12" />}
      {error && share === undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">We couldn’t check whether this result is shared.</p>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {share === null && (
        <NotShared attempt={attempt} isBusy={change.isPending} onShare={() => change.mutate(nothingMore)} />
      )}
      {share && <Shared share={share} attempt={attempt} change={change} />}
      {change.error && (
        <Notice>
          <FailureText error={change.error} />
        </Notice>
      )}
    </section>
  );
}

const nothingMore: ShareOptions = { showsEpicName: false, isListed: false, isInvitation: false };

/** What any link to this receipt tells, whether or not it shows the name of the game account. */
function describeExposure(attempt: Attempt): string | undefined {
  const { proof, account } = gameOf(attempt);
  return proof === 'matches with an id'
    ? `The link lists your matches since entry, whose public records show your ${account.label}.`
    : undefined;
}

function NotShared({ attempt, isBusy, onShare }: { attempt: Attempt; isBusy: boolean; onShare: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-[52ch] text-muted text-sm">
        Anyone with the link sees this result with your gamertag and stats, and can re-check it in their
        browser. You can withdraw the link. {describeExposure(attempt)}
      </p>
      <Button
        busy={isBusy && 'One moment...'}
        onClick={onShare}
        icon={<Link2 size={18} aria-hidden="true" />}
      >
        Create link
      </Button>
    </div>
  );
}

type Change = ReturnType<typeof useChangeShare>;

function Shared({ share, attempt, change }: { share: ReceiptShare; attempt: Attempt; change: Change }) {
  const address = shareAddress(share);
  return (
    <>
      <TextField
        label="Link"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        className="[&_input]:text-ellipsis max-sm:[&_input]:text-sm"
      />
      <ShareWays address={address} title={shareTitle(attempt)} />
      <Options share={share} attempt={attempt} change={change} />
      <TakeBack change={change} />
    </>
  );
}

function Options({ share, attempt, change }: { share: ReceiptShare; attempt: Attempt; change: Change }) {
  const isWin = attempt.status === 'SUCCESS';
  const { showsEpicName, isListed, isInvitation } = (change.isPending && change.variables) || share;
  const options: ShareOptions = { showsEpicName, isListed: isListed && isWin, isInvitation };
  const box = (name: keyof ShareOptions, label: string) => (
    <Checkbox
      checked={options[name]}
      disabled={change.isPending}
      onChange={(isOn) => change.mutate({ ...options, [name]: isOn })}
    >
      {label}
    </Checkbox>
  );
  return (
    <div>
      {box('showsEpicName', `Show my ${gameOf(attempt).account.label} on it`)}
      <p className="text-muted text-sm empty:hidden">{describeExposure(attempt)}</p>
      {box('isInvitation', 'Invite with this link: people who sign up from it count as invited by you')}
      {isWin && box('isListed', 'Show it on the front page and your page, with your gamertag')}
    </div>
  );
}

function TakeBack({ change }: { change: Change }) {
  const [isAsking, setAsking] = useState(false);
  async function takeBack(): Promise<void> {
    await change.mutateAsync(null);
    setAsking(false);
    notify.done('Link withdrawn');
  }
  return (
    <>
      <Button
        size="sm"
        className="justify-self-start"
        onClick={() => setAsking(true)}
        disabled={change.isPending}
      >
        Withdraw link
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Withdraw the link?"
          text="The link stops working for everyone. Copies in chats stay. You can create a new link with another address."
          confirmLabel="Withdraw"
          keepLabel="Keep"
          onConfirm={takeBack}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
