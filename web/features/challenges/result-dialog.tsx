import { Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { isAttemptReason, reasonText } from '../../../contract/verdict-text.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { earnedReward } from './attempt-summary.ts';
import { missedConditions } from './missed-conditions.ts';
import { OutcomeRing } from './outcome-ring.tsx';
import { resultMessage, resultTitles } from './result-message.ts';
import { ShareReceipt } from './share-receipt.tsx';
import { rememberShown } from './status-memory.ts';

/** Tells the result of an attempt, with the way to its receipt. */
export function ResultDialog({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  // Opens after it was mounted, so that it takes the focus over from a dialog that closes at the same time.
  useEffect(() => {
    setOpen(true);
    rememberShown(deviceStorage, attempt._id);
  }, [attempt._id]);
  const { status, reason } = attempt;
  const why =
    reason && isAttemptReason(reason) && status !== 'SUCCESS'
      ? reasonText(reason, {
          fee: attempt.entryFeeGC,
          reward: earnedReward(attempt),
          refund: attempt.refundGC,
          processingFee: attempt.processingFeeGC,
        })
      : '';
  const missed = missedConditions(attempt);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={resultTitles[status]}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {status === 'SUCCESS' && !isSharing && (
            <Button onClick={() => setSharing(true)} icon={<Share2 size={18} aria-hidden="true" />}>
              Share
            </Button>
          )}
          <ButtonLink
            kind={status === 'SUCCESS' ? 'main' : 'ghost'}
            to={`/past-challenges?receipt=${attempt._id}`}
            onClick={onClose}
          >
            See why
          </ButtonLink>
        </>
      }
    >
      <div className="grid justify-items-center gap-5 py-2 text-center" role="status">
        <OutcomeRing attempt={attempt} size={176} counts />
        <p className="max-w-[40ch] text-lg">{resultMessage(attempt)}</p>
        {missed.length > 0 && <p className="text-loss">Missed: {missed.join(', ')}</p>}
        {why && <p className="max-w-[48ch] text-muted text-sm">{why}</p>}
      </div>
      {isSharing && (
        <div className="mt-4">
          <ShareReceipt attempt={attempt} />
        </div>
      )}
    </Dialog>
  );
}
