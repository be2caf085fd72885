import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getMessage } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { secondFactorQuery } from './api.ts';
import { CodeForm } from './code-form.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { StepUp } from './step-up.tsx';

/** Before the dashboard: who needs a second factor confirms it here, or sets one up. */
export function FactorGate({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [isSettingUp, setSettingUp] = useState(false);
  if (!data) {
    return error ? (
      <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
    ) : (
      placeholder
    );
  }
  const isOpen = !data.isDemanded || data.confirmedAt !== null;
  return (
    <>
      {/* The recovery codes are still to be seen when the gate is open. */}
      {isSettingUp && <SetUpDialog onClose={() => setSettingUp(false)} />}
      {isOpen ? (
        <>
          <StepUp />
          {children}
        </>
      ) : data.appSince ? (
        <Card className="w-full max-w-xl justify-self-center" inside="grid gap-5 p-5 sm:p-7">
          <div className="grid gap-2">
            <h2 className="text-xl">Confirm that it is you</h2>
            <p className="text-muted">The dashboard asks for your second factor once in a session.</p>
          </div>
          <CodeForm onConfirmed={() => {}} />
        </Card>
      ) : (
        <EmptyPanel
          title="Set up a second factor first"
          text="You may move coins or codes, so signing in alone is not enough here. You need an authenticator app on your phone; it takes a minute."
          action={
            <Button kind="main" onClick={() => setSettingUp(true)}>
              Set up an authenticator app
            </Button>
          }
        />
      )}
    </>
  );
}
