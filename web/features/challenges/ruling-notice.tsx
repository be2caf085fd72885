// SPDX-License-Identifier: Apache-2.0

import type { Receipt } from '../../../contract/challenges.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Notice } from '../../ui/panels.tsx';

const verdictWords = { SUCCESS: 'won', FAILED: 'lost', CANCELLED: 'cancelled' } as const;

/** What people decided after a dispute, shown apart from the readings' verdict. */
export function RulingNotice({ receipt: { ruling, decision } }: { receipt: Receipt }) {
  if (!ruling) return null;
  const verdict = decision ? verdictWords[decision.status] : 'not decided';
  return (
    <Notice
      tone={ruling.outcome === 'won' ? 'gold' : 'storm'}
      title={ruling.outcome === 'won' ? 'Reviewed: it counts as won' : 'Reviewed: the result stays'}
    >
      {ruling.outcome === 'won'
        ? `The stats said: ${verdict}. The player disputed it, and an administrator changed it on ${formatDateTime(ruling.at)}.`
        : `The player disputed it, and an administrator confirmed the result on ${formatDateTime(ruling.at)}: ${verdict}.`}
      {ruling.answer && <span className="wrap-anywhere mt-1 block">“{ruling.answer}”</span>}
    </Notice>
  );
}
