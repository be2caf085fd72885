// SPDX-License-Identifier: Apache-2.0

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { accountsApi, type Profile } from '../../../contract/accounts.ts';
import { call } from '../../lib/api.ts';
import { keepCache, keys } from '../../lib/query.ts';
import { useToken } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { ProviderButtons } from '../provider-buttons.tsx';

/** Covers a page whose session ended while somebody was typing, until its player has signed in again, in another tab. */
export function SignInAgain({ goOn, onClose: giveUp }: { goOn: () => void; onClose: () => void }) {
  const queryClient = useQueryClient();
  const token = useToken();
  // Read before anybody else can be signed in.
  const [playerId] = useState(() => queryClient.getQueryData<Profile>(keys.profile)?._id);
  const { data } = useQuery({
    queryKey: ['signed-in-again', token],
    queryFn: ({ signal }) => call(accountsApi.getProfile, {}, { signal, quiet: true }),
    enabled: token !== null,
    retry: true,
    gcTime: 0,
  });
  useEffect(() => {
    if (!data) return;
    if (data._id !== playerId) return giveUp();
    keepCache(queryClient, token);
    void queryClient.invalidateQueries({ queryKey: keys.profile });
    notify.done("You're signed in again. This page is as you left it.");
    goOn();
  }, [data, playerId, queryClient, token, goOn, giveUp]);
  return (
    <Dialog
      open
      isCover
      mayClose={false}
      onClose={giveUp}
      title="Sign in again"
      description="Your session has ended. What you typed is still here: sign in as the same player in a new tab, and this page goes on."
      footer={<Button onClick={giveUp}>Leave this page</Button>}
    >
      <ProviderButtons
        inNewTab
        labels={{ google: 'Continue With Gmail', discord: 'Continue With Discord' }}
      />
    </Dialog>
  );
}
