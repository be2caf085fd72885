// SPDX-License-Identifier: Apache-2.0

import { Navigate } from 'react-router';
import { PublicLeaderboard } from '../../features/leaderboards/public-leaderboard.tsx';
import { cx } from '../../lib/class-names.ts';
import { useHydrated, useToken } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Leaderboard',
    description: 'Who leads this week, this season and of all time, by XP from matches.',
    path: '/leaderboard',
    image: '/og/leaderboard.jpg',
  });

/**
 * The boards, for visitors to read; players see their own place on the events page. Until that has loaded, this page stays: an
 * empty one would let the footer jump to the top.
 */
export default function LeaderboardPage() {
  const token = useToken();
  const isHydrated = useHydrated();
  return (
    <Page title="Leaderboard" intro="Only XP from playing counts. You can’t buy your way up.">
      {token && <Navigate to={{ pathname: '/events', search: 'tab=leaderboard' }} replace />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        {!token && (
          // Hidden until it is known who is here: players would see it for a moment.
          <Card
            className={cx('lg:order-last', !isHydrated && 'hidden in-data-visitor:block')}
            inside="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-4 lg:p-6"
          >
            <div className="min-w-40 flex-1 lg:basis-full">
              <p className="font-display font-semibold text-lg">Your name could be here</p>
              <p className="mt-1 text-muted text-sm">Every finished challenge earns XP.</p>
            </div>
            <ButtonLink kind="main" to="/">
              Sign in and play
            </ButtonLink>
          </Card>
        )}
        <PublicLeaderboard />
      </div>
    </Page>
  );
}
