// SPDX-License-Identifier: Apache-2.0

import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type FairPlayPlayer, fairPlaySorts } from '../../../contract/fair-play-admin.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { DataList } from '../../ui/data-list.tsx';
import { usePagedList } from '../../ui/list-source.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { fairPlayList } from './api.ts';
import { playerColumns, queueColumns } from './columns.tsx';
import { Dismissal } from './dismissal.tsx';
import { SignalDialog } from './signal-dialog.tsx';

/** The queue of anomalies, or all players with their figures. The address selects the view. */
export function FairPlayTab() {
  const [address, setAddress] = useSearchParams();
  return (
    <Tabs
      label="Fair play"
      value={address.get('view') === 'players' ? 'players' : 'anomalies'}
      // The two views don't share search and page.
      onChange={(view) => setAddress(view === 'players' ? { view } : {}, { preventScrollReset: true })}
      tabs={[
        { value: 'anomalies', label: 'Anomalies', content: <Anomalies /> },
        { value: 'players', label: 'Players', content: <Players /> },
      ]}
    />
  );
}

/** The queue, highest scores first. */
function Anomalies() {
  const address = useTableAddress(['score'] as const, { sort: 'score', order: 'desc' });
  const list = usePagedList(fairPlayList, address, { status: 'open' as const });
  const mayDismiss = usePermissions()('fair-play:write');
  const [seen, see] = useState<FairPlayPlayer>();
  const [asked, ask] = useState<FairPlayPlayer>();
  const columns = useMemo(
    () => queueColumns({ onSee: see, onDismiss: mayDismiss ? ask : undefined }),
    [mayDismiss],
  );
  return (
    <>
      <DataList
        searchesWords
        {...list}
        one="anomaly"
        what="anomalies"
        columns={columns}
        rowKey={({ user }) => user._id}
        address={address}
        sorts={['score']}
        fetchFailure="Failed to fetch players"
        empty="Nothing looks unusual"
        note={
          <p className="max-w-[80ch] text-muted">
            These look unusual, but prove nothing. Review each one, then dismiss it with a reason or act on
            the player’s page.
          </p>
        }
      />
      {seen && <SignalDialog player={seen} onClose={() => see(undefined)} />}
      {asked && <Dismissal player={asked} onClose={() => ask(undefined)} />}
    </>
  );
}

/** All players with figures, sortable by each. */
function Players() {
  const address = useTableAddress(fairPlaySorts, { sort: 'excess', order: 'desc' });
  const list = usePagedList(fairPlayList, address, {});
  const [seen, see] = useState<FairPlayPlayer>();
  const columns = useMemo(() => playerColumns(see), []);
  return (
    <>
      <DataList
        searchesWords
        {...list}
        one="player"
        what="players"
        columns={columns}
        rowKey={({ user }) => user._id}
        address={address}
        sorts={fairPlaySorts}
        fetchFailure="Failed to fetch players"
        empty="Nobody has played yet"
        note={
          <p className="max-w-[80ch] text-muted">
            Each player’s last 200 finished challenges: wins compared with what their stats at entry
            predicted, and how many others share their card, game account or network.
          </p>
        }
      />
      {seen && <SignalDialog player={seen} onClose={() => see(undefined)} />}
    </>
  );
}
