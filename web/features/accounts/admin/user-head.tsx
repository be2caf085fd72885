// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GameAccount } from '../../../../contract/account-proof.ts';
import { gameOf, theGame } from '../../../../contract/games/games.ts';
import type { UserDetail } from '../../../../contract/users-admin.ts';
import { formatAmount, formatDate, formatDateTime } from '../../../lib/format.ts';
import { profileQuery } from '../../../lib/query.ts';
import { useGames } from '../../../lib/settings.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Coins, Xp } from '../../../ui/coins.tsx';
import { copyText } from '../../../ui/copy.ts';
import { BadgeCheck } from '../../../ui/icons/badge-check.ts';
import { Coins as CoinsIcon } from '../../../ui/icons/coins.ts';
import { Copy } from '../../../ui/icons/copy.ts';
import { Gamepad2 } from '../../../ui/icons/gamepad-2.ts';
import { LogOut } from '../../../ui/icons/log-out.ts';
import { Pencil } from '../../../ui/icons/pencil.ts';
import { ScrollText } from '../../../ui/icons/scroll-text.ts';
import { ShieldOff } from '../../../ui/icons/shield-off.ts';
import { TextCursorInput } from '../../../ui/icons/text-cursor-input.ts';
import { Trash2 } from '../../../ui/icons/trash-2.ts';
import { UserCheck } from '../../../ui/icons/user-check.ts';
import { UserX } from '../../../ui/icons/user-x.ts';
import { Stat, Stats } from '../../../ui/stat.tsx';
import { Badge } from '../../../ui/status.tsx';
import { RoleBadge } from './role-badge.tsx';
import { sayCount } from './say-count.ts';
import type { UserDeed } from './user-dialogs.tsx';

type Shown = UserDetail['user'];

/** The user's identity and balances, and the available actions. */
export function UserHead({ user, onAsk }: { user: Shown; onAsk: (deed: UserDeed) => void }) {
  return (
    <>
      <Card inside="grid gap-6 p-5 sm:p-6 [&>*]:min-w-0">
        <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
          <Avatar name={user.name} src={user.avatar} className="size-16 text-xl" />
          <div className="grid min-w-0 grow basis-40 gap-2 sm:basis-72">
            <h2 className="break-words text-2xl">{user.name}</h2>
            <p className="break-all text-muted text-sm">{user.email}</p>
            <p className="text-sm">
              <span className="text-muted">Seen by others as </span>
              <span className="font-medium">{user.handle}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              <RoleBadge role={user.role} />
              <Badge tone={user.isVerified ? 'win' : 'muted'}>
                {user.isVerified ? 'Verified' : 'Unverified'}
              </Badge>
              {user.suspendedAt && (
                <Badge tone="loss">Suspended since {formatDateTime(user.suspendedAt)}</Badge>
              )}
            </div>
          </div>
          <Deeds user={user} onAsk={onAsk} />
        </div>
        <Identities user={user} />
      </Card>
      <Stats className="sm:grid-cols-3 xl:grid-cols-6">
        <Stat label="Gamer Coins">
          <Coins amount={user.gamerCoins} size={22} />
        </Stat>
        <Stat label="XP">
          <Xp amount={user.xp} size={22} />
        </Stat>
        <Stat label="Referral Tokens">{formatAmount(user.referralTokens)}</Stat>
        <Stat label="Wins/Loss">
          {formatAmount(user.wins)}/{formatAmount(user.loss)}
        </Stat>
        <Stat label="Gift Cards">{sayCount(user.giftCards)}</Stat>
        <Stat label="Created At">
          <span className="font-display text-base">{formatDate(user.createdAt)}</span>
        </Stat>
      </Stats>
    </>
  );
}

