// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { Giveaway } from '../../../contract/giveaways.ts';
import { profileQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { CircleCheck } from '../../ui/icons/circle-check.ts';
import { Ticket } from '../../ui/icons/ticket.ts';
import { Notice } from '../../ui/panels.tsx';
import { useEnterGiveaway } from './api.ts';
import { type Phase, shortEntry } from './giveaway-words.ts';

/**
 * The button to enter, free and once. Afterwards it shows the number of the player's entry. Administrators see why they
 * can't enter.
 */
export function EnterGiveaway({ giveaway, phase }: { giveaway: Giveaway; phase: Phase }) {
  const { data: profile } = useQuery(profileQuery);
  const entering = useEnterGiveaway(giveaway._id);
  if (giveaway.myEntry) return <Entered entry={giveaway.myEntry} />;
  if (profile && profile.permissions.length > 0) {
    return (
      <p className="border-storm border-l-2 bg-storm-panel px-4 py-3 text-soft text-sm">
        Team members can’t enter giveaways.
      </p>
    );
  }
  return (
    <>
      <Button
        kind="main"
        full
        icon={<Ticket size={18} aria-hidden="true" />}
        disabled={phase !== 'active' || !giveaway.isActive || !profile}
        busy={entering.isPending && 'Entering...'}
        onClick={() => entering.mutate()}
      >
        {labels[giveaway.isActive ? phase : 'paused']}
        <span className="sr-only">{` – ${giveaway.title}`}</span>
      </Button>
      {entering.error && (
        <Notice title="You haven’t entered yet">
          <FailureText error={entering.error} />
        </Notice>
      )}
    </>
  );
}

const labels: Record<Phase | 'paused', string> = {
  upcoming: 'Not open yet',
  active: 'Enter for free',
  drawing: 'Closed',
  finished: 'Closed',
  paused: 'Closed for now',
};

function Entered({ entry }: { entry: string }) {
  return (
    <p className="flex min-h-12 items-center gap-3 bg-win-deep px-4 py-2 text-sm" role="status">
      <CircleCheck size={20} className="shrink-0 text-win" aria-hidden="true" />
      <span>
        <span className="font-semibold text-win">You’re in.</span>{' '}
        <span className="text-soft">
          Entry <span className="num text-text">{shortEntry(entry)}</span>
        </span>
      </span>
    </p>
  );
}
