// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getMessage } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useBackSteps } from '../../ui/use-back-steps.ts';
import { challengesQuery } from './api.ts';
import { canBeEntered } from './challenge-type.ts';
import { EntryFlow } from './entry-flow.tsx';

/** Begins practice: like entering a challenge, which is chosen on the way. */
export function PracticeEntry({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(challengesQuery);
  const first = data?.find(canBeEntered);
  if (first) return <EntryFlow isPractice challenge={first} onClose={onClose} />;
  return (
    <Waiting onClose={onClose}>
      {data ? (
        <EmptyPanel title="No challenges are open" text="There’s nothing to practise right now." />
      ) : error ? (
        <ErrorPanel
          error={error}
          message={`Error loading challenges: ${getMessage(error)}`}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading challenges..." className="grid gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-32" />
        </Loading>
      )}
    </Waiting>
  );
}

function Waiting({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  useBackSteps(1, () => {
    onClose();
    return true;
  });
  return (
    <Dialog open onClose={onClose} title="Practise once">
      {children}
    </Dialog>
  );
}
