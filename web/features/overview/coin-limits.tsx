// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CoinLimit, type CoinWay, raiseInput } from '../../../contract/coin-limits-admin.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, field } from '../../ui/form-dialog.tsx';
import { WholeField } from '../../ui/number-fields.tsx';
import { notify } from '../../ui/toast.tsx';
import { coinLimitsQuery, useCoinLimitChanges } from './api.ts';

const ways: Record<CoinWay, { label: string; what: string }> = {
  adjustments: { label: 'Adjustments', what: 'Coins given by administrators' },
  giveaways: { label: 'Giveaways', what: 'Prizes set' },
  events: { label: 'Events', what: 'Budgets set and rewards sent' },
  rewards: { label: 'Rewards', what: 'Automatic event payouts' },
  challenges: { label: 'Challenges', what: 'What today’s entries could win above their fees' },
};

/** How many coins can still be given out today in each way; nothing without limits. */
export function CoinLimits() {
  const { data } = useQuery(coinLimitsQuery);
  const mayRaise = usePermissions()('events:send');
  const [raised, raise] = useState<CoinLimit>();
  if (!data?.isOn) return null;
  return (
    <section aria-labelledby="coin-limits" className="grid gap-3">
      <h2 id="coin-limits" className="text-xl">
        Coins made today
      </h2>
      <p className="text-muted text-sm">
        Each way to create coins has a daily limit (UTC). Anything above it waits for a second administrator
        or for tomorrow.
      </p>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-5">
        {data.list.map((limit) => (
          <li key={limit.way}>
            <LimitCard limit={limit} onRaise={mayRaise ? () => raise(limit) : undefined} />
          </li>
        ))}
      </ul>
      {raised && <RaiseDialog {...raised} onClose={() => raise(undefined)} />}
    </section>
  );
}

function LimitCard({
  limit: { way, limit, made, left, raisedBy, administrator },
  onRaise,
}: {
  limit: CoinLimit;
  onRaise: (() => void) | undefined;
}) {
  const { label, what } = ways[way];
  const isShort = left * 5 < limit;
  return (
    <Card className="h-full" inside="flex flex-col gap-2.5 p-4">
      <h3 className="font-semibold">{label}</h3>
      <p className="text-muted text-sm">{what}</p>
      <p>
        <span className={cx('num text-2xl', isShort && 'text-loss')}>{formatAmount(left)}</span>{' '}
        <span className="text-muted text-sm">GC left</span>
      </p>
      {/* The line below says the same in words. */}
      <div aria-hidden="true" className="h-1.5 bg-ink-3">
        <div
          className={cx('h-full', isShort ? 'bg-loss' : 'bg-storm')}
          style={{ width: `${Math.min(100, (made / Math.max(1, limit)) * 100)}%` }}
        />
      </div>
      <p className="num text-muted text-sm">
        {formatAmount(made)} of {formatAmount(limit)}
        {raisedBy > 0 && `, raised by ${formatAmount(raisedBy)}`}
      </p>
      {administrator && (
        <p className="text-muted text-sm">
          Yours: <span className="num">{formatAmount(administrator.left)}</span> of{' '}
          <span className="num">{formatAmount(administrator.limit)}</span> left
        </p>
      )}
      {onRaise && (
        <Button size="sm" className="mt-auto self-start" aria-label={`Raise ${label}`} onClick={onRaise}>
          Raise
        </Button>
      )}
    </Card>
  );
}

const schema = raiseInput.omit({ way: true });

function RaiseDialog({ way, onClose }: CoinLimit & { onClose: () => void }) {
  const changes = useCoinLimitChanges();
  return (
    <FormDialog
      title={`Raise today’s limit: ${ways[way].label}`}
      description="For today only. A second administrator has to approve it."
      schema={schema}
      defaults={{ reason: '' }}
      submitLabel="Ask for approval"
      save={async (values, key) => {
        await changes.raise({ way, ...values }, key);
        notify.done('Today’s limit is raised');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <WholeField form={form} name="coins" label="Extra coins" min={1} />
          <TextField label="Reason" maxLength={500} {...field(form, 'reason')} />
        </>
      )}
    </FormDialog>
  );
}
