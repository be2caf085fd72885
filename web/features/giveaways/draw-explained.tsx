// SPDX-License-Identifier: Apache-2.0

import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../../ui/copy.ts';
import { Copy } from '../../ui/icons/copy.ts';
import { PagePart } from '../../ui/page.tsx';

const steps = [
  {
    title: 'A promise before anybody enters',
    text: 'A secret random number, the seed, is made together with the giveaway. The fingerprint of seed and terms is published: the commitment. Neither can be changed afterwards without changing it, and nobody can read the seed from it.',
  },
  {
    title: 'Entries without names',
    text: 'Each entry gets a random number instead of a name. Those who enter do not know the seed; those who made the seed do not know who will enter.',
  },
  {
    title: 'The draw',
    text: 'At the end the list of entries is closed. The winners follow from seed and list alone, by a fixed calculation in which every entry has the same chance, and are paid at once.',
  },
  {
    title: 'Everything is published',
    text: 'Seed, list and winners become public. Anybody can make the calculation again and compare: here, or on a computer of their own.',
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
              ? 'It was published before anybody entered. Anybody who kept a copy can compare it.'
              : 'Keep a copy if you like: after the draw it must still be the same.'}
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
