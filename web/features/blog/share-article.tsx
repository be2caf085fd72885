// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { useHydrated } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Link2 } from '../../ui/icons/link-2.ts';
import { Share2 } from '../../ui/icons/share-2.ts';

/** Copies the article's address, or passes it to the device's share dialog. */
export function ShareArticle({ title }: { title: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const canShare = useHydrated() && 'share' in navigator;
  const address = () => window.location.origin + window.location.pathname;
  const copy = () =>
    navigator.clipboard.writeText(address()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  // Closing the share dialog isn't a failure.
  const share = () => navigator.share({ title, url: address() }).catch(() => undefined);
  return (
    <div className="flex flex-wrap items-center gap-y-2">
      <Button
        size="sm"
        onClick={copy}
        icon={
          outcome === 'copied' ? (
            <Check size={16} className="text-win" aria-hidden="true" />
          ) : (
            <Link2 size={16} aria-hidden="true" />
          )
        }
      >
        Copy link
      </Button>
      {canShare && (
        <Button size="sm" className="ml-2.5" onClick={share} icon={<Share2 size={16} aria-hidden="true" />}>
          Share
        </Button>
      )}
      <span role="status" className="text-muted text-sm not-empty:ml-3">
        {outcome === 'copied' && 'Link copied!'}
        {outcome === 'failed' && 'Failed to copy'}
      </span>
    </div>
  );
}
