// SPDX-License-Identifier: Apache-2.0

import { theGame } from '../../../contract/games/games.ts';
import { Card } from '../../ui/card.tsx';
import { ReceiptText } from '../../ui/icons/receipt-text.ts';
import { ShieldCheck } from '../../ui/icons/shield-check.ts';
import { Swords } from '../../ui/icons/swords.ts';

const steps = [
  {
    icon: ShieldCheck,
    title: 'Checked before you pay',
    text: 'We read your public stats first. If they are private, or the account does not exist, we tell you before you spend a coin.',
  },
  {
    icon: Swords,
    title: 'One match decides',
    text: `Start one ${theGame.match.one}, play it to the end. No screenshots, no referees: the game’s own statistics say how it went.`,
  },
  {
    icon: ReceiptText,
    title: 'Proof, not promises',
    text: 'Every result keeps the stats that decided it. You can re-check it in your browser.',
  },
];

/** How a result is decided, in three steps. */
export function DecisionSteps({ level: StepHeading }: { level: 'h2' | 'h3' }) {
  return (
    <ol className="grid gap-4.5 md:grid-cols-3">
      {steps.map(({ icon: Icon, title, text }, place) => (
        <li key={title}>
          <Card className="h-full" inside="relative grid content-start gap-3 overflow-hidden p-6">
            <span
              aria-hidden="true"
              className="num absolute top-3 right-6 text-6xl text-ink-3 leading-none select-none"
            >
              {place + 1}
            </span>
            <Icon size={26} className="text-storm-soft" aria-hidden="true" />
            <StepHeading className="text-xl">{title}</StepHeading>
            <p className="text-muted">{text}</p>
          </Card>
        </li>
      ))}
    </ol>
  );
}
