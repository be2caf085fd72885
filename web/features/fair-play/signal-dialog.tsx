// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import type { FairPlayPlayer, Signal, SignalKind } from '../../../contract/fair-play-admin.ts';
import { formatAmount, formatDateTime } from '../../lib/format.ts';
import { userAddress } from '../../lib/user-address.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Badge } from '../../ui/status.tsx';
import { getName } from './columns.tsx';

const kindWords: Record<SignalKind, string> = {
  win_rate: 'Wins',
  impossible_time: 'Times',
  shared_card: 'Card',
  shared_account: 'Game account',
  shared_network: 'Network',
};

/** All signals about a player, with links to the players and things concerned. */
export function SignalDialog({ player, onClose }: { player: FairPlayPlayer; onClose: () => void }) {
  const { user, score, signals, checkedAt } = player;
  return (
    <Dialog
      open
      onClose={onClose}
      title={getName(player)}
      description={`Score ${score} of 100, calculated ${formatDateTime(checkedAt)}. It’s a hint, not proof.`}
      wide
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {user.name && (
            <ButtonLink kind="main" to={userAddress(user._id)}>
              Open the player’s page
            </ButtonLink>
          )}
        </>
      }
    >
      {signals.length === 0 ? (
        <p className="text-muted">Nothing looks unusual.</p>
      ) : (
        <ul className="grid gap-5">
          {signals.map((signal) => (
            <li key={signal.kind} className="grid gap-2 border-storm border-l-2 pl-4">
              <span className="flex flex-wrap items-center gap-3">
                <Badge tone="storm">{kindWords[signal.kind]}</Badge>
                <span className="num text-muted text-sm">+{formatAmount(signal.points)}</span>
              </span>
              <p>{signal.text}.</p>
              <About signal={signal} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function About({ signal: { others, hashes, attempts } }: { signal: Signal }) {
  const link = 'text-storm-soft underline decoration-storm underline-offset-4 hover:text-text';
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {others.map((id, place) => (
        <Link key={id} to={userAddress(id)} className={link}>
          Other player {place + 1}
        </Link>
      ))}
      {attempts.length > 0 && (
        <span className="num text-muted">Attempts: {attempts.map((id) => id.slice(-8)).join(', ')}</span>
      )}
      {hashes.length > 0 && <span className="num text-muted">Networks: {hashes.join(', ')}</span>}
    </div>
  );
}
