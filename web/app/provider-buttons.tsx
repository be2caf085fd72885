// SPDX-License-Identifier: Apache-2.0

import { apiBase } from '../lib/api.ts';
import { deviceStorage } from '../lib/device-storage.ts';
import { referralCodeKey, useHydrated } from '../lib/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/marks.tsx';
import { lazyPart } from '../ui/part.tsx';
import { isInAppBrowser } from './in-app-browser.ts';

const InAppNotice = lazyPart(async () => (await import('./in-app-notice.tsx')).default);

/**
 * The two ways to sign in. Both go to the server's sign-in address, with the referral code if this browser has one.
 * Inside another app Google refuses sign-ins: Discord then comes first, and a notice offers alternatives.
 */
export function ProviderButtons({
  labels,
  code,
  inNewTab = false,
}: {
  labels: { google: string; discord: string };
  code?: string | undefined;
  /** Keeps this page open. */
  inNewTab?: boolean;
}) {
  const isHydrated = useHydrated();
  // The prerendered page knows no code, and React doesn't update a link's address while hydrating.
  const ref = isHydrated ? (code ?? deviceStorage.getItem(referralCodeKey)) : null;
  const search = ref ? `?ref=${encodeURIComponent(ref)}` : '';
  const target = inNewTab ? '_blank' : undefined;
  const isInApp = isHydrated && isInAppBrowser(navigator.userAgent);
  const google = (
    <a
      key="google"
      href={`${apiBase}/auth/google${search}`}
      target={target}
      className={buttonClass({ full: true, kind: 'google' })}
    >
      <Mark of="google" />
      {labels.google}
    </a>
  );
  const discord = (
    <a
      key="discord"
      href={`${apiBase}/auth/discord${search}`}
      target={target}
      className={buttonClass({ full: true, kind: 'discord' })}
    >
      <Mark of="discord" />
      {labels.discord}
    </a>
  );
  return (
    <div className="grid gap-3">
      {isInApp && <InAppNotice />}
      {isInApp ? [discord, google] : [google, discord]}
    </div>
  );
}
