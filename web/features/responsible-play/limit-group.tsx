// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { OwnPlay, SpendingKind } from '../../../contract/responsible-play.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { LimitForm } from './limit-form.tsx';
import { formatSpending, kindWords, periodWords } from './play-words.ts';

type ShownLimit = OwnPlay['limits'][number];

/** The three limits for one kind of spending, each next to the amount spent. */
export function LimitGroup({ kind, limits }: { kind: SpendingKind; limits: readonly ShownLimit[] }) {
  const [changed, change] = useState<ShownLimit>();
  const { title, text } = kindWords[kind];
  return (
    <section aria-label={title} className="border-line-soft border-b px-5 py-4">
      <h3 className="text-base">{title}</h3>
      <p className="text-muted text-sm">{text}</p>
      <ul className="mt-2">
        {limits.map((limit) => (
          <LimitRow key={limit.period} limit={limit} onChange={() => change(limit)} />
        ))}
      </ul>
      {changed && <LimitForm limit={changed} onClose={() => change(undefined)} />}
    </section>
  );
}

function LimitRow({ limit, onChange }: { limit: ShownLimit; onChange: () => void }) {
  const { kind, period, amount, spent, next } = limit;
  const words = (value: number | null) => (value === null ? 'no limit' : formatSpending(kind, value));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line-soft border-b py-3 last:border-b-0">
      <div className="min-w-[min(11rem,100%)] flex-1">
        <p className="text-sm">
          <span className="inline-block min-w-18 text-muted">{periodWords[period]}</span>{' '}
          <span className="num font-medium">{formatSpending(kind, spent)}</span>
          <span className="num text-muted">{amount === null ? ', no limit' : ` of ${words(amount)}`}</span>
        </p>
        {amount !== null && (
          <div className="mt-1.5 h-1 max-w-80 bg-ink-3" aria-hidden="true">
            <div
              className={spent >= amount ? 'h-full bg-loss' : 'h-full bg-storm'}
              style={{ width: `${amount === 0 ? 100 : Math.min(100, (spent / amount) * 100)}%` }}
            />
          </div>
        )}
        {next && (
          <p className="mt-1.5 text-gold text-sm">
            From {formatDateTime(next.at)} on: {words(next.amount)}
          </p>
        )}
      </div>
      <Button
        size="sm"
        aria-label={`${amount === null ? 'Set' : 'Change'} the limit for ${periodWords[period]}: ${kindWords[kind].title}`}
        onClick={onChange}
      >
        {amount === null ? 'Set' : 'Change'}
      </Button>
    </li>
  );
}
