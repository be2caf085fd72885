// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountsApi } from '../../../contract/accounts.ts';
import { ApiError, call } from '../../lib/api.ts';
import { canStore } from '../../lib/device-storage.ts';
import { takeReturnAddress } from '../../lib/return-address.ts';
import { startSession, tokenKey } from '../../lib/session.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { KeepAccount } from '../keep-account.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () => pageMeta({ title: 'Signing in', description: 'The end of a sign-in.' });

/** The end of a sign-in: exchanges the short-lived token in the address for a session, once. */
export default function SignInSuccess() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<Leaving>();

  useEffect(() => {
    const authToken = new URLSearchParams(window.location.search).get(tokenKey);
    // Removed from the address first, to keep it out of history, referrers and screenshots.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    // Without storage no session may start, because the player could neither use nor end it. The sign-in page explains
    // this.
    if (!canStore()) navigate('/', { replace: true });
    else if (authToken)
      void exchange(authToken).then((outcome) => {
        if (typeof outcome === 'string') navigate(outcome, { replace: true });
        else setLeaving(outcome);
      });
    else if (!exchanging) {
      console.error('Sign-in came back without a token.');
      navigate('/', { replace: true });
    }
  }, [navigate]);

  if (leaving) return <KeepAccount {...leaving} />;
  return (
    <EntryFrame>
      <h1 className="text-[clamp(2.4rem,5.4vw,4.4rem)] in-data-failed:hidden">Signing you in...</h1>
      <Loading label="Signing you in..." className="mt-7 grid max-w-md gap-3 in-data-failed:hidden">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="cut cut-md h-12" />
      </Loading>
      <LoadFailure />
    </EntryFrame>
  );
}

/** A deleted account that the player can still keep, with the token of this sign-in. */
interface Leaving {
  authToken: string;
  eraseAt: string;
}

let exchanging: Promise<string | Leaving> | undefined;

/** The address to go to next, or the account whose deletion can be undone. */
function exchange(authToken: string): Promise<string | Leaving> {
  exchanging ??= call(accountsApi.exchange, { body: { authToken } }, { quiet: true })
    .then((answer) => {
      return startSession(answer.authToken) ? takeReturnAddress() : '/';
    })
    .catch((error: unknown) => {
      const { code, data = {} } = error instanceof ApiError ? error : {};
      if (code === 'account_leaving') return { authToken, eraseAt: String(data.eraseAt) };
      return `/?error=${code ?? 'unavailable'}`;
    })
    .finally(() => {
      exchanging = undefined;
    });
  return exchanging;
}
