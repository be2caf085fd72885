// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { disputeInput } from '../../../contract/disputes.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/panels.tsx';
import { notify } from '../../ui/toast.tsx';
import { challengeName } from './challenge-type.ts';
import { useOpenDispute } from './dispute-api.ts';

/** Asks what is wrong with a result, and sends it. Open while it is mounted. */
export function DisputeDialog({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  const [words, setWords] = useState('');
  const [link, setLink] = useState('');
  const [isTried, setTried] = useState(false);
  const openDispute = useOpenDispute(attempt._id);
  const getKey = useIdempotencyKey();
  const checked = disputeInput.safeParse({ words, link });
  const sending = useAction(async () => {
    if (!checked.success) return;
    await openDispute(checked.data, getKey(checked.data));
    notify.done('We got your dispute');
    onClose();
  });
  const findFault = (name: 'words' | 'link') =>
    isTried ? checked.error?.issues.find(({ path }) => path[0] === name)?.message : undefined;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Dispute this result"
      description={`${challengeName(attempt.challenge)}. You can dispute a result once. A person reviews it, and the decision is final.`}
      mayClose={!sending.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={sending.isPending}>
            Cancel
          </Button>
          <Button
            kind="main"
            busy={sending.isPending && 'Sending...'}
            onClick={() => {
              setTried(true);
              void sending.run();
            }}
          >
            Send dispute
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <TextArea
          label="What is wrong?"
          hint="What happened in the match, and when. Don’t name other players."
          maxLength={2000}
          rows={5}
          value={words}
          error={findFault('words')}
          onChange={({ target }) => setWords(target.value)}
        />
        <TextField
          label="Link to a recording (optional)"
          hint="An https:// address that anyone can open"
          inputMode="url"
          autoComplete="off"
          maxLength={500}
          value={link}
          error={findFault('link')}
          onChange={({ target }) => setLink(target.value)}
        />
        {sending.error && (
          <Notice>
            <FailureText error={sending.error} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
