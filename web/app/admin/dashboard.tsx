// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { WaitingApprovals } from '../../features/approvals/waiting-approvals.tsx';
import { ViewsButton } from '../../features/saved-views/views-button.tsx';
import { FactorGate } from '../../features/second-factor/factor-gate.tsx';
import { getMessage } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { profileQuery } from '../../lib/query.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { type DashboardTab, dashboardTabs, tabAddress, tabAt } from './tabs.ts';
import { WaitingAlerts, WaitingDisputes } from './waiting.tsx';

const name = 'Admin Dashboard';

export const meta = () =>
  pageMeta({ title: name, description: 'Shop, players, challenges and payments in one place.' });

export const handle: PageHandle = { isWithoutFooter: true };

/** Frames every tab (product specification, section 2.15); administrators see only the tabs that they may. */
export default function Dashboard() {
  const { pathname } = useLocation();
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const may = usePermissions();
  const tabs = dashboardTabs.filter(({ permission }) => may(permission));
  const tab = tabAt(pathname);
  const isOpen = tab !== undefined && may(tab.permission);
  useTitle(isOpen ? `${tab.label} – ${name}` : name);
  // The first tab is closed to them: their first one replaces it, and takes a moment to load.
  const instead = !isOpen && tab?.path === '' ? tabs[0] : undefined;
  return (
    <div data-wide className="wrap grid content-start gap-5 pt-6 pb-12 sm:pt-8 [&>*]:min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{name}</h1>
        <span className="flex gap-2">
          {isOpen && <ViewsButton label={tab.label} />}
          {tabs.length > 0 && <PaletteButton tabs={tabs} />}
        </span>
      </div>
      {profile ? (
        <>
          {tabs.length > 0 && <TabBar tabs={tabs} chosen={instead ?? tab} />}
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
        </>
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <TabSkeleton hasBar />
      )}
    </div>
  );
}

/** Wraps to as many lines as it takes, so that every tab is in sight at any width. */
function TabBar({ tabs, chosen }: { tabs: readonly DashboardTab[]; chosen: DashboardTab | undefined }) {
  return (
    <nav aria-label="Dashboard">
      <ul className="flex flex-wrap gap-1.5">
        {tabs.map((tab) => (
          <li key={tab.path} className="max-sm:grow">
            <Link
              to={tabAddress(tab)}
              aria-current={tab === chosen ? 'page' : undefined}
              preventScrollReset
              className={cx(
                'focus-inside inline-flex min-h-11 w-full items-center justify-center gap-2 whitespace-nowrap border-b-2 px-2.5 font-display font-semibold text-sm sm:px-3.5 sm:text-[0.9375rem]',
                'transition-colors duration-100 hover:bg-ink-3 hover:text-text',
                tab === chosen ? 'border-gold bg-ink-3 text-text' : 'border-transparent bg-ink-2 text-muted',
              )}
            >
              {tab.label}
              {tab.path === 'alerts' && <WaitingAlerts />}
              {tab.path === 'disputes' && <WaitingDisputes />}
              {tab.path === 'approvals' && <WaitingApprovals />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Placeholder of a tab; with the bar while even the tabs are not known yet. */
function TabSkeleton({ hasBar = false }: { hasBar?: boolean }) {
  return (
    <Loading label="Loading the dashboard..." className="grid gap-5">
      {hasBar && <Skeleton className="h-11 max-sm:h-38 sm:max-lg:h-24" />}
      <Skeleton className="h-11" />
      <Skeleton className="h-96" />
    </Loading>
  );
}

function NotForYou({ mayAny }: { mayAny: boolean }) {
  return (
    <EmptyPanel
      title="This is not open to you"
      text={
        mayAny
          ? 'Your role does not include this part of the dashboard. Ask the administrator who gave you the role.'
          : 'The dashboard is for administrators.'
      }
      action={!mayAny && <ButtonLink to="/home">Go home</ButtonLink>}
    />
  );
}
