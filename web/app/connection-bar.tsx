// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { useConnection, useLastKnownAt, waitForServer } from '../lib/connection.ts';
import { formatAsOf } from '../lib/format.ts';
import { WifiOff } from '../ui/icons/wifi-off.ts';

const messages = {
  offline: {
    here: 'You’re offline. Everything you own is safe. This page continues when you’re back online.',
    leaving: 'You’re offline. Everything you own is safe. The page opens when you’re back online.',
  },
  unreachable: {
    here: 'We can’t reach the server. This page keeps trying.',
    leaving: 'We can’t reach the server. The page opens when it answers.',
  },
};

/** Bars that a page has at the lower edge move up by the notice's height (features/shop/filled-cart.tsx). */
function makeRoom(notice: HTMLElement | null) {
  if (!notice) return undefined;
  const { style } = document.documentElement;
  const resizes = new ResizeObserver(() => style.setProperty('--notice-bar', `${notice.offsetHeight}px`));
  resizes.observe(notice);
  return () => {
    resizes.disconnect();
    style.removeProperty('--notice-bar');
  };
}

/**
 * Sticks to the lower edge while there is no connection. It comes last in the page, so it covers nothing at the end.
 */
export function ConnectionBar() {
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'unreachable') void waitForServer();
  }, [connection]);
  const lastKnownAt = useLastKnownAt();
  const isLeaving = useNavigation().state !== 'idle';
  return (
    <div role="status" className="sticky bottom-0 z-20">
      {connection !== 'online' && (
        <div ref={makeRoom} className="border-gold border-t bg-gold-panel">
          <p className="wrap flex items-center justify-center gap-3 py-3 font-medium text-sm text-text">
            <WifiOff size={18} className="shrink-0 text-gold" aria-hidden="true" />
            <span>
              {messages[connection][isLeaving ? 'leaving' : 'here']}
              {lastKnownAt && ` You see data from ${formatAsOf(lastKnownAt)}.`}
            </span>
          </p>
        </div>
      )}
    </div>
  );
}
