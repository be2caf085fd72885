// SPDX-License-Identifier: Apache-2.0

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { accountsApi, type Profile } from '../../../contract/accounts.ts';
import { call } from '../../lib/api.ts';
import { keepCache, keys } from '../../lib/query.ts';
import { useToken } from '../../lib/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { RingLoader } from '../../ui/ring.tsx';
import { notify } from '../../ui/toast.tsx';

const load = async () => (await import('./sign-in-again.tsx')).SignInAgain;
const SignInAgain = lazyPart(load, {
  placeholder: <Coming />,
  failure: (_retry, { onLeave }) => <WithoutIt onLeave={onLeave} />,
});

/** Covers a page whose session ended while somebody was typing, until its player has signed in again, in another tab. */
function Cover({ goOn, giveUp }: { goOn: () => void; giveUp: () => void }) {
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
    notify.done('You’re signed in again. This page is as you left it.');
    goOn();
  }, [data, playerId, queryClient, token, goOn, giveUp]);
  return <SignInAgain onLeave={giveUp} />;
}

export const HeldCover = Object.assign(Cover, { fetch: load });

function Coming() {
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-ink text-soft">
      <RingLoader size={40} label="Loading..." />
    </div>
  );
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();

/** A release may have removed the part that offers the ways to sign in. Escape must not give up what was typed. */
function WithoutIt({ onLeave }: { onLeave: () => void }) {
  return (
    <dialog
      ref={showModal}
      aria-label="Sign in again"
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => event.currentTarget.showModal()}
      className="fixed inset-0 m-0 grid h-full max-h-none w-full max-w-none place-items-center bg-ink p-6 text-text"
    >
      <div className="grid max-w-lg gap-5">
        <h2 className="text-xl">Sign in again</h2>
        <p className="text-soft">
          Your session has ended. Your text is still here: sign in as the same player in a new tab, and this
          page continues.
        </p>
        <div className="flex flex-wrap gap-3">
          <a href="/" target="_blank" rel="noopener" className={buttonClass({ kind: 'main' })}>
            Open a new tab
          </a>
          <Button onClick={onLeave}>Leave this page</Button>
        </div>
      </div>
    </dialog>
  );
}
