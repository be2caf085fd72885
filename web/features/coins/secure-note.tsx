// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { useSettings } from '../../lib/settings.ts';
import { Lock } from '../../ui/icons/lock.ts';

/** Who processes the card, and what we never see of it. */
export function SecureNote() {
  return (
    <p className="flex items-start gap-2.5 text-muted text-sm">
      <Lock size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        Secure payment: your card details go straight to the card provider and never through our servers.{' '}
        <span className="whitespace-nowrap">
          Powered by <span className="font-semibold text-soft">Stripe</span>
        </span>
      </span>
    </p>
  );
}

const testCards = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 3220', 'asks for 3-D Secure'],
] as const;

/** A sandbox accepts no real cards: lists those that it does. */
export function SandboxCards() {
  if (!useSettings()?.stripeScriptUrl) return null;
  return (
    <section aria-label="Test cards" className="border-line border-t bg-ink px-5 py-5 text-sm sm:px-8">
      <p className="text-muted">Sandbox: no money moves. Any future date and any CVC go with these cards.</p>
      <dl className="mt-3 grid gap-x-8 gap-y-2 sm:grid-cols-3">
        {testCards.map(([number, what]) => (
          <TestCard key={number} number={number}>
            {what}
          </TestCard>
        ))}
      </dl>
    </section>
  );
}

function TestCard({ number, children }: { number: string; children: ReactNode }) {
  return (
    <div className="max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4">
      <dt className="num whitespace-nowrap">{number}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