function Deeds({ user, onAsk }: { user: Shown; onAsk: (deed: UserDeed) => void }) {
  const may = usePermissions();
  const { data: me } = useQuery(profileQuery);
  const hasGames = useGames().length > 1;
  // A process of the previous release knows one game and sends none.
  const accounts = user.gameAccounts ?? [];
  const deed = (what: UserDeed, label: string, icon: ReactNode, kind: 'ghost' | 'danger' = 'ghost') => (
    <Button size="sm" kind={kind} className="min-h-10!" icon={icon} onClick={() => onAsk(what)}>
      {label}
    </Button>
  );
  const size = { size: 16, 'aria-hidden': true };
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:[&>*]:grow">
      {may('users:write') && (
        <>
          {deed('edit', 'Edit', <Pencil {...size} />)}
          {may('users:adjust-coins') &&
            me?._id !== user._id &&
            deed('adjust-coins', 'Adjust coins', <CoinsIcon {...size} />)}
          {deed(
            'epic-account',
            hasGames ? 'Change game account' : 'Change Epic account',
            <Gamepad2 {...size} />,
          )}
          {accounts.length > 0 && deed('epic-proof', proofLabel(accounts), <BadgeCheck {...size} />)}
          {deed('reset-handle', 'Reset handle', <TextCursorInput {...size} />)}
          {deed('sign-out', 'Sign out everywhere', <LogOut {...size} />)}
          {user.hasSecondFactor &&
            deed('remove-second-factor', 'Remove second factor', <ShieldOff {...size} />)}
          {user.suspendedAt
            ? deed('unsuspend', 'Let in again', <UserCheck {...size} />)
            : deed('suspend', 'Suspend', <UserX {...size} />, 'danger')}
        </>
      )}
      {may('users:delete') && deed('delete', 'Delete', <Trash2 {...size} />, 'danger')}
    </div>
  );
}

/** What the button that asks says: of one account, which change it makes. */
function proofLabel(accounts: readonly GameAccount[]): string {
  const [one, ...others] = accounts;
  if (!one || others.length > 0) return 'Prove game account';
  const { name } = gameOf(one).account;
  return one.proof ? `Remove ${name.replace(' account', '')} proof` : `Mark ${name} as proven`;
}

function Identities({ user }: { user: Shown }) {
  const may = usePermissions();
  // A process of the previous release sends none.
  const accounts = user.gameAccounts ?? [];
  const proofs = new Map<string, GameAccount['proof']>(
    accounts.map((account) => [gameOf(account).account.label, account.proof]),
  );
  const identities: [label: string, value: string | null][] = [
    ['User ID', user._id],
    ['Google ID', user.googleId],
    ['Discord ID', user.discordUserId],
    ['Epic ID', user.epicId],
    ...accounts
      .filter(({ game }) => game !== theGame.id)
      .map((account): [string, string] => [gameOf(account).account.label, account.epicId]),
    ['Referral code', user.referralCode],
  ];
  return (
    <div className="grid gap-3">
      <dl className="grid gap-x-8 text-sm sm:grid-cols-2 xl:grid-cols-[1.25fr_1fr_1fr]">
        {identities.map(([label, value]) => (
          <div
            key={label}
            className="flex min-h-12 items-center gap-3 border-line-soft border-t data-long:flex-wrap data-long:py-2"
            data-long={label !== theGame.account.label && proofs.has(label) ? '' : undefined}
          >
            <dt className="w-26 shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 flex-1 break-all in-data-long:basis-36">
              {value ?? <span className="text-muted">None</span>}
            </dd>
            {proofs.has(label) && <ProofMark proof={proofs.get(label) ?? null} />}
            {value && (
              <dd>
                <IconButton
                  label={`Copy ${label}`}
                  onClick={() => void copyText(value, `${label} copied!`, 'Failed to copy')}
                >
                  <Copy size={16} aria-hidden="true" />
                </IconButton>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {may('audit:read') && (
        <Link
          to={{ pathname: '/dashboard/audit-log', search: `?subject=user:${user._id}` }}
          className="inline-flex min-h-9 items-center gap-2 justify-self-start text-sm text-storm-soft hover:text-text"
        >
          <ScrollText size={16} aria-hidden="true" /> What administrators changed
        </Link>
      )}
    </div>
  );
}

/** Whether and how the user proved that the game account is theirs. */
function ProofMark({ proof }: { proof: Shown['epicProof'] }) {
  return (
    <dd className="in-data-long:order-last in-data-long:basis-full in-data-long:pl-29">
      <Badge tone={proof ? 'win' : 'muted'}>
        {proof ? `Proven ${proof.by === 'discord' ? 'by Discord' : 'by hand'}` : 'Not proven'}
      </Badge>
    </dd>
  );
}
