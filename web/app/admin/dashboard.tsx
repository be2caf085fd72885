// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ViewsButton } from '../../features/saved-views/views-button.tsx';
import { FactorGate } from '../../features/second-factor/factor-gate.tsx';
import { getMessage } from '../../lib/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { Rail } from './rail.tsx';
import './frame.css';
import { dashboardTabs, mayOpen, tabAddress, tabAt } from './tabs.ts';

const name = 'Admin Dashboard';
const columns = 'grid gap-4 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-x-6 [&>*]:min-w-0';

export const meta = () =>
  pageMeta({ title: name, description: 'Shop, players, challenges and payments in one place.' });

export const handle: PageHandle = { isWithoutFooter: true };

/**
 * The frame around every tab (product specification, section 2.15). Administrators see only the tabs that they may
 * open.
 */
export default function Dashboard() {
  const { pathname } = useLocation();
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const may = usePermissions();
  const tabs = dashboardTabs.filter((each) => mayOpen(each, may));
  const tab = tabAt(pathname);
  const isOpen = tab !== undefined && mayOpen(tab, may);
  useTitle(isOpen ? `${tab.label} – ${name}` : name);
  // If the administrator may not open the first tab, the first permitted one replaces it, which takes a moment to load.
  const instead = !isOpen && tab?.path === '' ? tabs.find(({ path }) => path !== 'inbox') : undefined;
  const side = (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-xl max-lg:text-2xl">{name}</h1>
      <span className="flex gap-2 lg:w-full">
        {tabs.length > 0 && <PaletteButton tabs={tabs} />}
        {isOpen && <ViewsButton label={tab.label} />}
      </span>
    </div>
  );
  return (
    <div data-wide className="wrap grid content-start pt-5 pb-12 [&>*]:min-w-0">
      {profile ? (
        <div className={columns}>
          <div className={sideClass}>
            {side}
            {tabs.length > 0 && <Rail tabs={tabs} chosen={instead ?? tab} />}
          </div>
          <div className="grid content-start gap-5 [&>*]:min-w-0">
            {instead ? (
              <>
                <Navigate to={tabAddress(instead)} replace />
                <TabSkeleton />
              </>
            ) : isOpen ? (
              <FactorGate placeholder={<TabSkeleton />}>
                <Outlet />
              </FactorGate>
            ) : (
              <NotForYou mayAny={tabs.length > 0} />
            )}
          </div>
        </div>
      ) : error ? (
        <div className="grid gap-5">
          {side}
          <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className={columns}>
          <div className={sideClass}>
            {side}
            <Skeleton className="h-11 lg:h-160" />
          </div>
          <TabSkeleton />
        </div>
      )}
    </div>
  );
}

/** Beside the content, and on smaller screens above it. On phones, messages cover the title but not the tabs. */
const sideClass =
  'grid content-start gap-5 lg:gap-4 lg:sticky lg:top-[calc(var(--header)+1.25rem)] lg:max-h-[calc(100dvh-var(--header)-2rem)] lg:self-start lg:overflow-y-auto [&>*]:min-w-0';

function TabSkeleton() {
  return (
    <Loading label="Loading the dashboard..." className="grid gap-5">
      <Skeleton className="h-11" />
      <Skeleton className="h-96" />
    </Loading>
  );
}

function NotForYou({ mayAny }: { mayAny: boolean }) {
  return (
    <EmptyPanel
      title="You don’t have access"
      text={
        mayAny
          ? 'Your role doesn’t include this part. Ask the administrator who gave you the role.'
          : 'The dashboard is for administrators.'
      }
      action={!mayAny && <ButtonLink to="/home">Go home</ButtonLink>}
    />
  );
}
