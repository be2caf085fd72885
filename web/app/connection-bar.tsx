// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { useConnection, useLastKnownAt, waitForServer } from '../lib/connection.ts';
import { formatAsOf } from '../lib/format.ts';
import { WifiOff } from '../ui/icons/wifi-off.ts';

const messages = {
  offline: {
    here: 'You are offline. Nothing you own is lost, and this page goes on when the connection is back.',
    leaving:
      'You are offline. Nothing you own is lost. The page you opened follows when the connection is back.',
  },
  unreachable: {
    here: 'The server cannot be reached. This page keeps trying, and goes on as soon as it answers.',
    leaving: 'The server cannot be reached. The page you opened follows as soon as it answers.',
  },
};

/** Stays at the lower edge while there is no connection. Its place is at the page's end, so it covers nothing there. */
export function ConnectionBar() {
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'unreachable') void waitForServer();
  }, [connection]);
  const lastKnownAt = useLastKnownAt();
  const isLeaving = useNavigation().state !== 'idle';
  return (
    <div role="status" className="sticky bottom-0 z-20 border-gold bg-gold-panel not-empty:border-t">
      {connection !== 'online' && (
        <p className="wrap flex items-center justify-center gap-3 py-3 font-medium text-sm text-text">
          <WifiOff size={18} className="shrink-0 text-gold" aria-hidden="true" />
          <span>
            {messages[connection][isLeaving ? 'leaving' : 'here']}
            {lastKnownAt && ` What you see is as of ${formatAsOf(lastKnownAt)}.`}
          </span>
        </p>
      )}
    </div>
  );
}
