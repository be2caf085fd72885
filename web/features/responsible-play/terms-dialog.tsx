// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Notice } from '../../ui/panels.tsx';
import { notify } from '../../ui/toast.tsx';
import { usePlayChanges } from './api.ts';

/** Asks the player to read and accept the terms. */
export function TermsDialog({ version, onClose }: { version: string; onClose: () => void }) {
  const { acceptTerms } = usePlayChanges();
  const [hasRead, setRead] = useState(false);
  const accepting = useAction(async () => {
    await acceptTerms(version);
    notify.done('Terms accepted');
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={!accepting.isPending}
      title="Terms of use"
      description="What you can expect from us, and what we expect from you."
      footer={
        <>
          <Button onClick={onClose} disabled={accepting.isPending}>
            Not now
          </Button>
          <Button
            kind="main"
            disabled={!hasRead}
            busy={accepting.isPending && 'Accepting...'}
            onClick={() => void accepting.run()}
          >
            Accept
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        <p className="text-soft">
          Read the{' '}
          <a
            className="font-semibold text-text underline underline-offset-4 hover:text-gold"
            href="/terms"
            target="_blank"
            rel="noreferrer"
          >
            terms of use
          </a>{' '}
          (opens in a new tab). Accept them to enter challenges and buy coins. Your gift cards and your data
          stay available.
        </p>
        <Checkbox checked={hasRead} onChange={setRead}>
          I have read the terms and accept them
        </Checkbox>
        {accepting.error && (
          <Notice>
            <FailureText error={accepting.error} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
