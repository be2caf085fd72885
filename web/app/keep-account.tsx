// SPDX-License-Identifier: Apache-2.0

import { useNavigate } from 'react-router';
import { accountsApi } from '../../contract/accounts.ts';
import { call, getMessage } from '../lib/api.ts';
import { formatDate } from '../lib/format.ts';
import { startSession } from '../lib/session.ts';
import { useAction } from '../lib/use-action.ts';
import { takeWayBack } from '../lib/way-back.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/panels.tsx';
import { EntryFrame } from './entry-frame.tsx';

/** Shown after signing in to an account that its player deleted: they keep it, or leave it deleted. */
export function KeepAccount({ authToken, eraseAt }: { authToken: string; eraseAt: string }) {
  const navigate = useNavigate();
  const keeping = useAction(async () => {
    const answer = await call(accountsApi.keep, { body: { authToken } }, { quiet: true });
    navigate(startSession(answer.authToken) ? takeWayBack() : '/', { replace: true });
  });

  // Done, it is about to leave the page.
  const isLeaving = keeping.isPending || keeping.isSuccess;

  return (
    <EntryFrame>
      <h1 className="text-[clamp(2rem,4.2vw,3.4rem)]">
        Your account will be erased on {formatDate(eraseAt)}
      </h1>
      <div className="mt-6 grid max-w-xl gap-6">
        <p className="text-soft">
          It was deleted, and nobody sees it. Until that day it can be kept, with its coins, gift cards and
          history. Otherwise you need do nothing.
        </p>
        {keeping.error && <Notice title="Not kept yet">{getMessage(keeping.error)}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Button kind="main" busy={isLeaving && 'Keeping it...'} onClick={() => void keeping.run()}>
            Keep my account
          </Button>
          <Button disabled={isLeaving} onClick={() => navigate('/', { replace: true })}>
            Log out
          </Button>
        </div>
      </div>
    </EntryFrame>
  );
}
