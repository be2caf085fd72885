// SPDX-License-Identifier: Apache-2.0

import type { AdminGiveaway } from '../../../../contract/giveaways-admin.ts';
import { formatAmount, formatDateTime } from '../../../lib/format.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Amount } from '../../../ui/coins.tsx';
import { copyText } from '../../../ui/copy.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Copy } from '../../../ui/icons/copy.ts';
import { ShieldCheck } from '../../../ui/icons/shield-check.ts';
import { prizesWords } from '../giveaway-words.ts';
import { Participants } from './participants.tsx';

/** A giveaway's terms, the commitment that binds them, and the participants. */
export function GiveawayDetails({ giveaway, onClose }: { giveaway: AdminGiveaway; onClose: () => void }) {
  const { _id, title, prizeType, prizeAmount, winnerCount, startDate, endDate, isCompleted } = giveaway;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      description={
        isCompleted
          ? 'Drawn. Anyone can check the draw on its public page.'
          : 'Not drawn yet. Players see how many entered, but not who.'
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink to={`/giveaways/${_id}`} icon={<ShieldCheck size={18} aria-hidden="true" />}>
            {isCompleted ? 'Check the draw' : 'Open its page'}
          </ButtonLink>
        </>
      }
    >
      <div className="grid gap-6 [&>*]:min-w-0">
        <div className="grid gap-x-8 sm:grid-cols-2">
          <Facts>
            <Fact label="Prize Type">{prizeType}</Fact>
            <Fact label="Prize Amount">
              <Amount currency={prizeType} amount={prizeAmount} size={16} />
            </Fact>
            <Fact label="Winner Count">{formatAmount(winnerCount)}</Fact>
            {giveaway.prizes && <Fact label="Prizes paid">{prizesWords(giveaway.prizes)}</Fact>}
          </Facts>
          <Facts>
            <Fact label="Start Date">{formatDateTime(startDate)}</Fact>
            <Fact label="End Date">{formatDateTime(endDate)}</Fact>
            <Fact label="Created At">{formatDateTime(giveaway.createdAt)}</Fact>
          </Facts>
        </div>
        <Commitment commitment={giveaway.commitment} />
        <Participants giveaway={giveaway} />
      </div>
    </Dialog>
  );
}

function Commitment({ commitment }: { commitment: string }) {
  return (
    <section className="grid gap-2" aria-label="Commitment">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">Commitment</h3>
        <Button
          size="sm"
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copyText(commitment, 'Commitment copied!', 'Failed to copy')}
        >
          Copy
        </Button>
      </div>
      <p className="break-all bg-ink px-3 py-2.5 font-mono text-sm">{commitment}</p>
      <p className="text-muted text-sm">
        Ties the draw to its terms and a secret seed. It changes with the terms until the first entry.
      </p>
    </section>
  );
}
