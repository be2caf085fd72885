// SPDX-License-Identifier: Apache-2.0

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isEnrolled } from '../../../contract/second-factor.ts';
import { getMessage } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { secondFactorQuery } from './api.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { AddPasskey } from './passkeys-part.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { StepUp } from './step-up.tsx';

/** Shown before the dashboard: administrators confirm their second factor here, or set one up if they need it. */
export function FactorGate({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [deed, setDeed] = useState<'app' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [hasBeenOpen, setHasBeenOpen] = useState(false);
  if (!data) {
    return error ? (
      <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
    ) : (
      placeholder
    );
  }
  const isOpen = !data.isDemanded || data.confirmedAt !== null;
  if (isOpen && !hasBeenOpen) setHasBeenOpen(true);
  return (
    <>
      {/* The recovery codes must stay visible after the gate opens. */}
      {deed === 'app' && <SetUpDialog onClose={() => setDeed(undefined)} />}
      {deed === 'passkey' && <AddPasskey onCodes={setCodes} onClose={() => setDeed(undefined)} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {isOpen || (hasBeenOpen && isEnrolled(data)) ? (
        <>
          <StepUp />
          {children}
          {!isOpen && <ConfirmAgain />}
        </>
      ) : isEnrolled(data) ? (
        <Card className="w-full max-w-xl justify-self-center" inside="grid gap-5 p-5 sm:p-7">
          <div className="grid gap-2">
            <h2 className="text-xl">Confirm it’s you</h2>
            <p className="text-muted">The dashboard asks for your second factor once per session.</p>
          </div>
          <ConfirmForm onConfirmed={() => {}} />
        </Card>
      ) : (
        <EmptyPanel
          title="Set up a second factor first"
          text="Your role can move coins or codes, so signing in isn’t enough. Add an authenticator app or a passkey; it takes a minute."
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Button kind="main" onClick={() => setDeed('app')}>
                Set up an authenticator app
              </Button>
              <Button onClick={() => setDeed('passkey')}>Add a passkey</Button>
            </div>
          }
        />
      )}
    </>
  );
}

/** After signing in again on an open page, typed input stays. */
function ConfirmAgain() {
  const queryClient = useQueryClient();
  return (
    <Dialog
      open
      mayClose={false}
      onClose={() => {}}
      title="Confirm it’s you"
      description="You signed in again. The dashboard asks for your second factor once per session."
    >
      <ConfirmForm onConfirmed={() => void queryClient.invalidateQueries()} />
    </Dialog>
  );
}
