// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { appCodeInput } from '../../../contract/second-factor.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { useFactorChanges } from './api.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

/** Sets up an authenticator app: QR code, a code from the app, then recovery codes. Open while mounted. */
export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const { startApp, finishApp } = useFactorChanges();
  // The secret belongs to this dialog only and is never cached.
  const started = useQuery({
    queryKey: ['second-factor-start', form],
    queryFn: startApp,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [codes, setCodes] = useState<readonly string[]>();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const finishing = useAction(async (code: string) => {
    const { recoveryCodes } = await finishApp(code);
    notify.done('Authenticator app set up');
    if (recoveryCodes.length === 0) onClose();
    else setCodes(recoveryCodes);
  });

  function submit(): void {
    const read = appCodeInput.safeParse({ code: typed });
    setFault(read.error?.issues[0]?.message);
    if (read.success) void finishing.run(read.data.code);
  }

  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={!finishing.isPending}
      title="Set up an authenticator app"
      description="Use any app for six-digit codes, such as Aegis, Google Authenticator or 1Password."
      footer={
        <>
          <Button onClick={onClose} disabled={finishing.isPending}>
            Cancel
          </Button>
          {started.data && (
            <Button kind="main" type="submit" form={form} busy={finishing.isPending && 'Confirming...'}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      {started.data ? (
        <form
          id={form}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            submit();
          }}
        >
          <div className="grid justify-items-center gap-4 sm:grid-cols-[auto_1fr] sm:items-center sm:gap-6">
            <QrCode text={started.data.address} label="QR code of the secret for your app" />
            <div className="grid w-full min-w-0 gap-2 text-sm">
              <p className="text-soft">Scan this with the app, or type in the secret:</p>
              <code className="break-all bg-ink-3 px-2 py-1.5 font-display text-text tracking-wide">
                {started.data.secret.replace(/.{4}(?=.)/g, '$& ')}
              </code>
              <Button
                size="sm"
                className="justify-self-start"
                icon={<Copy size={16} aria-hidden="true" />}
                onClick={() =>
                  void copyText(started.data.secret, 'Secret copied!', 'Failed to copy the secret')
                }
              >
                Copy the secret
              </Button>
            </div>
          </div>
          <TextField
            label="Code"
            hint="The six digits in the app."
            error={fault}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="[&_input]:font-display [&_input]:tracking-wide"
          />
          {finishing.error && !fault && (
            <Notice title="Not set up yet">
              <FailureText error={finishing.error} />
            </Notice>
          )}
        </form>
      ) : started.error ? (
        <Notice title="Not now">
          <FailureText error={started.error} />
        </Notice>
      ) : (
        <Loading label="Making a secret..." className="grid gap-5">
          <Skeleton className="size-52" />
          <Skeleton className="h-12" />
        </Loading>
      )}
    </Dialog>
  );
}
