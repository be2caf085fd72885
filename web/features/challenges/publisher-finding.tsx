// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import type { Receipt } from '../../../contract/challenges.ts';
import { checkPublicRecord } from '../../../contract/games/check-public-record.ts';
import type { PublicCheck, RecordOwner } from '../../../contract/games/public-record.ts';
import { sha256Hex } from '../../../contract/seal-proof.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Notice } from '../../ui/panels.tsx';
import { sealSite } from './seal-site.ts';

/** Fetches the publisher's record in this browser once, and says what it shows. */
export function PublisherFinding({
  receipt,
  matchId,
  base,
  command,
}: {
  receipt: Receipt & RecordOwner;
  matchId: string;
  base: string;
  /** Fetches the record without this page. */
  command: string;
}) {
  const [check, setCheck] = useState<(PublicCheck & { hash: string | null }) | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press of the button checks once.
  useEffect(() => {
    let hasLeft = false;
    void checkPublicRecord(receipt, { matchId, base, now: new Date(serverNow()), site: sealSite }).then(
      async (found) => {
        // Pages without https have no crypto.
        const hash = found?.copy && crypto.subtle ? await sha256Hex('', found.copy) : null;
        if (!hasLeft) setCheck(found && { ...found, hash });
      },
    );
    return () => {
      hasLeft = true;
    };
  }, []);
  if (!check) return <p className="text-muted text-sm">Checking…</p>;
  const { outcome, title, text, differences, copy, hash } = check;
  const isUnanswered = outcome === 'unchecked' && !copy;
  return (
    <Notice tone={tones[outcome]} title={title}>
      <p>{text}</p>
      {differences.length > 0 && <Differences differences={differences} />}
      {copy && <code className="mt-2 block break-all text-xs">{copy}</code>}
      {hash && <p className="mt-2 break-all text-muted text-xs">SHA-256 of our copy: {hash}</p>}
      {isUnanswered && <OtherWays command={command} />}
    </Notice>
  );
}

const tones = { agrees: 'storm', differs: 'loss', unchecked: 'gold' } as const;
function Differences({ differences }: Pick<PublicCheck, 'differences'>) {
  return (
    <ul className="mt-2 grid gap-1">
      {differences.map(({ fact, receipt, published }) => (
        <li key={fact} className="break-words">
          <span className="font-semibold text-text">{fact}:</span> {receipt} here, {published} at the
          publisher
        </li>
      ))}
    </ul>
  );
}

/** Visitors' pages have no toasts. */
function OtherWays({ command }: { command: string }) {
  const [label, setLabel] = useState('Copy the command');
  const copy = () =>
    navigator.clipboard.writeText(command).then(
      () => setLabel('Command copied!'),
      () => setLabel('Failed to copy'),
    );
  const { origin, pathname } = window.location;
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <p>
        {navigator.onLine
          ? 'Your network, an extension or the publisher may block this page. The command below fetches the record.'
          : 'You’re offline. Check again once you’re online.'}
      </p>
      <Button size="sm" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
        {label}
      </Button>
      {pathname.startsWith('/r/') && (
        <p>
          Or check this receipt in a copy of our source code:{' '}
          <code className="break-all text-xs">
            npx finalring verify-receipt {origin}
            {pathname}
          </code>
        </p>
      )}
    </div>
  );
}
