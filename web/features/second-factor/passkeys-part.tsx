// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { type Passkey, passkeyLimits } from '../../../contract/passkeys.ts';
import type { SecondFactor } from '../../../contract/second-factor.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Fingerprint } from '../../ui/icons/fingerprint.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { DeleteButton, EditButton } from '../../ui/row-buttons.tsx';

export const AddPasskey = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).AddPasskey);
const RenamePasskey = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).RenamePasskey);
const RemovePasskey = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).RemovePasskey);

type Asked = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey };

/** An administrator's passkeys: add, rename, remove. */
export function PasskeysPart({
  factor: { passkeys, appSince, isDemanded },
  onCodes,
}: {
  factor: SecondFactor;
  onCodes: (codes: readonly string[]) => void;
}) {
  const [asked, ask] = useState<Asked>();
  const onClose = () => ask(undefined);
  return (
    <div className="grid gap-3 border-line-soft border-t pt-4">
      <div className="flex items-start gap-4">
        <Fingerprint
          size={22}
          className={passkeys.length > 0 ? 'shrink-0 text-win' : 'shrink-0 text-muted'}
          aria-hidden="true"
        />
        <div className="grid min-w-0 gap-1 text-sm">
          <p className="font-medium">Passkeys</p>
          <p className="text-muted">
            Use your fingerprint, face or PIN instead of a code. A fake page can’t steal it.
          </p>
        </div>
      </div>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li
              key={passkey._id}
              className="flex items-center gap-2 border-line-soft border-b py-1.5 last:border-b-0"
            >
              <span className="grid min-w-0 grow gap-0.5 text-sm">
                <span className="break-words font-medium">{passkey.name}</span>
                <span className="text-muted">
                  Added {formatDate(passkey.createdAt)},{' '}
                  {passkey.lastUsedAt ? `last used ${formatDate(passkey.lastUsedAt)}` : 'not used yet'}
                </span>
              </span>
              <EditButton name={passkey.name} onClick={() => ask({ what: 'rename', passkey })} />
              <DeleteButton name={passkey.name} onClick={() => ask({ what: 'remove', passkey })} />
            </li>
          ))}
        </ul>
      )}
      {passkeys.length < passkeyLimits.perAccount && (
        <Button size="sm" className="justify-self-start" onClick={() => ask({ what: 'add' })}>
          Add a passkey
        </Button>
      )}
      {asked?.what === 'add' && <AddPasskey onCodes={onCodes} onClose={onClose} />}
      {asked?.what === 'rename' && <RenamePasskey passkey={asked.passkey} onClose={onClose} />}
      {asked?.what === 'remove' && (
        <RemovePasskey
          passkey={asked.passkey}
          isLast={!appSince && passkeys.length === 1}
          isDemanded={isDemanded}
          onClose={onClose}
        />
      )}
    </div>
  );
}
