// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { providerNames, type SignIn } from '../../../contract/sign-ins.ts';
import { getMessage } from '../../lib/api.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { KeyRound } from '../../ui/icons/key-round.ts';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { signInsQuery, useRemoveSignIn } from './api.ts';

/** How the player's account is signed in to; all ways but the last can be removed. */
export function SignIns() {
  const { data, error, refetch } = useQuery(signInsQuery);
  const [removed, setRemoved] = useState<SignIn>();
  const remove = useRemoveSignIn();

  async function confirm({ provider }: SignIn): Promise<void> {
    await remove(provider);
    notify.done(`${providerNames[provider]} was removed`);
    setRemoved(undefined);
  }

  return (
    <div id="ways-to-sign-in" className="scroll-mt-24">
      <PagePart title="Ways To Sign In">
        {data ? (
          <Card>
            <ul>
              {data.map((signIn) => (
                <SignInRow
                  key={signIn.provider}
                  signIn={signIn}
                  onRemove={data.length > 1 ? () => setRemoved(signIn) : undefined}
                />
              ))}
            </ul>
          </Card>
        ) : error ? (
          <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading ways to sign in...">
            <Skeleton className="cut h-17.5" />
          </Loading>
        )}
      </PagePart>
      {removed && (
        <ConfirmDialog
          title={`Remove ${providerNames[removed.provider]}?`}
          text={`${removed.email} at ${providerNames[removed.provider]} can’t sign in to your account any more, and every other device is signed out.`}
          confirmLabel="Remove"
          busyLabel="Removing..."
          onConfirm={() => confirm(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </div>
  );
}

function SignInRow({ signIn, onRemove }: { signIn: SignIn; onRemove: (() => void) | undefined }) {
  const name = providerNames[signIn.provider];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-b px-5 py-3.5 last:border-b-0">
      <KeyRound size={22} className="shrink-0 text-storm-soft" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{name}</p>
        <p className="wrap-anywhere text-muted">{signIn.email}</p>
        <p className="text-muted">
          Added {formatDateTime(signIn.createdAt)}, last used {formatDate(signIn.lastUsedAt)}
        </p>
      </div>
      {onRemove && (
        <Button size="sm" kind="danger" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  );
}
