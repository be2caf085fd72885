// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { accountsApi } from '../../contract/accounts.ts';
import { call, getMessage } from '../lib/api.ts';
import { formatDate } from '../lib/format.ts';
import { takeReturnAddress } from '../lib/return-address.ts';
import { startSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/panels.tsx';
import { EntryFrame } from './entry-frame.tsx';

/**
 * After signing in to a deleted account, the player can keep it or leave it deleted. Uses its own state, since the
 * sign-in page has no query cache, which `useAction` needs.
 */
export function KeepAccount({ authToken, eraseAt }: { authToken: string; eraseAt: string }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function keep(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await call(accountsApi.keep, { body: { authToken } }, { quiet: true });
      navigate(startSession(answer.authToken) ? takeReturnAddress() : '/', { replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <EntryFrame>
      <h1 className="text-[clamp(2rem,4.2vw,3.4rem)]">
        Your account will be erased on {formatDate(eraseAt)}
      </h1>
      <div className="mt-6 grid max-w-xl gap-6">
        <p className="text-soft">
          It’s deleted, and nobody sees it. Until that day you can keep it, with its coins, gift cards and
          history. To let it go, do nothing.
        </p>
        {failure !== undefined && <Notice title="Not restored yet">{getMessage(failure)}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Button kind="main" busy={isBusy && 'Restoring...'} onClick={() => void keep()}>
            Keep my account
          </Button>
          <Button disabled={isBusy} onClick={() => navigate('/', { replace: true })}>
            Log out
          </Button>
        </div>
      </div>
    </EntryFrame>
  );
}
