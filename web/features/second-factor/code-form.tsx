import { useState } from 'react';
import { appCodeInput, recoveryCodeInput } from '../../../contract/second-factor.ts';
import { ApiError } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/panels.tsx';
import { useFactorChanges } from './api.ts';

/** Asks for a code of the app, or for a recovery code, and confirms the session by it. */
export function CodeForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { confirm } = useFactorChanges();
  const [isRecovery, setRecovery] = useState(false);
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

  const { error } = confirming;
  const left = error instanceof ApiError ? error.data.left : undefined;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog's form stands within the one that waits for it.
        event.stopPropagation();
        void submit();
      }}
    >
      <TextField
        // Another kind of code begins anew.
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={
          isRecovery
            ? 'One of the ten that you kept. It does not count a second time.'
            : 'Six digits from your authenticator app.'
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
      {error && !fault && (
        <Notice title="Not confirmed">
          <FailureText error={error} />
          {typeof left === 'number' && <p>{left === 1 ? 'One try is left.' : `${left} tries are left.`}</p>}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="main" type="submit" busy={confirming.isPending && 'Confirming...'}>
          Confirm
        </Button>
        <Button
          onClick={() => {
            setRecovery(!isRecovery);
            setTyped('');
            setFault(undefined);
            confirming.reset();
          }}
        >
          {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
      </div>
    </form>
  );
}
