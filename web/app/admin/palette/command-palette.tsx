// SPDX-License-Identifier: Apache-2.0

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { savedViewsQuery } from '../../../features/saved-views/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { plural } from '../../../lib/format.ts';
import { profileQuery } from '../../../lib/query.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Search } from '../../../ui/icons/search.ts';
import type { DashboardTab } from '../tabs.ts';
import { deedsQuery, type PaletteDeed } from './deeds.tsx';
import {
  type Destination,
  findTabs,
  findViews,
  foundQuery,
  maxSearchLength,
  sources,
} from './palette-sources.ts';
import { minSearchLength, readCommand, type Verb, verbs, verbsFor } from './verbs.ts';

type Item = Destination | PaletteDeed;

interface Group {
  value: string;
  items: Item[];
}

const typingMs = 200;

/** The search text, updated once typing pauses. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

function useFound(search: string) {
  const may = usePermissions();
  const open = sources.filter(({ permission }) => may(permission));
  const results = useQueries({ queries: open.map((source) => foundQuery(source, search)) });
  const isSearching = search.length >= minSearchLength;
  const groups = open.map(
    ({ label }, place): Group => ({ value: label, items: (isSearching && results[place]?.data) || [] }),
  );
  return {
    groups,
    isBusy: isSearching && results.some(({ isFetching }) => isFetching),
    failed: isSearching ? open.filter((_, place) => results[place]?.isError).map(({ label }) => label) : [],
  };
}

/**
 * What the typed command would do, if the administrator may. Only what was found for exactly this command, so that Enter
 * never opens an earlier one.
 */
function useDeeds(typed: string, search: string, usable: readonly Verb[]) {
  const { data: me } = useQuery(profileQuery);
  const command = readCommand(search);
  const isUsable = command !== undefined && usable.includes(command.verb);
  const isRight = isUsable && !command.fault;
  const { data, isFetching, isError } = useQuery(deedsQuery(isRight ? command : undefined, me?._id));
  return {
    deeds: (isRight && typed === search && data) || [],
    isBusy: isRight && isFetching,
    hasFailed: isRight && isError,
    nothing: isUsable
      ? (command.fault ?? `${verbs[command.verb].none} for "${command.search}"`)
      : `Nothing found for "${search}"`,
  };
}

/**
 * Opens any tab, saved view, user, gift card, attempt or order by typing, or the dialog of a typed command such as
 * "+250 ann". Administrators find only what they may see and do.
 */
export function CommandPalette({
  tabs,
  onAsk,
  onClose,
}: {
  tabs: readonly DashboardTab[];
  /** Opens the dialog of a command. */
  onAsk: (deed: PaletteDeed) => void;
  onClose: () => void;
}) {
  const usable = verbsFor(usePermissions());
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const search = usePaused(typed).trim().slice(0, maxSearchLength);
  const { groups: found, isBusy, failed } = useFound(search);
  const { deeds, ...doing } = useDeeds(typed.trim(), search, usable);
  const views = useQuery(savedViewsQuery);
  const groups: Group[] = [
    { value: 'Actions', items: deeds },
    { value: 'Tabs', items: findTabs(tabs, typed.trim()) },
    { value: 'Views', items: findViews(views.data ?? [], typed.trim()) },
    ...found,
  ].filter(({ items }) => items.length > 0);
  const unread = [...failed, ...(views.isError ? ['Views'] : []), ...(doing.hasFailed ? ['Actions'] : [])];
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const examples =
    typed === '' && usable.map((verb) => `“${verbs[verb].example}” to ${verbs[verb].does}`).join(', ');
  const isTyping = typed.trim().slice(0, maxSearchLength) !== search;
  function choose(item: Item): void {
    onClose();
    if ('to' in item) void navigate(item.to);
    else onAsk(item);
  }
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim/86" />
        <Dialog.Popup
          aria-label="Go to"
          className="cut cut-lg fixed inset-x-3 top-3 z-50 mx-auto max-w-2xl bg-line p-px outline-none sm:top-24"
        >
          <div className="cut-inner flex max-h-[calc(100dvh-1.5rem)] flex-col bg-ink-1 sm:max-h-[calc(100dvh-12rem)]">
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={null}
              value={typed}
              onValueChange={setTyped}
              itemToStringValue={(item: Item) => item.label}
              autoHighlight="always"
              keepHighlight
            >
              <div className="flex items-center gap-3 border-line border-b px-5">
                <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
                <Autocomplete.Input
                  aria-label="Search users, gift cards, attempts, orders, views and tabs"
                  placeholder="Users, gift cards, attempts, orders, views"
                  aria-describedby={examples ? 'palette-examples' : undefined}
                  maxLength={maxSearchLength}
                  spellCheck={false}
                  className="min-h-14 w-full bg-transparent outline-none placeholder:text-muted"
                />
                <Dialog.Close className="cut cut-sm shrink-0 bg-ink-3 px-2.5 py-1 text-muted text-xs hover:text-text">
                  <span aria-hidden="true">Esc</span>
                  <span className="sr-only">Close</span>
                </Dialog.Close>
              </div>
              {examples && (
                <p id="palette-examples" className="text-balance px-5 pt-3 text-muted text-sm">
                  Or type {examples}.
                </p>
              )}
              <Autocomplete.Status
                className={cx(
                  'px-5 text-muted text-sm',
                  isBusy || doing.isBusy || unread.length > 0 || count === 0 ? 'py-3' : 'sr-only',
                )}
              >
                {statusText({
                  isBusy: isBusy || isTyping || doing.isBusy,
                  failed: unread,
                  count,
                  search,
                  nothing: doing.nothing,
                })}
              </Autocomplete.Status>
              <Autocomplete.List className="overflow-y-auto overscroll-contain pb-2 empty:hidden">
                {(group: Group) => (
                  <Autocomplete.Group key={group.value} items={group.items} className="pt-2">
                    <Autocomplete.GroupLabel className="px-5 py-1.5 text-muted text-xs">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: Item) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          onClick={() => choose(item)}
                          className={cx(
                            'flex min-h-11 cursor-pointer items-center justify-between gap-x-4 border-transparent border-l-2 px-5 data-highlighted:border-gold data-highlighted:bg-ink-3',
                            isWhole(item) && 'flex-wrap py-2',
                          )}
                        >
                          <span
                            className={cx(
                              'min-w-0 font-medium',
                              isWhole(item) ? 'wrap-anywhere' : 'truncate',
                            )}
                          >
                            {item.label}
                          </span>
                          <span
                            className={cx(
                              'shrink-0 truncate text-muted text-sm',
                              isWhole(item) ? 'max-w-full' : 'max-w-2/5',
                            )}
                          >
                            {item.hint}
                          </span>
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Actions show all of their words, because they end in the subject and the amount. */
const isWhole = (item: Item) => 'dialog' in item;

function statusText({
  isBusy,
  failed,
  count,
  search,
  nothing,
}: {
  isBusy: boolean;
  failed: readonly string[];
  count: number;
  search: string;
  /** Says that nothing was found, or what is wrong with the command. */
  nothing: string;
}): string {
  if (isBusy) return 'Searching...';
  if (failed.length > 0) return `Couldn’t search: ${failed.join(', ')}. Type again to retry.`;
  if (count > 0) return `${plural(count, 'result')} found`;
  return search.length < minSearchLength
    ? 'Type one more letter to search users, gift cards, attempts and orders.'
    : nothing;
}
