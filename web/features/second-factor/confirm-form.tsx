// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { appCodeInput, recoveryCodeInput, type SecondFactor } from '../../../contract/second-factor.ts';
import { ApiError, getMessage } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Fingerprint } from '../../ui/icons/fingerprint.ts';
import { ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { secondFactorQuery, useFactorChanges } from './api.ts';

type Way = 'passkey' | 'app' | 'recovery';

/** Labels of the buttons that switch to another way. */
const others: Record<Way, string> = {
  passkey: 'Use a passkey instead',
  app: 'Use the app instead',
  recovery: 'Use a recovery code',
};

function listFactorMethods({ appSince, passkeys }: SecondFactor): Way[] {
  return [
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(appSince ? ['app' as const] : []),
    'recovery',
  ];
}

/** Asks for a passkey, a code from the app or a recovery code, whatever is set up, and confirms the session with it. */
export function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [chosen, choose] = useState<Way>();
  if (!data) {
    return error ? (
      <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading your second factor..." className="grid gap-4">
        <Skeleton className="h-20" />
        <Skeleton className="h-12" />
      </Loading>
    );
  }
  const ways = listFactorMethods(data);
  const way = chosen && ways.includes(chosen) ? chosen : (ways[0] ?? 'recovery');
  const rest = ways
    .filter((other) => other !== way)
    .map((other) => (
      <Button key={other} onClick={() => choose(other)}>
        {others[other]}
      </Button>
    ));
  const props = { onConfirmed, others: rest };
  // Switching to another way starts with fresh state.
  return way === 'passkey' ? (
    <ByPasskey {...props} />
  ) : (
    <ByCode key={way} isRecovery={way === 'recovery'} {...props} />
  );
}

interface WayProps {
  onConfirmed: () => void;
  /** Buttons that switch to another way. */
  others: ReactNode;
}

function ByPasskey({ onConfirmed, others }: WayProps) {
  const { confirmByPasskey } = useFactorChanges();
  const confirming = useAction(confirmByPasskey);
  return (
    <div className="grid gap-4">
      <p className="text-soft text-sm">Your device asks for your fingerprint, your face or its PIN.</p>
      {confirming.error && <NotConfirmed error={confirming.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="main"
          icon={<Fingerprint size={20} aria-hidden="true" />}
          busy={confirming.isPending && 'Waiting for your device...'}
          onClick={async () => {
            if (await confirming.run()) onConfirmed();
          }}
        >
          Use a passkey
        </Button>
        {others}
      </div>
    </div>
  );
}

function ByCode({ isRecovery, onConfirmed, others }: WayProps & { isRecovery: boolean }) {
  const { confirm } = useFactorChanges();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const confirming = useAction(confirm);

  async function submit(): Promise<void> {
    const read = isRecovery
      ? recoveryCodeInput.safeParse({ recoveryCode: typed })
      : appCodeInput.safeParse({ code: typed });
    setFault(read.error?.issues[0]?.message);
    if (!read.success) return;
    const isConfirmed = await confirming.run(isRecovery ? { recoveryCode: typed } : { code: typed });
    setTyped('');
    if (isConfirmed) onConfirmed();
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // In the component tree, the dialog's form is inside the form that waits for it.
        event.stopPropagation();
        void submit();
      }}
    >
      <TextField
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={
          isRecovery ? 'One of your ten codes. Each works once.' : 'Six digits from your authenticator app.'
        }
        error={fault}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        className="[&_input]:font-display [&_input]:tracking-wide"
      />
      {confirming.error && !fault && <NotConfirmed error={confirming.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="main" type="submit" busy={confirming.isPending && 'Confirming...'}>
          Confirm
        </Button>
        {others}
      </div>
    </form>
  );
}

function NotConfirmed({ error }: { error: Error }) {
  const left = error instanceof ApiError ? error.data.left : undefined;
  return (
    <Notice title="Not confirmed">
      <FailureText error={error} />
      {typeof left === 'number' && <p>You have {plural(left, 'try', 'tries')} left.</p>}
    </Notice>
  );
}
