// SPDX-License-Identifier: Apache-2.0

import { Navigate } from 'react-router';
import { PublicLeaderboard } from '../../features/leaderboards/public-leaderboard.tsx';
import { useToken } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
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
  return (
    <Page title="Leaderboard" intro="Only XP from playing counts. You can’t buy your way up.">
      {token && <Navigate to={{ pathname: '/events', search: 'tab=leaderboard' }} replace />}
      <div>
        <ButtonLink kind="main" to="/">
          Sign in and play
        </ButtonLink>
      </div>
      <PublicLeaderboard />
    </Page>
  );
}
