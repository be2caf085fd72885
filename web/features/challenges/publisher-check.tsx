// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { Receipt } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { findPublicRecord, type RecordOwner } from '../../../contract/games/public-record.ts';
import { useSettings } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/panels.tsx';
import { lazyPart } from '../../ui/part.tsx';

const Finding = lazyPart(async () => (await import('./publisher-finding.tsx')).PublisherFinding, {
  placeholder: <p className="text-muted text-sm">Checking…</p>,
  failure: (retry) => (
    <Notice title="The check didn’t load">
      <Button size="sm" onClick={retry}>
        Try again
      </Button>
    </Notice>
  ),
});

/** How anybody checks the match that counts with the publisher: in this browser where it is allowed, and without it. */
export function PublisherCheck({ receipt, matchId }: { receipt: Receipt & RecordOwner; matchId: string }) {
  const [presses, setPresses] = useState(0);
  const { id, name } = gameOf(receipt.attempt);
  const base = useSettings()?.publicRecords?.[id];
  const found = findPublicRecord(receipt, matchId, base);
  if (!found) return null;
  return (
    <div className="grid justify-items-start gap-3">
      {base && (
        <Button size="sm" onClick={() => setPresses(presses + 1)}>
          Check with {name}
        </Button>
      )}
      <div role="status" className="w-full empty:hidden">
        {base && presses > 0 && (
          <Finding key={presses} receipt={receipt} matchId={matchId} base={base} command={found.command} />
        )}
      </div>
      <p className="text-muted text-xs">
        Without this page, for 14 days: <code className="break-all">{found.command}</code>
      </p>
    </div>
  );
}
