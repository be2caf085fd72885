// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { challengeName, displayType } from './challenge-type.ts';
import { ShareReceipt } from './share-receipt.tsx';

/** The link to one result; open while there is an `attempt`. */
export function ShareDialog({ attempt, onClose }: { attempt: Attempt | null; onClose: () => void }) {
  // Keeps its content while it fades out.
  const [shown, setShown] = useState(attempt);
  if (attempt && attempt !== shown) setShown(attempt);
  return (
    <Dialog
      open={attempt !== null}
      onClose={onClose}
      title="Share this result"
      description={shown && `${challengeName(shown.challenge)} · ${displayType(shown.challengeType)}`}
    >
      {shown && <ShareReceipt key={shown._id} attempt={shown} isAlone />}
    </Dialog>
  );
}
