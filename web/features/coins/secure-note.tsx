// SPDX-License-Identifier: Apache-2.0

import { useSettings } from '../../lib/settings.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { TestCards } from './test-cards.tsx';

/** Who processes the card, and that we never see its number. */
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

/** In a sandbox, which accepts no real cards: lists the test cards. */
export function SandboxCards() {
  if (!useSettings()?.stripeScriptUrl) return null;
  return (
    <section aria-label="Test cards" className="text-sm">
      <p className="text-muted">Sandbox: no money moves. Use any future date and any CVC.</p>
      <TestCards className="mt-3 sm:grid-cols-2 xl:grid-cols-4" />
    </section>
  );
}
