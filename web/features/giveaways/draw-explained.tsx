// SPDX-License-Identifier: Apache-2.0

import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../../ui/copy.ts';
import { Copy } from '../../ui/icons/copy.ts';
import { PagePart } from '../../ui/page.tsx';

const steps = [
  {
    title: 'We commit before anyone enters',
    text: 'We make a secret random number, the seed, with each giveaway. We publish a fingerprint of the seed and the terms: the commitment. Any later change would change it, and it doesn’t reveal the seed.',
  },
  {
    title: 'Entries without names',
    text: 'Each entry gets a random number instead of a name. Players don’t know the seed, and we don’t know who will enter.',
  },
  {
    title: 'The draw',
    text: 'At the end we close the list. A fixed calculation picks the winners from seed and list alone. Every entry has the same chance, and prizes are paid instantly.',
  },
  {
    title: 'We publish everything',
    text: 'Seed, list and winners become public. Anyone can repeat the draw: here, or on their own computer.',
  },
];

/** How a draw works, in words, with the commitment that binds it (docs/rules/giveaways.md). */
export function DrawExplained({ commitment, isDrawn }: { commitment: string; isDrawn: boolean }) {
  return (
    <PagePart title="How the draw works">
      <Card inside="grid gap-3 p-5 sm:p-6">
        <h3 className="text-base">Commitment</h3>
        <p className="break-all bg-ink px-3 py-2.5 font-mono text-sm">{commitment}</p>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="max-w-[52ch] text-muted text-sm">
            {isDrawn
              ? 'We published it before anyone entered. If you kept a copy, compare it.'
              : 'Keep a copy if you like. It must be the same after the draw.'}
          </p>
          <Button
            size="sm"
            icon={<Copy size={16} aria-hidden="true" />}
            onClick={() => void copyText(commitment, 'Commitment copied!', 'Failed to copy')}
          >
            Copy the commitment
          </Button>
        </div>
      </Card>
      <ol className="grid gap-4 sm:grid-cols-2">
        {steps.map(({ title, text }, place) => (
          <li key={title} className="grid grid-cols-[2rem_1fr] gap-x-3">
            <span aria-hidden="true" className="num text-2xl text-storm-soft leading-7">
              {place + 1}
            </span>
            <div>
              <h3 className="text-base leading-7">{title}</h3>
              <p className="mt-1 text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </PagePart>
  );
}
