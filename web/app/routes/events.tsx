// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { GiveawayList } from '../../features/giveaways/giveaway-list.tsx';
import { Leaderboard } from '../../features/leaderboards/leaderboard.tsx';
import { PromotionList } from '../../features/promotions/promotion-list.tsx';
import { useHydrated } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Events',
    path: '/events',
    description: 'Extra rewards, free giveaways, and who leads.',
  });

const tabs: readonly { value: string; label: string; content: ReactNode }[] = [
  { value: 'events', label: 'Events', content: <PromotionList /> },
  { value: 'giveaways', label: 'Giveaways', content: <GiveawayList /> },
  { value: 'leaderboard', label: 'Leaderboard', content: <Leaderboard /> },
];

/** Events, giveaways and boards in three tabs; the tab is kept in the address. */
export default function PromotionsPage() {
  const [search, setSearch] = useSearchParams();
  // The prerendered page shows the first tab.
  const chosen = useHydrated() ? search.get('tab') : null;
  const tab = tabs.find(({ value }) => value === chosen) ?? tabs[0];
  return (
    <Page title="Events" intro="Extra rewards for playing, free giveaways, and the leaderboards.">
      <Tabs
        label="Events"
        tabs={tabs}
        value={tab?.value ?? ''}
        onChange={(next) =>
          setSearch(next === 'events' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
        }
      />
    </Page>
  );
}
