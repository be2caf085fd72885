import { useQuery } from '@tanstack/react-query';
import { Copy, Link2, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import type { ReceiptShare, ShareOptions } from '../../../contract/shared-receipts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { copyText } from '../../ui/copy.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { shareAddress, shareQuery, useChangeShare } from './share-api.ts';

/** Lets a player show a decided receipt to anybody by a link, and take the link back. */
export function ShareReceipt({ attempt }: { attempt: Pick<Attempt, '_id' | 'status'> }) {
  const { data: share, error, refetch } = useQuery(shareQuery(attempt._id));
  const change = useChangeShare(attempt._id);
  return (
    <section aria-label="Share this receipt" className="grid gap-3 border-line border-t pt-5 print:hidden">
      <h3 className="text-lg">Share this receipt</h3>
      {share === undefined && !error && <Skeleton className="h-12" />}
      {error && share === undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">Whether it is shared could not be found out.</p>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {share === null && (
        <NotShared
          isBusy={change.isPending}
          onShare={() => change.mutate({ showsEpicName: false, isListed: false })}
        />
      )}
      {share && <Shared share={share} isWin={attempt.status === 'SUCCESS'} change={change} />}
      {change.error && (
        <Notice>
          <FailureText error={change.error} />
        </Notice>
      )}
    </section>
  );
}

function NotShared({ isBusy, onShare }: { isBusy: boolean; onShare: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-[52ch] text-muted text-sm">
        Anybody who has the link sees this result with your handle and its readings, and their browser decides
        it again. You can take the link back.
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

function Shared({
  share,
  isWin,
  change,
}: {
  share: ReceiptShare;
  isWin: boolean;
  change: ReturnType<typeof useChangeShare>;
}) {
  const [isAsking, setAsking] = useState(false);
  const address = shareAddress(share);
  const { showsEpicName, isListed } = (change.isPending && change.variables) || share;
  const options: ShareOptions = { showsEpicName, isListed: isListed && isWin };
  // Closing the device's own window is no failure.
  const handOver = () => navigator.share({ title: 'My result', url: address }).catch(() => undefined);
  async function takeBack(): Promise<void> {
    await change.mutateAsync(null);
    setAsking(false);
    notify.done('Link taken back');
  }
  return (
    <>
      <TextField
        label="Link"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        trailing={
          <Button
            className="max-sm:px-4"
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copyText(address, 'Link copied!', 'Failed to copy')}
          >
            <span className="max-sm:sr-only">Copy</span>
          </Button>
        }
      />
      <Checkbox
        checked={options.showsEpicName}
        disabled={change.isPending}
        onChange={(showsEpicName) => change.mutate({ ...options, showsEpicName })}
      >
        Show my Epic ID on it
      </Checkbox>
      {isWin && (
        <Checkbox
          checked={options.isListed}
          disabled={change.isPending}
          onChange={(isListed) => change.mutate({ ...options, isListed })}
        >
          May be shown on the front page, with your handle
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-3">
        {'share' in navigator && (
          <Button size="sm" onClick={handOver} icon={<Share2 size={16} aria-hidden="true" />}>
            Share
          </Button>
        )}
        <Button size="sm" onClick={() => setAsking(true)} disabled={change.isPending}>
          Take link back
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Take the link back?"
          text="It stops working for everybody who has it. You can create another one, with another address."
          confirmLabel="Take back"
          keepLabel="Keep"
          onConfirm={takeBack}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
