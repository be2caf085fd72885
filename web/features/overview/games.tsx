// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { games } from '../../../contract/games/games.ts';
import { type AdminGame, maxClosureReason } from '../../../contract/games-admin.ts';
import { cx } from '../../lib/class-names.ts';
import { formatDateTime } from '../../lib/format.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Badge } from '../../ui/status.tsx';
import { notify } from '../../ui/toast.tsx';
import { gamesQuery, useGameChanges } from './api.ts';
import { gameFacts } from './game-facts.ts';

/** Each game that can be played, and the switch that closes it for new entries (docs/rules/readings.md, 19). */
export function Games() {
  const { data } = useQuery(gamesQuery);
  const [asked, ask] = useState<AdminGame>();
  const may = usePermissions();
  if (!data?.length) return null;
  return (
    <section aria-labelledby="games" className="grid gap-3">
      <h2 id="games" className="text-xl">
        Games
      </h2>
      <ul className={cx('grid gap-3', data.length > 1 && 'md:grid-cols-2')}>
        {data.map((one) => (
          <li key={one.game}>
            <GameCard
              one={one}
              isAlone={data.length === 1}
              onAsk={may('challenges:write') ? () => ask(one) : undefined}
            />
          </li>
        ))}
      </ul>
      {asked && <SwitchDialog {...asked} onClose={() => ask(undefined)} />}
    </section>
  );
}

function GameCard({
  one,
  isAlone,
  onAsk,
}: {
  one: AdminGame;
  /** Fills the page's width. */
  isAlone: boolean;
  onAsk: (() => void) | undefined;
}) {
  const { game, closed } = one;
  const { name } = games[game];
  const label = closed ? 'Open for entries' : 'Close for entries';
  return (
    <Card className="h-full" inside="flex flex-col gap-2.5 p-4">
      <h3 className="flex flex-wrap items-center gap-2.5 font-semibold">
        {name}
        {closed ? <Badge tone="loss">Closed for entries</Badge> : <Badge tone="win">Open</Badge>}
      </h3>
      {closed && (
        <p className="wrap-anywhere text-sm text-soft">
          Since {formatDateTime(closed.at)}. Players read: {closed.reason}
        </p>
      )}
      <dl
        className={cx(
          'grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]',
          isAlone && 'lg:grid-cols-[auto_1fr_auto_1fr]',
        )}
      >
        {gameFacts(one).map(([label, value]) => (
          <div key={label} className="grid grid-cols-subgrid max-sm:mb-1 sm:col-span-2">
            <dt className="text-muted">{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {onAsk && (
        <Button size="sm" className="mt-auto self-start" aria-label={`${label}: ${name}`} onClick={onAsk}>
          {label}
        </Button>
      )}
    </Card>
  );
}

function SwitchDialog({ game, closed, onClose }: AdminGame & { onClose: () => void }) {
  const changes = useGameChanges();
  const { name } = games[game];
  if (closed) {
    return (
      <ConfirmDialog
        title={`Open ${name} for entries`}
        text="Players can enter its challenges again immediately."
        confirmLabel="Open for entries"
        isDanger={false}
        onConfirm={async () => {
          await changes.open(game);
          notify.done(`${name} is open for entries`);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={`Close ${name} for entries`}
      text="Nobody can enter its challenges until you open it again. Running challenges go on and get their results."
      confirmLabel="Close for entries"
      reason={{
        label: 'Reason',
        hint: 'Players read it, such as: Its stats are down',
        maxLength: maxClosureReason,
      }}
      onConfirm={async (reason) => {
        await changes.close(game, reason);
        notify.done(`${name} is closed for entries`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
