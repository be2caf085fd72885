// SPDX-License-Identifier: Apache-2.0

import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { ChevronDown } from '../../ui/icons/chevron-down.ts';
import { Badge } from '../../ui/status.tsx';
import { type DashboardTab, tabAddress, tabGroups } from './tabs.ts';
import { sum, useWaiting, type Waiting } from './waiting.ts';

function WaitingBadge({ count, note, tone, isNamed = false }: Waiting & { isNamed?: boolean }) {
  return (
    <Badge tone={tone}>
      {formatAmount(count)}
      {isNamed && ' waiting'}
      <span className="sr-only">
        {!isNamed && ' waiting'}
        {note}
      </span>
    </Badge>
  );
}

/**
 * The tabs in groups: a column beside the content, or on smaller screens a button that opens them above it. The button
 * shows the open tab and how much waits in the others.
 */
export function Rail({ tabs, chosen }: { tabs: readonly DashboardTab[]; chosen: DashboardTab | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The focused element is hidden together with the tabs.
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const waiting = useWaiting(tabs);
  // Without the inbox, which repeats the other tabs' counts.
  const elsewhere = Object.entries(waiting).filter(([path]) => path !== chosen?.path && path !== 'inbox');
  const { count, tone } = sum(elsewhere.map(([, each]) => each));
  const groups = [undefined, ...tabGroups]
    .map((group) => ({ group, of: tabs.filter((tab) => tab.group === group) }))
    .filter(({ of }) => of.length > 0);
  return (
    <nav aria-label="Dashboard" onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 bg-ink-2 px-3.5 font-display font-semibold hover:bg-ink-3 lg:hidden"
      >
        {chosen?.label ?? 'Choose a tab'}
        <span className="ml-auto flex items-center gap-2">
          {count > 0 && !isOpen && <WaitingBadge count={count} note=" in other tabs" tone={tone} isNamed />}
          <ChevronDown size={18} aria-hidden="true" className={cx('text-muted', isOpen && 'rotate-180')} />
        </span>
      </button>
      <div
        className={cx(
          'grid gap-x-4 gap-y-3 max-lg:grid-cols-2 max-lg:border-line max-lg:border-t max-lg:bg-ink-2 max-lg:p-2 md:max-lg:grid-cols-4 lg:gap-y-3',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {groups.map(({ group = 'All', of }) => (
          <section key={group} aria-label={group} className={cx(group === 'All' && 'max-lg:col-span-full')}>
            {group !== 'All' && (
              <h2 className="px-3 pb-1 font-sans font-normal text-muted text-xs">{group}</h2>
            )}
            <ul>
              {of.map((tab) => (
                <li key={tab.path}>
                  <TabLink tab={tab} isChosen={tab === chosen} waiting={waiting[tab.path]} onOpen={close} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

function TabLink({
  tab,
  isChosen,
  waiting,
  onOpen,
}: {
  tab: DashboardTab;
  isChosen: boolean;
  waiting: Waiting | undefined;
  onOpen: () => void;
}) {
  return (
    <Link
      to={tabAddress(tab)}
      aria-current={isChosen ? 'page' : undefined}
      preventScrollReset
      onClick={onOpen}
      className={cx(
        'focus-inside flex min-h-11 items-center justify-between gap-2 border-l-2 px-3 font-display font-semibold text-[0.9375rem] lg:min-h-8',
        'transition-colors duration-100 hover:bg-ink-3 hover:text-text',
        isChosen ? 'border-gold bg-ink-3 text-text' : 'border-transparent text-muted',
      )}
    >
      {tab.label}
      {waiting && <WaitingBadge {...waiting} />}
    </Link>
  );
}
