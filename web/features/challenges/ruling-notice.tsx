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
      title={ruling.outcome === 'won' ? 'People decided: it counts as won' : 'People decided: it stays so'}
    >
      {ruling.outcome === 'won'
        ? `The verdict from the readings was: ${verdict}. It was disputed, and on ${formatDateTime(ruling.at)} an administrator decided otherwise.`
        : `It was disputed, and on ${formatDateTime(ruling.at)} an administrator confirmed the verdict: ${verdict}.`}
      {ruling.answer && <span className="wrap-anywhere mt-1 block">“{ruling.answer}”</span>}
    </Notice>
  );
}
