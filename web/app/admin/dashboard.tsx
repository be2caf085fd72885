import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { profileQuery } from '../../lib/query.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { pageTitle } from '../brand.ts';
import { type DashboardTab, dashboardTabs, tabAddress, tabAt } from './tabs.ts';
import { WaitingAlerts } from './waiting-alerts.tsx';

export const meta = () => [{ title: pageTitle('Admin Dashboard') }];

/** Around every tab (product specification, section 2.15): each sees the tabs they may. */
export default function Dashboard() {
  const { pathname } = useLocation();
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const may = usePermissions();
  const tabs = dashboardTabs.filter(({ permission }) => may(permission));
  const tab = tabAt(pathname);
  const isOpen = tab !== undefined && may(tab.permission);
  if (profile && !isOpen && tab?.path === '' && tabs[0]) {
    return <Navigate to={tabAddress(tabs[0])} replace />;
  }
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-4.3125rem)] w-full max-w-[100rem] content-start gap-6 px-4.5 pt-8 pb-16 sm:px-6 [&>*]:min-w-0">
      <h1 className="text-3xl">Admin Dashboard</h1>
      {profile ? (
        <>
          {tabs.length > 0 && <TabBar tabs={tabs} chosen={tab} />}
          {isOpen ? <Outlet /> : <NotForYou mayAny={tabs.length > 0} />}
        </>
      ) : error ? (
        <ErrorPanel
          error={error}
          message={messageOf(error) || 'Something went wrong'}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading the dashboard..." className="grid gap-6">
          <Skeleton className="h-12" />
          <Skeleton className="h-96" />
        </Loading>
      )}
    </div>
  );
}

function TabBar({ tabs, chosen }: { tabs: readonly DashboardTab[]; chosen: DashboardTab | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark moves with the chosen tab.
  useEffect(() => {
    const bar = list.current;
    const link = bar?.querySelector<HTMLElement>('[aria-current="page"]');
    if (bar && link) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
  }, [chosen]);
  return (
    <nav aria-label="Dashboard" className="border-line border-b">
      <ul ref={list} className="-mb-px relative flex overflow-x-auto">
        {tabs.map((tab) => (
          <li key={tab.path} className="shrink-0">
            <Link
              to={tabAddress(tab)}
              aria-current={tab === chosen ? 'page' : undefined}
              preventScrollReset
              className={cx(
                'focus-inside inline-flex min-h-12 items-center gap-2 whitespace-nowrap border-b-2 px-3 font-display font-semibold',
                'transition-colors duration-100 hover:text-text',
                tab === chosen ? 'border-gold text-text' : 'border-transparent text-muted',
              )}
            >
              {tab.label}
              {tab.path === 'alerts' && <WaitingAlerts />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NotForYou({ mayAny }: { mayAny: boolean }) {
  return (
    <EmptyPanel
      title="This is not open to you"
      text={
        mayAny
          ? 'Your role does not include this part of the dashboard. Whoever gave you the role can change it.'
          : 'The dashboard is for administrators.'
      }
      action={!mayAny && <ButtonLink to="/home">Go home</ButtonLink>}
    />
  );
}
