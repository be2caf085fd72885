// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Attempt } from '../../../contract/challenges.ts';
import { headPlace } from '../../../contract/page-head.ts';
import type { PublicPlayer } from '../../../contract/public-players.ts';
import { shareTitle } from '../../../contract/share-words.ts';
import { sharedReceiptsApi } from '../../../contract/shared-receipts.ts';
import { ApiError, call, getMessage } from '../../lib/api.ts';
import { usePublicRecord } from '../../lib/public-record.ts';
import { useHydrated, useToken } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { ShareWays } from '../../ui/share-ways.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { challengeName, displayType } from './challenge-type.ts';
import { ReceiptSkeleton } from './receipt-skeleton.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { TryIt } from './try-it.tsx';

/**
 * A receipt that its player shares, for anyone who has the link, decided once more in their browser. `welcome` says what new
 * players start with.
 */
export function SharedReceiptScreen({ welcome }: { welcome: ReactNode }) {
  const id = useParams().id?.toLowerCase() ?? '';
  const { data, error, retry } = usePublicRecord(id, (signal) =>
    call(sharedReceiptsApi.read, { params: { id } }, { signal, quiet: true }),
  );
  const isSignedIn = useToken() !== null;
  const isHydrated = useHydrated();
  useTitle(data && shareTitle(data.attempt, data.player));
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (isGone) {
    return (
      <div className="wrap min-h-[calc(100dvh-4.3125rem)] py-12 md:py-20">
        <EmptyPanel
          level="h1"
          title="No receipt here"
          text="The player withdrew the link, or the address has a typo."
          action={<ButtonLink to={isSignedIn ? '/home' : '/'}>Go to challenges</ButtonLink>}
        />
      </div>
    );
  }
  const attempt = data?.attempt;
  return (
    <Page
      title={attempt ? challengeName(attempt.challenge) : error ? 'Receipt' : <NameToCome />}
      intro={
        attempt ? (
          <Intro player={data.player} attempt={attempt} />
        ) : (
          !error && <Skeleton className="h-9 w-56" />
        )
      }
    >
      {error && !data ? (
        <ErrorPanel
          message={`Error loading the receipt: ${getMessage(error)}`}
          error={error}
          onRetry={retry}
        />
      ) : (
        <Card inside="p-5 sm:p-8">
          {data ? <ReceiptView receipt={data} heading="h2" /> : <ReceiptSkeleton />}
        </Card>
      )}
      {data && (
        <PagePart title="Pass it on" className="print:hidden">
          <ShareWays
            address={window.location.origin + window.location.pathname}
            title={shareTitle(data.attempt, data.player)}
          />
        </PagePart>
      )}
      {data && isHydrated && !isSignedIn && <TryIt receipt={data} welcome={welcome} />}
    </Page>
  );
}

function Intro({ player, attempt }: { player: PublicPlayer; attempt: Attempt }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <PlayerName player={player} className="font-semibold text-text" />
      <span>{[displayType(attempt.challengeType), attempt.epicId].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/**
 * In the prerendered page a placeholder that the server fills in (contract/page-head.ts): its text stays until the data have
 * loaded.
 */
function NameToCome() {
  return (
    <span suppressHydrationWarning>{import.meta.env.SSR ? headPlace('heading', 'Receipt') : 'Receipt'}</span>
  );
}
