// SPDX-License-Identifier: Apache-2.0

import { Mail, MessagesSquare } from 'lucide-react';
import { apiBase } from '../lib/api.ts';
import { deviceStorage } from '../lib/device-storage.ts';
import { referralCodeKey, useHydrated } from '../lib/session.ts';
import { buttonClass } from '../ui/button.tsx';

/**
 * The two ways to sign in. Both leave the page for the server's sign-in address, with the code of the player who invited
 * this browser, if any.
 */
export function ProviderButtons({
  labels,
  code,
}: {
  labels: { google: string; discord: string };
  code?: string | undefined;
}) {
  const isHydrated = useHydrated();
  // The prerendered page knows no code, and React does not correct a link's address while hydrating.
  const ref = isHydrated ? (code ?? deviceStorage.getItem(referralCodeKey)) : null;
  const search = ref ? `?ref=${encodeURIComponent(ref)}` : '';
  return (
    <div className="grid gap-3">
      <a href={`${apiBase}/auth/google${search}`} className={buttonClass({ kind: 'main', full: true })}>
        <Mail size={19} aria-hidden="true" />
        {labels.google}
      </a>
      <a href={`${apiBase}/auth/discord${search}`} className={buttonClass({ full: true })}>
        <MessagesSquare size={19} aria-hidden="true" />
        {labels.discord}
      </a>
    </div>
  );
}
